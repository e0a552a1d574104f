// Everything that both entry points offer.
import type { Callback, RunRequest, SwitchoverOptions } from './options.js';
import { createSwitchover } from './switchover.js';

export { decisionLog, type DecisionLogOptions, type WrittenDecision } from './adapters/decision-log.js';
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
export type { Callback, ClassifyOptions, RunRequest, SwitchoverOptions } from './options.js';
export { createSwitchover, type Switchover } from './switchover.js';
export { tellAttempt, tellDecision, tellDuration, tellOutcome } from './tell.js';
export type * from './types.gen.js';

/** One turn with everything it needs, as one call. */
export type WholeRequest<T> = SwitchoverOptions & RunRequest & { readonly call: Callback<T> };

/** Options of `createSwitchover`; everything else in a whole request is the turn's. */
const OPTIONS = [
  'config',
  'store',
  'profiles',
  'secrets',
  'handlers',
  'clock',
  'seed',
  'log',
  'onNotice',
  'onDecision',
  'onOutcome',
  'record',
] as const satisfies readonly (keyof SwitchoverOptions)[];

/** Builds an engine and runs one turn: the whole thing as one function (H-4). State is kept by the store alone. */
export async function runWithModelFallback<T>({ call, ...whole }: WholeRequest<T>): Promise<T> {
  const isOption = ([name]: [string, unknown]): boolean => (OPTIONS as readonly string[]).includes(name);
  const entries = Object.entries(whole);
  const options = Object.fromEntries(entries.filter(isOption)) as unknown as SwitchoverOptions;
  const request = Object.fromEntries(entries.filter((entry) => !isOption(entry))) as RunRequest;
  return createSwitchover(options).run(request, call);
}
