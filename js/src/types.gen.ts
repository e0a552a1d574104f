// Generated from the Rust types by `cargo xtask types`. Do not edit.

/**
 * Who gave the turn up (T-20).
 */
export type AbortBy = 'caller' | 'deadline';
/**
 * The answer to an `ask` (T-2).
 */
export type Answer =
  | {
      /**
       * Kind-specific data, e.g. `expiresAt` of a refresh.
       */
      data?: unknown;
      status: 'ok';
    }
  | {
      /**
       * Until when.
       */
      heldUntil?: Millis;
      status: 'denied';
    }
  | {
      /**
       * The entry as it is now.
       */
      entry: SessionEntry;
      status: 'conflict';
    }
  | {
      /**
       * What was seen.
       */
      signal?: ErrorSignal;
      status: 'failed';
    };
/**
 * An instant: milliseconds since the Unix epoch.
 */
export type Millis = number;
/**
 * Who chose the pinned profile.
 */
export type PinSource = 'auto' | 'user';
/**
 * Who chose the override.
 */
export type OverrideSource = 'user' | 'auto' | 'default';
/**
 * How far the exchange with the provider had come (C-2).
 */
export type Phase = 'connect' | 'request' | 'headers' | 'stream' | 'completed';
/**
 * What `apply` answers (D-3).
 */
export type Applied =
  | {
      kind: 'record';
      /**
       * As JSON.
       */
      record: unknown;
    }
  | {
      /**
       * Until when.
       */
      heldUntil?: Millis;
      kind: 'denied';
    }
  | {
      /**
       * The entry as it is.
       */
      entry: SessionEntry;
      kind: 'conflict';
    };
/**
 * What can be asked (T-1).
 */
export type AskKind = 'persist' | 'refresh_credential' | 'repair' | 'reset_session' | 'compact' | 'consent';
/**
 * How an attempt ended (T-31).
 */
export type AttemptOutcome = 'succeeded' | 'failed' | 'cancelled' | 'skipped';
/**
 * How to call (T-12).
 */
export type CallMode = 'fresh' | 'continue';
/**
 * Why a candidate is in the chain.
 */
export type Origin = 'requested' | 'configured_fallback' | 'configured_primary';
/**
 * The class of a failure (C-1). `unknown` is never returned by `classify`: it is the inferred reason of a stored
 * window without one.
 */
export type Reason =
  | 'auth'
  | 'auth_permanent'
  | 'billing'
  | 'rate_limit'
  | 'overloaded'
  | 'timeout'
  | 'server_error'
  | 'tls_certificate'
  | 'model_not_found'
  | 'format'
  | 'context_overflow'
  | 'refusal'
  | 'session_expired'
  | 'abort'
  | 'empty_response'
  | 'no_error_details'
  | 'unclassified'
  | 'unknown';
/**
 * A duration in milliseconds.
 */
export type Span = number;
/**
 * Why a profile may or may not be used at all (P-3).
 */
export type Eligibility =
  | 'ok'
  | 'profile_missing'
  | 'provider_mismatch'
  | 'mode_mismatch'
  | 'missing_credential'
  | 'expired'
  | 'invalid_expires'
  | 'unresolved_ref';
/**
 * What the host knows of the secret behind a profile (P-1).
 */
export type Credential = 'present' | 'refreshable' | 'missing' | 'unresolved';
/**
 * How a credential works (P-1). The order is that of round robin (P-6).
 */
export type ProfileType = 'oauth' | 'token' | 'api_key';
/**
 * Which fallbacks follow the requested model (M-4).
 */
export type ChainPolicy =
  | {
      kind: 'strict';
    }
  | {
      kind: 'default';
    }
  | {
      /**
       * Model refs.
       */
      fallbacks: ModelRef[];
      kind: 'list';
    };
/**
 * What changes a record: a fact, or a patch of a session.
 */
export type Change = Fact | SessionPatch;
/**
 * One piece of news. `key` names the record it changes; a fact about a profile or account carries the credential
 * version under which it was seen (D-2).
 */
export type Fact =
  | {
      /**
       * When.
       */
      at: Millis;
      /**
       * Attempt id.
       */
      attemptId: string;
      /**
       * Mark of the secret.
       */
      credentialVersion?: string;
      /**
       * Record key.
       */
      key: string;
      kind: 'profile_used';
    }
  | {
      /**
       * `stated_until` came from an absolute reset time.
       */
      absoluteReset?: boolean;
      /**
       * End of the last failed call of the visit.
       */
      at: Millis;
      /**
       * Attempt id of that call.
       */
      attemptId: string;
      /**
       * Mark of the secret.
       */
      credentialVersion?: string;
      /**
       * Record key.
       */
      key: string;
      kind: 'profile_failed';
      /**
       * The model called.
       */
      model?: string;
      /**
       * The call was a probe: it raises no count (K-5).
       */
      probe?: boolean;
      /**
       * The last reason of the visit.
       */
      reason: Reason;
      /**
       * Scope of the classification.
       */
      scope: Scope;
      /**
       * End of the largest stated wait of the visit.
       */
      statedUntil?: Millis;
      /**
       * A usage window is used up.
       */
      usageWindow?: boolean;
    }
  | {
      /**
       * When.
       */
      at: Millis;
      /**
       * Attempt id.
       */
      attemptId: string;
      /**
       * Mark of the secret.
       */
      credentialVersion?: string;
      /**
       * Record key.
       */
      key: string;
      kind: 'profile_paused';
      /**
       * The model, for a model-scoped reason.
       */
      model?: string;
      /**
       * Reason of the failure.
       */
      reason: Reason;
      /**
       * End of the stated wait.
       */
      until: Millis;
    }
  | {
      /**
       * When.
       */
      at: Millis;
      /**
       * Attempt id.
       */
      attemptId: string;
      /**
       * Mark of the secret.
       */
      credentialVersion?: string;
      /**
       * Record key.
       */
      key: string;
      kind: 'profile_succeeded';
      /**
       * The model that answered.
       */
      model: string;
    }
  | {
      /**
       * When.
       */
      at: Millis;
      /**
       * Who.
       */
      by: string;
      /**
       * Mark of the secret.
       */
      credentialVersion?: string;
      /**
       * Record key.
       */
      key: string;
      kind: 'profile_cleared';
    }
  | {
      /**
       * When.
       */
      at: Millis;
      /**
       * Record key.
       */
      key: string;
      kind: 'profile_stored';
      /**
       * The profile as it is now.
       */
      profile: AuthProfile;
    }
  | {
      /**
       * When.
       */
      at: Millis;
      /**
       * Record key.
       */
      key: string;
      kind: 'profile_removed';
    }
  | {
      /**
       * When.
       */
      at: Millis;
      /**
       * Record key.
       */
      key: string;
      kind: 'refresh_lease_taken';
      /**
       * The turn id of the holder.
       */
      owner: string;
      /**
       * End of the lease.
       */
      until: Millis;
    }
  | {
      /**
       * When.
       */
      at: Millis;
      /**
       * Record key.
       */
      key: string;
      kind: 'refresh_lease_released';
      /**
       * The turn id of the holder.
       */
      owner: string;
      /**
       * End of the lease.
       */
      until: Millis;
    }
  | {
      /**
       * When.
       */
      at: Millis;
      /**
       * Record key.
       */
      key: string;
      kind: 'probe_taken';
      /**
       * The turn id of the holder.
       */
      owner: string;
      /**
       * End of the lease.
       */
      until: Millis;
    }
  | {
      /**
       * When.
       */
      at: Millis;
      /**
       * Record key.
       */
      key: string;
      kind: 'probe_released';
      /**
       * The turn id of the holder.
       */
      owner: string;
      /**
       * End of the lease.
       */
      until: Millis;
    }
  | {
      /**
       * When.
       */
      at: Millis;
      /**
       * Attempt id.
       */
      attemptId: string;
      /**
       * Record key.
       */
      key: string;
      kind: 'budget_fed';
      /**
       * How much.
       */
      n: number;
    }
  | {
      /**
       * When.
       */
      at: Millis;
      /**
       * Attempt id.
       */
      attemptId: string;
      /**
       * Record key.
       */
      key: string;
      kind: 'budget_drawn';
      /**
       * How much.
       */
      n: number;
    };
/**
 * What is at fault (C-4). Only `credential`, `account`, `model` and `provider` may rotate or touch health.
 */
export type Scope = 'credential' | 'account' | 'model' | 'provider' | 'request' | 'transport' | 'caller' | 'session';
/**
 * How sure the verdict is (C-4).
 */
export type Confidence = 'certain' | 'likely' | 'guess';
/**
 * A repair that may be retried once (C-11, T-17).
 */
export type Repair = 'tool_call_ids';
/**
 * What a count counts: each ladder has its own (K-3).
 */
