// Everything that both entry points offer.
import { createSwitchover, type Callback, type RunRequest, type SwitchoverOptions } from './switchover.js';

export type { Attempt, ProgressDetails } from './attempt.js';
export { systemClock, VirtualClock, type Clock, type TimerHint } from './clock.js';
export type { ConfigInput } from './config.js';
export {
  AbortedError,
  attachedTo,
  AttemptError,
  DeadlineError,
  FallbackSummaryError,
  HostError,
  InternalError,
  MisuseError,
  PlanError,
  ResponseError,
  StoreError,
  SwitchoverError,
  SwitchRequestedError,
  type Attached,
} from './errors.js';
export type { Result } from './outcome.js';
export type { AskContext, Entry, Handlers, Log, LogLine, Page, Secrets, Store, Stored, Version } from './ports.js';
export { credentialMark } from './secrets.js';
export { createSwitchover, type Callback, type ClassifyOptions, type RunRequest, type Switchover, type SwitchoverOptions } from './switchover.js';
export { tellAttempt, tellDecision, tellDuration, tellOutcome } from './tell.js';
export type * from './types.js';

/** One turn with everything it needs, as one call. */
export type WholeRequest<T> = SwitchoverOptions & RunRequest & { readonly call: Callback<T> };

/** Builds, runs one turn and closes: the whole thing as one function (H-4). */
export async function runWithModelFallback<T>(whole: WholeRequest<T>): Promise<T> {
  const { config, store, profiles, secrets, handlers, clock, seed, log, onNotice, onDecision, record, call, ...request } = whole;
  const given = { config, store, profiles, secrets, handlers, clock, seed, log, onNotice, onDecision, record };
  const options = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const sw = createSwitchover(options as unknown as SwitchoverOptions);
  return sw.run(request, call);
}
