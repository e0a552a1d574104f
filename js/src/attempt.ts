// What a callback gets: one attempt, with everything it needs to make the call.
import type { Crossing, Effect, Event, ProgressLevel } from './types.gen.js';

export type CallEffect = Extract<Effect, { type: 'call' }>;

/** More about a piece of progress (T-2). */
export interface ProgressDetails {
  readonly level: ProgressLevel;
  /** A tool waits for a person. */
  readonly pendingApproval?: boolean;
  /** A tool works on in the background. */
  readonly asyncWork?: boolean;
  /** A tool that ends the run was called. */
  readonly terminatingTool?: boolean;
}

/** One call to make: this model, with this credential (H-4). */
export interface Attempt {
  /** `<turnId>.<n>`. */
  readonly id: string;
  readonly provider: string;
  readonly model: string;
  readonly profileId: string | undefined;
  /** The credential's secret, when this host knows it. */
  readonly secret: string | undefined;
  /** `continue`: go on from the last completed response; do not submit the user's request again. */
  readonly mode: 'fresh' | 'continue';
  readonly instruction: 'continue_after_interruption' | undefined;
  /** Everything says cooldown; this call finds out. */
  readonly probe: boolean;
  /** Nothing else can be tried after it. */
  readonly final: boolean;
  /** What of the history must be repaired because another provider produced it (T-19). */
  readonly crossing: readonly Crossing[];
  /** The harness that the config names for the model, if any (M-3). */
  readonly runtime: string | undefined;
  /** Aborted when this attempt is given up. Hand it to the client. */
  readonly signal: AbortSignal;
  /** Report what came or happened; text and tools decide whether a call may be repeated (T-12). */
  progress(what: ProgressLevel | ProgressDetails): void;
  /** Report one good model response inside the attempt, as in a loop over tools. */
  responseCompleted(): void;
  /** Report a response that stopped early (T-13). */
  responseIncomplete(
    why: 'max_output_tokens' | 'content_filter' | 'other',
    details?: { duringToolCall?: boolean },
  ): void;
}

/** The attempt of a call effect; what it reports goes to `push` as events. */
export function makeAttempt(
  call: CallEffect,
  secret: string | undefined,
  signal: AbortSignal,
  push: (event: Event) => void,
): Attempt {
  const attemptId = call.attemptId;
  return {
    id: attemptId,
    provider: call.candidate.provider,
    model: call.candidate.model,
    profileId: call.profileId,
    secret,
    mode: call.mode,
    instruction: call.instruction,
    probe: call.probe,
    final: call.final,
    crossing: call.crossing ?? [],
    runtime: call.runtime,
    signal,
    progress: (what) => push({ type: 'progress', attemptId, ...(typeof what === 'string' ? { level: what } : what) }),
    responseCompleted: () => push({ type: 'response_completed', attemptId }),
    responseIncomplete: (why, details) =>
      push({ type: 'response_incomplete', attemptId, why, duringToolCall: details?.duringToolCall ?? false }),
  };
}