export type CountKind = 'cooldown' | 'usage_window' | 'billing' | 'auth_permanent';
/**
 * What must be repaired when the history came from another provider or API family (T-19).
 */
export type Crossing = 'tool_call_ids' | 'thinking_signatures' | 'cached_content_ids' | 'response_ids';
/**
 * Why a message was given up (O-2, O-5).
 */
export type DeadReason = 'permanent' | 'budget' | 'too_old' | 'by_hand';
/**
 * What was decided (T-32).
 */
export type Decision =
  | (
      | 'candidate_failed'
      | 'skip_candidate'
      | 'probe_cooldown_candidate'
      | 'candidate_succeeded'
      | 'profile_rotated'
      | 'retry_scheduled'
      | 'chain_stopped'
    )
  | 'ignored_event'
  | 'warning';
/**
 * How a fallback step ended (T-32).
 */
export type StepOutcome = 'next_fallback' | 'succeeded' | 'chain_exhausted';
/**
 * One thing to do (T-1). Effects that reflect a decision name its rule.
 */
export type Effect =
  | {
      /**
       * News for records.
       */
      facts?: Fact[];
      /**
       * News for the session.
       */
      sessionPatch?: SessionPatch;
      type: 'persist';
    }
  | {
      /**
       * `<turnId>.<n>`, n from 1.
       */
      attemptId: string;
      /**
       * What to call.
       */
      candidate: Candidate;
      /**
       * What must be repaired because the history came from elsewhere (T-19).
       */
      crossing?: Crossing[];
      /**
       * Nothing else can be tried after it.
       */
      final: boolean;
      /**
       * What a continued transcript is told (T-12).
       */
      instruction?: Instruction;
      /**
       * Submit the request afresh, or continue the transcript (T-12).
       */
      mode: CallMode;
      /**
       * Everything says cooldown: this call finds out.
       */
      probe: boolean;
      /**
       * With which credential.
       */
      profileId?: string;
      /**
       * The rule that made the decision.
       */
      rule: string;
      /**
       * Opaque harness of the candidate (M-3).
       */
      runtime?: string;
      type: 'call';
    }
  | {
      /**
       * The attempt.
       */
      attemptId: string;
      type: 'cancel_call';
    }
  | {
      /**
       * The attempt.
       */
      attemptId: string;
      type: 'discard_output';
    }
  | (Notice & {
      type: 'notify';
    })
  | {
      /**
       * The record.
       */
      record: DecisionRecord;
      type: 'log';
    }
  | {
      /**
       * Model; absent for all.
       */
      model?: string;
      /**
       * Set or clear.
       */
      op: MarkOp;
      /**
       * The pinned profile, if any.
       */
      profileId?: string;
      /**
       * Provider; absent for all.
       */
      provider?: string;
      type: 'mark';
      /**
       * End of the mark.
       */
      until?: Millis;
    }
  | {
      /**
       * `<turnId>.a<n>`, n from 1.
       */
      askId: string;
      /**
       * What is asked.
       */
      kind: AskKind;
      /**
       * Kind-specific: `{ facts, sessionPatch }` for `persist`, `{ profileId, provider }` for `refresh_credential`.
       */
      params: unknown;
      /**
       * The rule that asks.
       */
      rule: string;
      type: 'ask';
    }
  | {
      /**
       * How it ended (T-33).
       */
      outcome: Outcome;
      /**
       * The rule that ended it.
       */
      rule: string;
      type: 'finish';
    };
/**
 * What a continued transcript is told (T-12).
 */
export type Instruction = 'continue_after_interruption';
/**
 * Kinds of notice (S-9). Texts have stable keys, so that hosts can translate.
 */
export type NoticeKind = 'fallback' | 'fallback_cleared' | 'overload_waiting' | 'retrying' | 'profile_changed';
/**
 * Set or clear.
 */
export type MarkOp = 'set' | 'clear';
/**
 * The end of a turn, always with every attempt (T-33).
 */
export type Outcome =
  | {
      /**
       * Every attempt.
       */
      attempts: AttemptRecord[];
      /**
       * Who.
       */
      candidate: Candidate;
      /**
       * It was not the requested model.
       */
      fellBack: boolean;
      kind: 'completed';
      /**
       * With which credential.
       */
      profileId?: string;
    }
  | {
      /**
       * Every attempt.
       */
      attempts: AttemptRecord[];
      kind: 'exhausted';
      /**
       * The story.
       */
      summary: FallbackSummary;
    }
  | {
      /**
       * Every attempt.
       */
      attempts: AttemptRecord[];
      /**
       * The verdict on it.
       */
      classification: Classification;
      kind: 'surfaced';
      /**
       * Something had been shown or done.
       */
      partial: boolean;
    }
  | {
      /**
       * Every attempt.
       */
      attempts: AttemptRecord[];
      /**
       * The verdict on the last overflow.
       */
      classification: Classification;
      kind: 'needs_compaction';
    }
  | {
      /**
       * Every attempt.
       */
      attempts: AttemptRecord[];
      kind: 'switch_requested';
      /**
       * The model to start with.
       */
      target: LiveSwitch;
    }
  | {
      /**
       * Every attempt.
       */
      attempts: AttemptRecord[];
      kind: 'aborted';
    }
  | {
      /**
       * Every attempt.
       */
      attempts: AttemptRecord[];
      kind: 'deadline';
    };
/**
 * One thing that happened (T-2).
 */
export type Event =
  | {
      /**
       * The attempt.
       */
      attemptId: string;
      /**
       * The runtime's inner retries cannot be switched off (T-4).
       */
      innerRetries?: boolean;
      type: 'call_started';
    }
  | {
      /**
       * A tool works on in the background.
       */
      asyncWork?: boolean;
      /**
       * The attempt.
       */
      attemptId: string;
      /**
       * What.
       */
      level: ProgressLevel;
      /**
       * A tool waits for a person.
       */
      pendingApproval?: boolean;
      /**
       * A tool that ends the run was called.
       */
      terminatingTool?: boolean;
      type: 'progress';
    }
  | {
      /**
       * The attempt.
       */
      attemptId: string;
      type: 'response_completed';
    }
  | {
      /**
       * The attempt.
       */
      attemptId: string;
      /**
       * A tool call was being written.
       */
      duringToolCall: boolean;
      type: 'response_incomplete';
      /**
       * Why.
       */
      why: IncompleteWhy;
    }
  | {
      /**
       * The attempt.
       */
      attemptId: string;
      /**
       * With nothing in it (T-22).
       */
      empty?: boolean;
      /**
       * The answer was an error payload (T-22).
       */
      payloadSignal?: ErrorSignal;
      type: 'succeeded';
      /**
       * Tokens.
       */
      usage?: Usage;
    }
  | {
      /**
       * The attempt.
       */
      attemptId: string;
      /**
       * What was seen.
       */
      signal: ErrorSignal;
      type: 'failed';
    }
  | {
      /**
       * The attempt, when one was running.
       */
      attemptId?: string;
      /**
       * What happened.
       */
      message: string;
      type: 'host_error';
    }
  | {
      type: 'tick';
    }
  | {
      /**
       * The ask.
       */
      askId: string;
      /**
       * Its result.
       */
      result: Answer;
      type: 'answered';
    }
  | {
      /**
       * Model id.
       */
      model: string;
      /**
       * Profile, when one was named.
       */
      profile?: string;
      /**
       * Provider id.
       */
      provider: string;
      type: 'live_switch';
      /**
       * The person's choice is stored and pending.
       */
      userPending?: boolean;
    }
  | {
      /**
       * The state as it is now.
       */
      snapshot: Snapshot;
      type: 'snapshot_changed';
    }
  | {
      /**
       * By whom.
       */
      by: AbortBy;
      type: 'abort';
    };
/**
 * What came or happened (T-2).
 */
export type ProgressLevel = 'lifecycle' | 'text' | 'tool_started' | 'tool_settled';
/**
 * Why a response stopped early (T-13).
 */
export type IncompleteWhy = 'max_output_tokens' | 'content_filter' | 'other';
/**
 * What would happen to a candidate.
 */
export type ExplainVerdict = 'call' | 'probe' | 'skip';
/**
 * Where the requested model came from (M-3).
 */
export type SelectionSource =
  | 'configured_default'
  | 'agent_primary'
  | 'agent_fallbacks'
  | 'auto_override'
  | 'user_override'
  | 'legacy_override'
  | 'explicit_default'
  | 'cron'
  | 'one_off'
  | 'heartbeat'
  | 'chain';
/**
 * The three kinds of window (K-1).
 */
export type WindowKind = 'cooldown' | 'disabled' | 'blocked';
/**
 * What a window covers (K-1).
 */
export type WindowScope = 'profile' | 'model' | 'account';
/**
 * Where a window's end came from (K-1).
 */
export type WindowSource = 'ladder' | 'provider';
/**
 * A fraction between 0 and 1, in millionths. On the wire a JSON number such as `0.1`.
 */
export type Jitter = number;
/**
 * What the turn waits for.
 */
export type Next =
  | {
      /**
       * The soonest deadline.
       */
      at?: Millis;
      state: 'wait';
      /**
       * Why then.
       */
      why?: WaitWhy;
    }
  | {
      state: 'done';
    };
/**
 * Why the turn wakes at its deadline (T-1).
 */
export type WaitWhy =
  | 'back_off'
  | 'replay'
  | 'cooldown'
  | 'lease'
  | 'connect_timeout'
  | 'first_token_timeout'
  | 'idle_timeout'
  | 'total_timeout'
  | 'host_reply'
  | 'notice'
  | 'candidate_deadline'
  | 'turn_deadline';
/**
 * What the host can do when asked (T-1). What is not offered is never asked.
 */
export type Offer = 'compact' | 'refresh' | 'repair' | 'reset_session' | 'continue' | 'consent';
/**
 * What the host does once the entry is stored. On the wire an object with one key.
 */
export type OutboxAction =
  | {
      send: OutboxPermit;
    }
  | {
      reconcile: OutboxPermit;
    }
  | {
      renew: {
        /**
         * When.
         */
        at: Millis;
      };
    }
  | {
      wake: {
        /**
         * When.
         */
        at: Millis;
      };
    }
  | {
      settled: {
        /**
         * Why it is dead.
         */
        reason?: DeadReason;
        /**
         * `sent` or `dead`.
         */
        state: OutboxState;
      };
    }
  | {
      delete: {};
    };
/**
 * Where a message stands (O-2).
 */
export type OutboxState = 'queued' | 'claimed' | 'sending' | 'sent' | 'unknown_after_send' | 'dead';
/**
 * A command to one entry. On the wire an object with one key: `{ "claim": { "owner": "w1" } }`.
 */
export type OutboxCommand =
  | {
      enqueue: {
        /**
         * Not before this instant.
         */
        availableAt?: Millis;
        /**
         * Channel, without a slash.
         */
        channel: string;
        /**
         * Id, unique in the outbox.
         */
        id: string;
        /**
         * Given up when older than this.
         */
        maxAgeMs?: Span;
        /**
         * Attempts allowed; 5 when absent.
         */
        maxAttempts?: number;
        /**
         * Where the host finds the payload.
         */
        payloadRef: string;
        /**
         * Place in the order, given by the store; unique in the outbox.
         */
        seq: number;
        /**
         * Receiver within the channel.
         */
        to: string;
      };
    }
  | {
      claim: {
        /**
         * Who.
         */
        owner: string;
      };
    }
  | {
      renew: {
        /**
         * Who.
         */
        owner: string;
        /**
         * Fencing number of the claim.
         */
        token: number;
      };
    }
  | {
      reserve: {
        /**
         * Who; absent: without a lease.
         */
        owner?: string;
        /**
         * Fencing number of the claim.
         */
        token?: number;
      };
    }
  | {
      start_send: {
        /**
         * Who; absent: without a lease.
         */
        owner?: string;
        /**
         * Fencing number of the claim or reservation.
         */
        token: number;
      };
    }
  | {
      release: {
        /**
         * The channel is not connected yet: wait one step of the back-off.
         */
        notConnected?: boolean;
        /**
         * Who.
         */
        owner: string;
        /**
         * Fencing number of the claim.
         */
        token: number;
      };
    }
  | {
      result: {
        /**
         * What the failure said; it is redacted before it is stored.
         */
        detail?: string;
        /**
         * How it ended.
         */
        outcome: OutboxOutcome;
        /**
         * A wait that the receiver stated: a floor of the back-off.
         */
        retryAfterMs?: Span;
        /**
         * Fencing number under which the send started.
         */
        token: number;
      };
    }
  | {
      recover: {
        /**
         * How many entries this pass recovered before; each waits one spacing longer (O-5).
         */
        place?: number;
      };
    }
  | {
      ask: {};
    }
  | {
      reconcile: {
        /**
         * Fencing number that the `reconcile` action named.
         */
        token: number;
        /**
         * What it found.
         */
        verdict: OutboxVerdict;
      };
    }
  | {
      let_pass: {};
    }
  | {
      retry: {};
    }
  | {
      dead: {
        /**
         * Why, for the record; redacted.
         */
        detail?: string;
      };
    }
  | {
      purge: {};
    };
/**
 * How a send ended, in the owner's words (O-2, O-5).
 */
export type OutboxOutcome = 'sent' | 'transient' | 'permanent' | 'not_connected' | 'ambiguous';
/**
 * What a reconciler found out (O-4).
 */
export type OutboxVerdict = 'sent' | 'not_sent' | 'unknown';
/**
 * Text or image models (M-8).
 */
export type RequestKind = 'text' | 'image';
/**
 * What to do.
 */
export type RetryAction = 'start' | 'succeeded' | 'retry' | 'give_up' | 'fall_back_plain' | 'reconcile';
/**
 * What a failure proves about the attempt.
 */
export type RetryProof = 'not_started' | 'ambiguous' | 'done';
/**
 * Why it stops.
 */
export type RetryGiveUp =
  | 'aborted'
  | 'deadline'
  | 'attempts_used_up'
  | 'retry_after_too_long'
  | 'refused'
  | 'permanent'
  | 'never_replayed'
  | 'already_done'
  | 'not_connected'
  | 'unclassified';
/**
 * A policy by name.
 */
export type RetryPolicy =
  | 'envelope'
  | 'discord_send'
  | 'discord_rest'
  | 'discord_gateway'
  | 'telegram'
  | 'provider_operation'
  | 'websocket'
  | 'git';
/**
 * What started the turn.
 */
export type Trigger = 'user' | 'cron' | 'heartbeat' | 'system';

/**
 * Every type that crosses the boundary of the core, by its name.
 */
export interface WireTypes {
  AbortBy: AbortBy;
  Answer: Answer;
  Applied: Applied;
  AskKind: AskKind;
  AttemptOutcome: AttemptOutcome;
  AttemptRecord: AttemptRecord;
  AuthProfile: AuthProfile;
  CallMode: CallMode;
  Candidate: Candidate;
  ChainPolicy: ChainPolicy;
  Change: Change;
  Classification: Classification;
  Confidence: Confidence;
  Count: Count;
  CountKind: CountKind;
  Credential: Credential;
  CronRequest: CronRequest;
  Crossing: Crossing;
  DeadReason: DeadReason;
  Decision: Decision;
  DecisionRecord: DecisionRecord;
  Effect: Effect;
  Eligibility: Eligibility;
  ErrorSignal: ErrorSignal;
  Event: Event;
  Evidence: Evidence;
  ExplainVerdict: ExplainVerdict;
  ExplainedCandidate: ExplainedCandidate;
  ExplainedProfile: ExplainedProfile;
  Explanation: Explanation;
  Fact: Fact;
  FallbackNotice: FallbackNotice;
  FallbackSummary: FallbackSummary;
  FieldChange: FieldChange;
  HealthBase: HealthBase;
  HistoryFrom: HistoryFrom;
  HostRule: HostRule;
  IncompleteWhy: IncompleteWhy;
  IneligibleProfile: IneligibleProfile;
  Instruction: Instruction;
  Jitter: Jitter;
  KeySet: KeySet;
  LastDecision: LastDecision;
  Lease: Lease;
  LiveSwitch: LiveSwitch;
  LostRule: LostRule;
  MarkOp: MarkOp;
  Millis: Millis;
  Misuse: Misuse;
  ModelRef: ModelRef;
  Needs: Needs;
  Next: Next;
  Notice: Notice;
  NoticeKind: NoticeKind;
  Offer: Offer;
  OrderedProfile: OrderedProfile;
  Origin: Origin;
  OutboxAction: OutboxAction;
  OutboxAnswer: OutboxAnswer;
  OutboxClaim: OutboxClaim;
  OutboxCommand: OutboxCommand;
  OutboxEntry: OutboxEntry;
  OutboxEvidence: OutboxEvidence;
  OutboxIndex: OutboxIndex;
  OutboxLane: OutboxLane;
  OutboxOptions: OutboxOptions;
  OutboxOutcome: OutboxOutcome;
  OutboxPermit: OutboxPermit;
  OutboxState: OutboxState;
  OutboxVerdict: OutboxVerdict;
  Outcome: Outcome;
  OverrideRequest: OverrideRequest;
  OverrideSource: OverrideSource;
  Phase: Phase;
  PinSource: PinSource;
  PrimaryProbe: PrimaryProbe;
  ProbeMark: ProbeMark;
  Problem: Problem;
  ProfileMetadata: ProfileMetadata;
  ProfileRecord: ProfileRecord;
  ProfileStatus: ProfileStatus;
  ProfileType: ProfileType;
  ProgressLevel: ProgressLevel;
  ProviderRecord: ProviderRecord;
  ProviderRetry: ProviderRetry;
  ProviderStatus: ProviderStatus;
  RateBucket: RateBucket;
  RateBuckets: RateBuckets;
  Reason: Reason;
  Repair: Repair;
  RequestKind: RequestKind;
  RetryAction: RetryAction;
  RetryAnswer: RetryAnswer;
  RetryBudgetState: RetryBudgetState;
  RetryEnvelopePatch: RetryEnvelopePatch;
  RetryGiveUp: RetryGiveUp;
  RetryPolicy: RetryPolicy;
  RetryProof: RetryProof;
  RetryRequest: RetryRequest;
  RetrySettings: RetrySettings;
  RetryState: RetryState;
  RetrySuccess: RetrySuccess;
  RuntimeState: RuntimeState;
  Scope: Scope;
  SdkCap: SdkCap;
  SdkCapRequest: SdkCapRequest;
  SelectRequest: SelectRequest;
  Selection: Selection;
  SelectionSource: SelectionSource;
  SessionEntry: SessionEntry;
  SessionPatch: SessionPatch;
  SkipMark: SkipMark;
  Skipped: Skipped;
  Snapshot: Snapshot;
  Span: Span;
  StateError: StateError;
  Status: Status;
  Step: Step;
  StepOutcome: StepOutcome;
  StoredRecord: StoredRecord;
  Trigger: Trigger;
  TurnRequest: TurnRequest;
  Usage: Usage;
  WaitWhy: WaitWhy;
  Window: Window;
  WindowKind: WindowKind;
  WindowScope: WindowScope;
  WindowSource: WindowSource;
}
/**
 * What a conversation owns between turns (S-1). Unknown fields of a foreign entry are dropped.
 */
export interface SessionEntry {
  /**
   * The pinned profile (P-9, P-11).
   */
  authProfileOverride?: string;
  /**
   * The compaction count when it was pinned.
   */
  authProfileOverrideCompactionCount?: number;
  /**
   * Who pinned it.
   */
  authProfileOverrideSource?: PinSource;
  /**
   * Compactions of this session so far.
   */
  compactionCount?: number;
  /**
   * The pair that was announced last (S-9).
   */
  fallbackNotice?: FallbackNotice;
  /**
   * A choice by hand that may be tried once at once (S-6).
   */
  forceProbe?: LiveSwitch;
  /**
   * Who produced the history (T-19).
   */
  historyFrom?: HistoryFrom;
  /**
   * The last turn that did not succeed at its first call (S-2).
   */
  lastDecision?: LastDecision;
  /**
   * A switch that a running turn has not honoured yet (S-7).
   */
  liveSwitchPending?: LiveSwitch;
  /**
   * Model of the stored override.
   */
  modelOverride?: string;
  /**
   * Who chose it; an override without a source counts as `user`.
   */
  modelOverrideSource?: OverrideSource;
  /**
   * The model that the stored fallback stands for (S-3, S-4).
   */
  overrideOrigin?: ModelRef;
  /**
   * The last origin probe (S-4).
   */
  primaryProbe?: PrimaryProbe;
  /**
   * Provider of the stored override.
   */
  providerOverride?: string;
  /**
   * Grows with each change (S-11).
   */
  revision?: number;
  /**
   * The revision at which a person chose a model or profile last (S-11).
   */
  selectionRevision?: number;
  /**
   * Record version.
   */
  v?: number;
}
/**
 * The pair of models that was announced (S-9).
 */
export interface FallbackNotice {
  /**
   * What answered, as `provider/model`.
   */
  activeModel: string;
  /**
   * Why, for people.
   */
  reason: string;
  /**
   * What was selected, as `provider/model`.
   */
  selectedModel: string;
}
/**
 * The target of a live switch (S-7).
 */
export interface LiveSwitch {
  /**
   * Model id.
   */
  model: string;
  /**
   * Profile, when one was named.
   */
  profile?: string;
  /**
   * Provider id.
   */
  provider: string;
}
/**
 * The provider and API family that produced the history (T-19).
 */
export interface HistoryFrom {
  /**
   * API family, when known.
   */
  api?: string;
  /**
   * Model id.
   */
  model: string;
  /**
   * Provider id.
   */
  provider: string;
}
/**
 * The short story of the last turn that did not succeed at its first call (S-2, S-10).
 */
export interface LastDecision {
  /**
   * What answered, as `provider/model`.
   */
  answeredBy?: string;
  /**
   * When it ended.
   */
  at: Millis;
  /**
   * One line for each attempt: model, profile, reason, rule.
   */
  attempts: string[];
  /**
   * How it ended, a wire name of T-33.
   */
  outcome: string;
  /**
   * The turn.
   */
  turnId: string;
}
/**
 * A model of a provider. The model part may hold slashes and `@` (M-2).
 */
export interface ModelRef {
  /**
   * Model id as the provider writes it.
   */
  model: string;
  /**
   * Provider id, trimmed and lower case.
   */
  provider: string;
}
/**
 * When the origin of a stored fallback was probed last (S-4).
 */
export interface PrimaryProbe {
  /**
   * When the probe was granted.
   */
  at: Millis;
  /**
   * The origin.
   */
  origin: ModelRef;
}
/**
 * Everything a host knows about one failure. All fields are optional: give what you have (C-2).
 *
 * The simplest correct use is a status and a body:
 * `{ "provider": "openai", "status": 429, "body": "{\"error\":{...}}" }`.
 */
export interface ErrorSignal {
  /**
   * Response body: text, or JSON already parsed.
   */
  body?: unknown;
  /**
   * The caller's own abort signal had fired.
   */
  callerAborted?: boolean;
  /**
   * A time-out that the caller set on the whole turn had fired.
   */
  callerTimedOut?: boolean;
  /**
   * Nested causes, outermost first.
   */
  causes?: ErrorSignal[];
  /**
   * Error code of the provider, the runtime (`ECONNRESET`) or the payload; numbers are taken as text.
   */
  code?: string;
  /**
   * Error type of the payload, e.g. `rate_limit_error`.
   */
  errorType?: string;
  /**
   * Finish or stop reason of a response that was completed (C-12).
   */
  finishReason?: string;
  /**
   * Response headers; names in any case.
   */
  headers?: {
    [k: string]: string;
  };
  /**
   * The error's message.
   */
  message?: string;
  /**
   * Model id without the provider.
   */
  model?: string;
  /**
   * Name of the error class, e.g. `AbortError`.
   */
  name?: string;
  /**
   * How far the exchange had come.
   */
  phase?: Phase;
  /**
   * Provider id, e.g. `openai`. Compared trimmed and in lower case.
   */
  provider?: string;
  /**
   * HTTP status; a number or a string of digits.
   */
  status?: number;
}
/**
 * One attempt, or one candidate that was skipped (T-31).
 */
export interface AttemptRecord {
  /**
   * Attempt id; empty for a skip.
   */
  attemptId: string;
  /**
   * Error code.
   */
  code?: string;
  /**
   * Estimated cost in the unit of the configured prices, as an integer (M-12).
   */
  cost?: number;
  /**
   * When it ended.
   */
  endedAt?: Millis;
  /**
   * Redacted text.
   */
  error?: string;
  /**
   * Fingerprint of the failure (C-19).
   */
  fingerprint?: string;
  /**
   * It ended by a time-out: the provider may have billed it.
   */
  maybeBilled: boolean;
  /**
   * Fresh or continued.
   */
  mode: CallMode;
  /**
   * Model id.
   */
  model: string;
  /**
   * Why the candidate is in the chain.
   */
  origin: Origin;
  /**
   * How it ended; absent while it runs.
   */
  outcome?: AttemptOutcome;
  /**
   * It was a probe.
   */
  probe: boolean;
  /**
   * The credential.
   */
  profileId?: string;
  /**
   * Provider id.
   */
  provider: string;
  /**
   * Why it failed or was skipped.
   */
  reason?: Reason;
  /**
   * Good model responses inside it.
   */
  responses: number;
  /**
   * The stated wait.
   */
  retryAfterMs?: Span;
  /**
   * The rule that says so.
   */
  rule?: string;
  /**
   * Why it was skipped, with the times and P-3 codes that decided.
   */
  skipped?: Skipped;
  /**
   * When it was called, or skipped.
   */
  startedAt: Millis;
  /**
   * HTTP status.
   */
  status?: number;
  /**
   * How long the turn waited before it.
   */
  waitedMs: Span;
}
/**
 * Why a candidate was skipped (T-31, M-10).
 */
export interface Skipped {
  /**
   * Profiles that may not be used at all, with their codes (P-3, P-12).
   */
  ineligible?: IneligibleProfile[];
  /**
   * The rule that skipped it.
   */
  rule: string;
  /**
   * When it would be free, or when the holder of the probe mark is done.
   */
  until?: Millis;
  /**
   * In words.
   */
  why: string;
}
/**
 * A profile that may not be used, and why (P-3).
 */
export interface IneligibleProfile {
  /**
   * Its code.
   */
  code: Eligibility;
  /**
   * Profile id.
   */
  profileId: string;
}
/**
 * One credential of one provider, without its secret (P-1). Foreign records with more fields are accepted; the rest is
 * dropped.
 */
export interface AuthProfile {
  /**
   * What is billed together (C-4).
   */
  accountId?: string;
  /**
   * What the host knows of the secret.
   */
  credential?: Credential;
  /**
   * Opaque mark that changes when the secret changes.
   */
  credentialVersion?: string;
  /**
   * E-mail of the login.
   */
  email?: string;
  /**
   * End of the access token or static token, epoch milliseconds. Kept as signed so that a bad value can be told.
   */
  expiresAt?: number;
  /**
   * `provider:default`, `provider:<email>` or `provider:<label>` (P-2).
   */
  id: string;
  /**
   * A name for people.
   */
  label?: string;
  /**
   * `projectId`, `enterpriseUrl`; nothing else is kept.
   */
  metadata?: ProfileMetadata;
  /**
   * The provider's mode, when it names one.
   */
  mode?: string;
  /**
   * Provider id.
   */
  provider: string;
  /**
   * How the credential works.
   */
  type: ProfileType;
}
/**
 * The two facts that a provider needs beside the secret (P-1).
 */
export interface ProfileMetadata {
  /**
   * Host of an enterprise installation.
   */
  enterpriseUrl?: string;
  /**
   * Cloud project.
   */
  projectId?: string;
}
/**
 * A member of the chain.
 */
export interface Candidate {
  /**
   * Model id.
   */
  model: string;
  /**
   * Why it is in the chain.
   */
  origin: Origin;
  /**
   * Provider id.
   */
  provider: string;
}
/**
 * A change of one session entry, computed from `revision` (S-11).
 */
export interface SessionPatch {
  /**
   * Record key, `session/<sessionId>`.
   */
  key: string;
  /**
   * The revision that was read.
   */
  revision: number;
  /**
   * Field name to change.
   */
  set: {
    [k: string]: FieldChange;
  };
}
/**
 * A change of one field: with `from`, only if the field still has that value; `null` stands for absent (S-11).
 */
export interface FieldChange {
  /**
   * The value that the field must still have. A missing `from` is no condition; `null` demands absence.
   */
  from?: unknown;
  /**
   * The new value; `null` removes the field.
   */
  to: unknown;
}
/**
 * The verdict on one failure (C-4).
 */
export interface Classification {
  /**
   * The error code that counted.
   */
  code?: string;
  /**
   * How sure the verdict is.
   */
  confidence: Confidence;
  /**
   * The error type that counted.
   */
  errorType?: string;
  /**
   * With `explain`: the span of text that decided.
   */
  evidence?: Evidence;
  /**
   * Another candidate may be tried.
   */
  failover: boolean;
  /**
   * Hash of reason, status, type and masked text, as 16 hex digits (C-19).
   */
  fingerprint: string;
  /**
   * With `explain`: rules that matched and lost, best first.
   */
  lost?: LostRule[];
  /**
   * Redacted text, at most 400 characters (C-19).
   */
  preview?: string;
  /**
   * The class of the failure.
   */
  reason: Reason;
  /**
   * The one repair that may be retried (C-11).
   */
  repair?: Repair;
  /**
   * Hash of the provider's request id, as 16 hex digits.
   */
  requestIdHash?: string;
  /**
   * One request asks for more than the whole limit; another provider may still admit it (C-14).
   */
  requestSizeCeiling: boolean;
  /**
   * The provider's stated absolute end of the wait (C-18).
   */
  resetAt?: Millis;
  /**
   * The provider's stated wait from `now`, in milliseconds (C-18).
   */
  retryAfterMs?: Span;
  /**
   * Stable id of the table row that decided.
   */
  rule: string;
  /**
   * What is at fault.
   */
  scope: Scope;
  /**
   * The HTTP status that counted.
   */
  status?: number;
  /**
   * A usage window of an hour or more, of a day, week, month or subscription is used up (C-7).
   */
  usageWindow: boolean;
  /**
   * With `explain`: why the winner won, in one sentence.
   */
  why?: string;
}
/**
 * Where the deciding text stands: a field of the signal and UTF-8 byte offsets into it (C-4).
 */
export interface Evidence {
  /**
   * One past the last byte.
   */
  end: number;
  /**
   * Path of the field, e.g. `body`, `message`, `causes[0].message`, `status`.
   */
  field: string;
  /**
   * First byte.
   */
  start: number;
}
/**
 * A rule that matched but lost (C-4).
 */
export interface LostRule {
  /**
   * What it would have said.
   */
  reason: Reason;
  /**
   * Its id.
   */
  rule: string;
  /**
   * Why it lost, in a few words.
   */
  why: string;
}
/**
 * How often one scope failed in a row (K-3, K-4).
 */
export interface Count {
  /**
   * What is counted.
   */
  kind: CountKind;
  /**
   * Time of the last one.
   */
  lastAt: Millis;
  /**
   * The model, when the failures were model-scoped.
   */
  model?: string;
  /**
   * How many.
   */
  n: number;
}
/**
 * A cron job's payload (M-3).
 */
export interface CronRequest {
  /**
   * The job's fallbacks; absent is not `[]`.
   */
  fallbacks?: string[];
  /**
   * The job's model.
   */
  model?: string;
}
/**
 * One line of the decision log, event `model_fallback_decision` (T-32).
 */
export interface DecisionRecord {
  /**
   * When.
   */
  at: Millis;
  /**
   * Position in the chain, from 1.
   */
  attempt?: number;
  /**
   * The candidate.
   */
  candidateModel?: string;
  /**
   * The candidate.
   */
  candidateProvider?: string;
  /**
   * Error code.
   */
  code?: string;
  /**
   * What was decided.
   */
  decision: Decision;
  /**
   * In words.
   */
  detail?: string;
  /**
   * Fingerprint of the failure.
   */
  errorFingerprint?: string;
  /**
   * Redacted text.
   */
  errorPreview?: string;
  /**
   * Always `model_fallback_decision`.
   */
  event: string;
  /**
   * The chain has more than one member.
   */
  fallbackConfigured: boolean;
  /**
   * Position in the chain of the model that was left, from 1.
   */
  fallbackStepChainPosition?: number;
  /**
   * How the step ended.
   */
  fallbackStepFinalOutcome?: StepOutcome;
  /**
   * Redacted detail.
   */
  fallbackStepFromFailureDetail?: string;
  /**
   * Why it was left.
   */
  fallbackStepFromFailureReason?: Reason;
  /**
   * `provider/model` that was left.
   */
  fallbackStepFromModel?: string;
  /**
   * `provider/model` that follows.
   */
  fallbackStepToModel?: string;
  /**
   * Always `fallback_step`.
   */
  fallbackStepType?: string;
  /**
   * It is the first of the chain.
   */
  isPrimary: boolean;
  /**
   * What comes next.
   */
  nextCandidateModel?: string;
  /**
   * What comes next.
   */
  nextCandidateProvider?: string;
  /**
   * How many attempts came before.
   */
  previousAttempts: number;
  /**
   * Profiles of the candidate.
   */
  profileCount: number;
  /**
   * The credential.
   */
  profileId?: string;
  /**
   * Why.
   */
  reason?: Reason;
  /**
   * What was asked for.
   */
  requestedModel: string;
  /**
   * What was asked for.
   */
  requestedProvider: string;
  /**
   * The rule that decided.
   */
  rule: string;
  /**
   * Session, when there is one.
   */
  sessionId?: string;
  /**
   * HTTP status.
   */
  status?: number;
  /**
   * Length of the chain.
   */
  total: number;
  /**
   * The turn.
   */
  turnId: string;
  /**
   * When the next call or wake-up is due.
   */
  until?: Millis;
}
/**
 * Something for people, not part of the answer (S-9).
 */
export interface Notice {
  /**
   * Also where replies are suppressed.
   */
  bypassSuppression: boolean;
  /**
   * Does not count as the reply.
   */
  consumesReplySlot: boolean;
  /**
   * Not read as a promise.
   */
  excludeFromCommitments: boolean;
  /**
   * Not spoken.
   */
  excludeFromTts: boolean;
  /**
   * What it is about; also the translation key.
   */
  kind: NoticeKind;
  /**
   * Said once per state change.
   */
  once: boolean;
  /**
   * About operation, not content.
   */
  operational: boolean;
  /**
   * Values in the text, by name.
   */
  params: {
    [k: string]: string;
  };
  /**
   * English text; empty when it must not be shown (`groupConversation`).
   */
  text: string;
  /**
   * Replaced or removed by what follows.
   */
  transient: boolean;
}
/**
 * The story of a turn that failed everywhere (T-34).
 */
export interface FallbackSummary {
  /**
   * Code of the last attempt.
   */
  code?: string;
  /**
   * One sentence for people.
   */
  message: string;
  /**
   * Reason of the last attempt.
   */
  reason: Reason;
  /**
   * How many attempts and skips had each reason.
   */
  reasons: {
    abort?: number;
    auth?: number;
    auth_permanent?: number;
    billing?: number;
    context_overflow?: number;
    empty_response?: number;
    format?: number;
    model_not_found?: number;
    no_error_details?: number;
    overloaded?: number;
    rate_limit?: number;
    refusal?: number;
    server_error?: number;
    session_expired?: number;
    timeout?: number;
    tls_certificate?: number;
    unclassified?: number;
    unknown?: number;
  };
  /**
   * What to do about it, one line for each reason in the mix.
   */
  remediation: string[];
  /**
   * The soonest end of a window that blocks a candidate of the chain (K-14).
   */
  soonestCooldownExpiry?: Millis;
  /**
   * Status of the last attempt.
   */
  status?: number;
}
/**
 * Tokens of an answer.
 */
export interface Usage {
  /**
   * Tokens read.
   */
  inputTokens?: number;
  /**
   * Tokens written.
   */
  outputTokens?: number;
}
/**
 * Stored state as it was read before the turn, or again during it.
 */
export interface Snapshot {
  /**
   * A stored order for this agent, by provider (P-4).
   */
  order?: {
    [k: string]: string[];
  };
  /**
   * Profiles that the host gives; a stored one with the same id loses.
   */
  profiles?: AuthProfile[];
  /**
   * The records named by `engine.keys`.
   */
  records?: StoredRecord[];
  /**
   * What the host knows of the running conversation.
   */
  runtime?: RuntimeState;
  /**
   * Skip marks kept by the host process (T-26).
   */
  skipMarks?: SkipMark[];
}
/**
 * A record as a store hands it over: key, JSON value, version of the compare-and-set (H-6).
 *
 * Written again, as in a saved turn, it holds only what an engine knows of it: a foreign record with secrets in it
 * leaks nothing (P-1).
 */
export interface StoredRecord {
  /**
   * Its key, without the tenant prefix.
   */
  key: string;
  /**
   * The record.
   */
  value: unknown;
  /**
   * Opaque version of the store.
   */
  version?: unknown;
}
/**
 * What the host knows of the running conversation.
 */
export interface RuntimeState {
  /**
   * Compactions so far, when newer than the entry's.
   */
  compactionCount?: number;
}
/**
 * A candidate to skip in this session (T-26).
 */
export interface SkipMark {
  /**
   * Model id.
   */
  model: string;
  /**
   * The pinned profile, if any.
   */
  profileId?: string;
  /**
   * Provider id.
   */
  provider: string;
  /**
   * End of the mark.
   */
  until: Millis;
}
/**
 * What would happen to one candidate now, as if those before it had failed.
 */
export interface ExplainedCandidate {
  /**
   * The candidate.
   */
  candidate: Candidate;
  /**
   * With which profile.
   */
  profileId?: string;
  /**
   * Its profiles in order, then those that may not be used.
   */
  profiles: ExplainedProfile[];
  /**
   * The rule that says so.
   */
  rule: string;
  /**
   * Until when, for a skip.
   */
  until?: Millis;
  /**
   * Called, probed or skipped.
   */
  verdict: ExplainVerdict;
  /**
   * In words.
   */
  why: string;
}
/**
 * One profile of a candidate, and what stands against it now.
 */
export interface ExplainedProfile {
  /**
   * Whether it may be used at all (P-3).
   */
  eligible: Eligibility;
  /**
   * Profile id.
   */
  profileId: string;
  /**
   * Why not.
   */
  reason?: Reason;
  /**
   * Until when.
   */
  until?: Millis;
  /**
   * No window keeps it from this model now.
   */
  usableNow: boolean;
}
/**
 * What would happen to each candidate now (M-10).
 */
export interface Explanation {
  /**
   * The chain, in order.
   */
  candidates: ExplainedCandidate[];
  /**
   * The largest number of calls that the turn can make (T-35).
   */
  maxAttempts: number;
  /**
   * Which model is asked for, and where that comes from.
   */
  selection: Selection;
}
/**
 * What `engine.select` answers (M-3).
 */
export interface Selection {
  /**
   * Which fallbacks follow.
   */
  chainPolicy: ChainPolicy;
  /**
   * Model id.
   */
  model: string;
  /**
   * The pinned profile, when there is one for this provider.
   */
  profile?: string;
  /**
   * Who pinned it.
   */
  profileSource?: PinSource;
  /**
   * Provider id.
   */
  provider: string;
  /**
   * Opaque harness.
   */
  runtime?: string;
  /**
   * Where it came from.
   */
  source: SelectionSource;
}
/**
 * The folded state before the recent facts (K-15).
 */
export interface HealthBase {
  /**
   * Time of the newest fact in it; older facts that arrive late change counts only.
   */
  at?: Millis;
  /**
   * Counts at that point.
   */
  counts?: Count[];
  /**
   * Windows at that point.
   */
  windows?: Window[];
}
/**
 * A time in which a profile is not used (K-1).
 */
export interface Window {
  /**
   * The step of the ladder that opened it.
   */
  count: number;
  /**
   * Cooldown, disabled or blocked.
   */
  kind: WindowKind;
  /**
   * The model, for scope `model`.
   */
  model?: string;
  /**
   * Why.
   */
  reason: Reason;
  /**
   * What it covers.
   */
  scope: WindowScope;
  /**
   * Where the end came from.
   */
  source: WindowSource;
  /**
   * Its end; at this instant the profile is free again.
   */
  until: Millis;
}
/**
 * A row that a host puts before the table: `classify.extraRules[]` (C-20).
 */
export interface HostRule {
  /**
   * Only with this code or type, in any case.
   */
  code?: string;
  /**
   * `false` keeps the turn from trying another candidate.
   */
  failover?: boolean;
  /**
   * Stable id, shown as the verdict's `rule`.
   */
  id: string;
  /**
   * Only where this pattern is found; `regex` syntax, case-insensitive, at most 512 characters.
   */
  pattern?: string;
  /**
   * Only for this provider.
   */
  provider?: string;
  /**
   * The verdict.
   */
  reason: Reason;
  /**
   * Overrides the reason's scope.
   */
  scope?: Scope;
  /**
   * Only with this HTTP status.
   */
  status?: number;
  /**
   * Marks a usage window.
   */
  usageWindow?: boolean;
}
/**
 * What `engine.keys` answers: which records to load before a turn.
 */
export interface KeySet {
  /**
   * Exact keys.
   */
  keys: string[];
  /**
   * Prefixes of which every record is needed.
   */
  prefixes: string[];
}
/**
 * A lease: who holds it, and until when.
 */
export interface Lease {
  /**
   * The turn id of the holder.
   */
  owner: string;
  /**
   * Its end.
   */
  until: Millis;
}
/**
 * The driver broke the contract of the turn: nothing was changed (T-3).
 */
export interface Misuse {
  /**
   * Stable code in snake case, e.g. `unknown_handle`, `unknown_event`.
   */
  code: string;
  /**
   * What was wrong and what to do.
   */
  message: string;
  /**
   * The problems of a body that could not be read.
   */
  problems?: Problem[];
}
/**
 * One thing that is wrong with a config, a request, an event or a record: where, what was found, what is allowed.
 */
export interface Problem {
  /**
   * Stable code in snake case, e.g. `wrong_type`, `out_of_range`, `unknown_profile`.
   */
  code: string;
  /**
   * What is allowed there.
   */
  expected?: string;
  /**
   * What was found, shortened and without secrets.
   */
  found?: string;
  /**
   * What is wrong and what to do, in one sentence, starting with what was found.
   */
  message: string;
  /**
   * Where: a dotted path into the input, e.g. `failover.probe.marginMs`; empty for the whole input.
   */
  path: string;
}
/**
 * What the request needs of a candidate (M-11).
 */
export interface Needs {
  /**
   * Image input.
   */
  images?: boolean;
  /**
   * Tokens that must fit.
   */
  minContext?: number;
  /**
   * Tool calls.
   */
  tools?: boolean;
}
/**
 * One profile of a provider as `engine.order` shows it.
 */
export interface OrderedProfile {
  /**
   * Whether it may be used at all (P-3).
   */
  eligible: Eligibility;
  /**
   * Profile id.
   */
  profileId: string;
  /**
   * Until when a window does.
   */
  until?: Millis;
  /**
   * No window keeps it from this model now.
   */
  usableNow: boolean;
}
/**
 * The permission to send once.
 */
export interface OutboxPermit {
  /**
   * Which attempt this is, from 1.
   */
  attempt: number;
  /**
   * Channel.
   */
  channel: string;
  /**
   * Id of the entry.
   */
  id: string;
  /**
   * The same for every attempt of the entry; hand it to the receiver.
   */
  idempotencyKey: string;
  /**
   * Where the payload is.
   */
  payloadRef: string;
  /**
   * When the start was stored.
   */
  startedAt: Millis;
  /**
   * Receiver.
   */
  to: string;
  /**
   * Fencing number; goes back with the result.
   */
  token: number;
}
/**
 * What a command did.
 */
export interface OutboxAnswer {
  /**
   * What to do once it is stored, in order.
   */
  actions: OutboxAction[];
  /**
   * The entry as it is to be stored, by compare-and-set against the one that was given; absent: delete it.
   */
  entry?: OutboxEntry;
  /**
   * The columns that a store indexes.
   */
  index?: OutboxIndex;
  /**
   * Why, in one sentence.
   */
  reason: string;
  /**
   * The rule behind the row.
   */
  rule: string;
  /**
   * Id of the row that decided.
   */
  transition: string;
}
/**
 * A message in the outbox (O-1). Only [`step`](super::step) changes it.
 */
export interface OutboxEntry {
  /**
   * How often reconciliation had no answer for the send in `evidence`.
   */
  asked?: number;
  /**
   * Attempts charged so far.
   */
  attemptCount: number;
  /**
   * Not before this instant; absent: at once.
   */
  availableAt?: Millis;
  /**
   * Channel, e.g. `telegram`; without a slash.
   */
  channel: string;
  /**
   * Who holds it now.
   */
  claim?: OutboxClaim;
  /**
   * Why it is dead.
   */
  deadReason?: DeadReason;
  /**
   * When it was put in.
   */
  enqueuedAt: Millis;
  /**
   * The send that started last, unless it is proven that nothing went out.
   */
  evidence?: OutboxEvidence;
  /**
   * The largest fencing number given out.
   */
  fence: number;
  /**
   * Its id; the idempotency key is made of it.
   */
  id: string;
  /**
   * When the last send started.
   */
  lastAttemptAt?: Millis;
  /**
   * What the last failure said, redacted and cut to 400 characters.
   */
  lastError?: string;
  /**
   * Given up when older than this.
   */
  maxAgeMs?: Span;
  /**
   * Attempts allowed.
   */
  maxAttempts: number;
  /**
   * Followers need not wait for it (O-6).
   */
  passed?: boolean;
  /**
   * Where the host finds the payload.
   */
  payloadRef: string;
  /**
   * Fencing number for which an attempt is charged and no send has started.
   */
  reserved?: number;
  /**
   * When a person took it up again; its age counts from there.
   */
  retriedAt?: Millis;
  /**
   * Place in the order of the outbox, given by the store; lower goes first.
   */
  seq: number;
  /**
   * Where it stands.
   */
  state: OutboxState;
  /**
   * Receiver within the channel.
   */
  to: string;
  /**
   * Version of this record.
   */
  v: number;
}
/**
 * The lease of an owner (O-3).
 */
export interface OutboxClaim {
  /**
   * Who; any text that names one worker of one process.
   */
  owner: string;
  /**
   * Fencing number of the claim.
   */
  token: number;
  /**
   * First instant at which the lease is over.
   */
  until: Millis;
}
/**
 * Proof that a send started. It stays until a result proves that nothing went out, or the next send starts (O-4).
 */
export interface OutboxEvidence {
  /**
   * Which attempt it was, from 1.
   */
  attempt: number;
  /**
   * Who sent; absent when the send had no claim.
   */
  owner?: string;
  /**
   * When the start was stored.
   */
  startedAt: Millis;
  /**
   * Fencing number under which it started.
   */
  token: number;
}
/**
 * The columns that a store indexes; everything else of an entry may be one JSON text.
 *
 * An entry may be claimed when `state` is `queued`, `availableAt` is not after now, and no entry of the same `lane` with
 * a lower `seq` has `blocks`.
 */
export interface OutboxIndex {
  /**
   * When it may be claimed (`queued`) or reconciled (`unknown_after_send`); absent in other states.
   */
  availableAt?: Millis;
  /**
   * Whether followers in the lane wait for it.
   */
  blocks: boolean;
  /**
   * Destination: channel, slash, receiver.
   */
  lane: string;
  /**
   * First instant at which the lease is over; absent without a lease.
   */
  leaseUntil?: Millis;
  /**
   * Place in the order.
   */
  seq: number;
  /**
   * Where it stands.
   */
  state: OutboxState;
}
/**
 * What the entries of one destination allow now (O-6).
 */
export interface OutboxLane {
  /**
   * Id of the entry for which all others wait.
   */
  head?: string;
  /**
   * Id of the entry that may be claimed now: the head, if it is queued and due.
   */
  sendable?: string;
  /**
   * When the head may be claimed, where only time is missing.
   */
  wakeAt?: Millis;
}
/**
 * Times that a host may scale, for instance in tests. There are no config keys for them (O-3).
 */
export interface OutboxOptions {
  /**
   * Wait after the first, second, ... attempt; the last step repeats. 5 s, 25 s, 2 min, 10 min.
   */
  backoffMs?: Span[];
  /**
   * Length of a lease; 60 s.
   */
  leaseMs?: Span;
  /**
   * A dead head lets its followers pass without being told; false (O-6).
   */
  passDead?: boolean;
  /**
   * An active owner renews this often; 20 s. Shorter than the lease.
   */
  renewMs?: Span;
  /**
   * Distance between replays of one recovery pass; 250 ms.
   */
  spacingMs?: Span;
}
/**
 * A model for one turn (M-3).
 */
export interface OverrideRequest {
  /**
   * Model id.
   */
  model: string;
  /**
   * A profile to pin for this turn.
   */
  profile?: string;
  /**
   * Provider id.
   */
  provider: string;
}
/**
 * A probe mark: one prober in the fleet for each interval (T-25).
 */
export interface ProbeMark {
  /**
   * When it was taken.
   */
  at: Millis;
  /**
   * The turn id of the prober.
   */
  owner: string;
  /**
   * Until when nobody else probes.
   */
  until: Millis;
}
/**
 * `profile/<scope>/<profileId>`, and the same shape for `account/...` (D-1).
 */
export interface ProfileRecord {
  /**
   * What was folded before `recent` (K-15).
   */
  base?: HealthBase;
  /**
   * The mark under which the health below was recorded (P-1).
   */
  credentialVersion?: string;
  /**
   * Time of the last success.
   */
  lastSuccessAt?: Millis;
  /**
   * Start of the last call with it (P-7).
   */
  lastUsed?: Millis;
  /**
   * The profile, when the store owns it.
   */
  profile?: AuthProfile;
  /**
   * The last facts, sorted, at most 32 (K-15).
   */
  recent?: Fact[];
  /**
   * Who refreshes it now (P-8).
   */
  refreshLease?: Lease;
  /**
   * Record version.
   */
  v: number;
  /**
   * The fold's result, kept for readers; never read by a decision (K-2).
   */
  windows?: Window[];
}
/**
 * One profile and the windows that are open now.
 */
export interface ProfileStatus {
  /**
   * Start of its last call.
   */
  lastUsed?: Millis;
  /**
   * Profile id.
   */
  profileId: string;
  /**
   * The reason that stands for them (K-13).
   */
  reason?: Reason;
  /**
   * Windows that are open now.
   */
  windows: Window[];
}
/**
 * `provider/<scope>/<provider>` (D-1).
 */
export interface ProviderRecord {
  /**
   * The fleet's retry budget (T-30).
   */
  budget?: RetryBudgetState;
  /**
   * The standing probe mark (T-25).
   */
  probe?: ProbeMark;
  /**
   * Record version.
   */
  v: number;
}
/**
 * What was fed to and drawn from the retry budget in the current window (T-30).
 */
export interface RetryBudgetState {
  /**
   * Retries in it.
   */
  drawn: number;
  /**
   * First attempts in it.
   */
  fed: number;
  /**
   * Start of the window.
   */
  windowStart: Millis;
}
/**
 * `retry.provider` of a session (T-6, T-8).
 */
export interface ProviderRetry {
  /**
   * Replaces both retry numbers; 0 disables recovery.
   */
  maxRetries?: number;
  /**
   * Replaces `recovery.maxRetryDelayMs`.
   */
  maxRetryDelayMs?: Span;
}
/**
 * One provider of the chain.
 */
export interface ProviderStatus {
  /**
   * When the standing probe mark ends (T-25).
   */
  probeMarkUntil?: Millis;
  /**
   * Its profiles, by id.
   */
  profiles: ProfileStatus[];
  /**
   * Provider id.
   */
  provider: string;
}
/**
 * What is left in one bucket.
 */
export interface RateBucket {
  /**
   * Requests that may still start before `resetAt`.
   */
  remaining: number;
  /**
   * When it is full again.
   */
  resetAt: Millis;
}
/**
 * Buckets of one bot. A host keeps them for all its requests; each answer has them as they are then.
 */
export interface RateBuckets {
  /**
   * Buckets by their id; a route without one has its own.
   */
  buckets?: {
    [k: string]: RateBucket;
  };
  /**
   * Nothing starts before this instant.
   */
  globalUntil?: Millis;
  /**
   * Which bucket a route has, as the API said.
   */
  routes?: {
    [k: string]: string;
  };
}
/**
 * The answer to [`super::next`]. `action` says which of the optional fields there are.
 */
export interface RetryAnswer {
  /**
   * What to do.
   */
  action: RetryAction;
  /**
   * When, for `start` and `retry`.
   */
  at?: Millis;
  /**
   * Buckets of the REST API as they are now; share them between requests.
   */
  buckets?: RateBuckets;
  /**
   * Remove what the failed try left behind before the repeat.
   */
  cleanUp?: boolean;
  /**
   * The attempt wants a connection of its own.
   */
  freshConnection?: boolean;
  /**
   * What to tell the outbox as the result of this send (O-2, O-5), should the host not try again here.
   */
  outcome?: OutboxOutcome;
  /**
   * What the failure proves.
   */
  proof?: RetryProof;
  /**
   * Why it stops, for `give_up`.
   */
  reason?: RetryGiveUp;
  /**
   * Check permissions again before the repeat.
   */
  recheck?: boolean;
  /**
   * The stated wait, for the outbox's back-off and for people.
   */
  retryAfterMs?: Span;
  /**
   * Id of the row that knew the failure.
   */
  row?: string;
  /**
   * The rule behind the decision.
   */
  rule: string;
  /**
   * Give it back with the next failure of the same request.
   */
  state: RetryState;
}
/**
 * What one request has behind it; a host keeps it from failure to failure.
 */
export interface RetryState {
  /**
   * Attempts that failed so far.
   */
  attempts?: number;
  /**
   * The text was sent as plain text already.
   */
  plain?: boolean;
}
/**
 * What a caller changes of an envelope, in code only.
 */
export interface RetryEnvelopePatch {
  /**
   * Attempts in all, the first included; 1 to 1000.
   */
  attempts?: number;
  /**
   * Fraction of the wait that is added at most, 0 to 1.
   */
  jitter?: Jitter;
  /**
   * Longest wait; not below the shortest.
   */
  maxDelayMs?: Span;
  /**
   * Wait before the second attempt.
   */
  minDelayMs?: Span;
}
/**
 * The question: may this request be tried (again)? Without `failure` and `success` it is about the first attempt.
 */
export interface RetryRequest {
  /**
   * Buckets that requests share.
   */
  buckets?: RateBuckets;
  /**
   * Nothing starts after this instant.
   */
  deadlineAt?: Millis;
  /**
   * Changes to the envelope, in code only.
   */
  envelope?: RetryEnvelopePatch;
  /**
   * What went wrong.
   */
  failure?: ErrorSignal;
  /**
   * The caller knows better: `true` for a request with an idempotency key or nonce, `false` for one without.
   */
  idempotent?: boolean;
  /**
   * The process was killed or ended by a signal.
   */
  killed?: boolean;
  /**
   * Now.
   */
  now: Millis;
  /**
   * What is done, in the words of the policy, e.g. `sendMessage`, `POST`, `fetch`. Absent: the policy's default.
   */
  operation?: string;
  /**
   * Which policy.
   */
  policy: RetryPolicy;
  /**
   * Route of the REST API, e.g. `POST /channels/1/messages`, for its bucket.
   */
  route?: string;
  /**
   * Seed of the jitter; any number up to 2^53 - 1.
   */
  seed?: number;
  /**
   * What the request has behind it.
   */
  state?: RetryState;
  /**
   * What came back when nothing went wrong.
   */
  success?: RetrySuccess;
}
/**
 * A response that succeeded: its headers fill the buckets.
 */
export interface RetrySuccess {
  /**
   * Response headers; names in any case.
   */
  headers?: {
    [k: string]: string;
  };
}
/**
 * Recovery numbers of a session (T-6).
 */
export interface RetrySettings {
  /**
   * `retry.provider`.
   */
  provider?: ProviderRetry;
}
/**
 * Whether the host sets `x-should-retry: false` on the response.
 */
export interface SdkCap {
  /**
   * The cap; absent when it is switched off.
   */
  capMs?: Span;
  /**
   * Set the header.
   */
  inject: boolean;
  /**
   * The stated wait; absent when none could be read.
   */
  waitMs?: Span;
}
/**
 * A response as an SDK would see it.
 */
export interface SdkCapRequest {
  /**
   * Response headers; names in any case.
   */
  headers?: {
    [k: string]: string;
  };
  /**
   * Now, for waits that are stated as a date.
   */
  now: Millis;
  /**
   * Value of `OPENCLAW_SDK_RETRY_MAX_WAIT_SECONDS`; absent when it is not set.
   */
  setting?: string;
  /**
   * HTTP status.
   */
  status: number;
}
/**
 * What a selection is made from.
 */
export interface SelectRequest {
  /**
   * Whose turn it is; default `main`.
   */
  agentId?: string;
  /**
   * A cron job's payload.
   */
  cron?: CronRequest;
  /**
   * The session's entry.
   */
  entry?: SessionEntry;
  /**
   * Text or image (M-8).
   */
  kind?: RequestKind;
  /**
   * A model for this turn alone.
   */
  override?: OverrideRequest;
  /**
   * What starts the turn.
   */
  trigger?: Trigger;
}
/**
 * Saved state that this engine cannot take; it is left as it is (D-4, T "save").
 */
export interface StateError {
  /**
   * `malformed`, `newer_version` or `policy_mismatch`.
   */
  code: string;
  /**
   * What was found, what is allowed and what to do.
   */
  message: string;
  /**
   * Where it is wrong, when it is malformed.
   */
  problems?: Problem[];
}
/**
 * What a status line or card shows (S-10).
 */
export interface Status {
  /**
   * The model that answered last, when it is another one.
   */
  active?: string;
  /**
   * The last turn that did not succeed at its first call.
   */
  lastDecision?: LastDecision;
  /**
   * When the origin of a stored fallback may be probed next (S-4).
   */
  nextPrimaryProbe?: Millis;
  /**
   * Who pinned it.
   */
  pinnedBy?: PinSource;
  /**
   * The pinned profile.
   */
  pinnedProfile?: string;
  /**
   * Each provider of the chain, in order.
   */
  providers: ProviderStatus[];
  /**
   * Why another one answered, in words.
   */
  reason?: string;
  /**
   * The selected model, as `provider/model`.
   */
  selected: string;
}
/**
 * One answer of the turn: effects in order, then what it waits for (T-1).
 */
export interface Step {
  /**
   * Carry these out in order. An `ask` is the last of its step; `finish` is last and comes once.
   */
  effects: Effect[];
  /**
   * The soonest deadline, or that the turn is over.
   */
  next: Next;
}
/**
 * One user request (the head of 04-turn). Only `turnId` and `seed` are required.
 */
export interface TurnRequest {
  /**
   * Whose turn it is; default `main`.
   */
  agentId?: string;
  /**
   * Model refs to try in order; nothing is appended.
   */
  chain?: string[];
  /**
   * A cron job's payload (M-3).
   */
  cron?: CronRequest;
  /**
   * When the whole turn must be over (T-20).
   */
  deadlineAt?: Millis;
  /**
   * Replaces the fallbacks; `[]` is strict (M-7).
   */
  fallbacksOverride?: string[];
  /**
   * A group conversation shows no notices (S-9).
   */
  groupConversation?: boolean;
  /**
   * Text or image (M-8).
   */
  kind?: RequestKind;
  /**
   * What a candidate must be able to do (M-11).
   */
  needs?: Needs;
  /**
   * What the host can do when asked (T-1).
   */
  offers?: Offer[];
  /**
   * A model for this turn alone (`one_off`, M-3).
   */
  override?: OverrideRequest;
  /**
   * Session settings that replace recovery numbers (T-6).
   */
  retry?: RetrySettings;
  /**
   * Seed of every draw (T-7); at most 2^53 - 1.
   */
  seed: number;
  /**
   * A selection made earlier with `engine.select`.
   */
  selection?: Selection;
  /**
   * The conversation; without one nothing of a session is read or written (S-1).
   */
  sessionId?: string;
  /**
   * What started the turn.
   */
  trigger?: Trigger;
  /**
   * Unique id, given by the host; attempt ids are `<turnId>.<n>`.
   */
  turnId: string;
}
