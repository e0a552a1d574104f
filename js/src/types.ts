// The wire types under their short names. They are generated from the Rust types; nothing is added here.
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface Problem {
  code: string;
  path: string;
  message: string;
  found?: string;
  expected?: string;
}

export type Phase = 'connect' | 'request' | 'headers' | 'stream' | 'completed';

export interface ErrorSignal {
  provider?: string;
  model?: string;
  status?: number;
  code?: string;
  errorType?: string;
  name?: string;
  message?: string;
  body?: unknown;
  headers?: Record<string, string>;
  finishReason?: string;
  phase?: Phase;
  callerAborted?: boolean;
  callerTimedOut?: boolean;
  causes?: ErrorSignal[];
}

export interface Classification {
  reason: string;
  rule: string;
  confidence: 'certain' | 'likely' | 'guess';
  scope: string;
  usageWindow: boolean;
  retryAfterMs?: number;
  resetAt?: number;
  requestSizeCeiling: boolean;
  failover: boolean;
  repair?: string;
  status?: number;
  code?: string;
  errorType?: string;
  preview?: string;
  fingerprint: string;
  requestIdHash?: string;
  evidence?: { field: string; start: number; end: number };
  lost?: { rule: string; reason: string; why: string }[];
  why?: string;
}

export interface AuthProfile {
  id: string;
  provider: string;
  type: 'oauth' | 'token' | 'api_key';
  expiresAt?: number;
  email?: string;
  accountId?: string;
  label?: string;
  mode?: string;
  credential?: 'present' | 'refreshable' | 'missing' | 'unresolved';
  metadata?: { projectId?: string; enterpriseUrl?: string };
  credentialVersion?: string;
}

export interface Candidate {
  provider: string;
  model: string;
  origin: 'requested' | 'configured_fallback' | 'configured_primary';
}

export interface AttemptRecord {
  attemptId: string;
  provider: string;
  model: string;
  profileId?: string;
  origin: Candidate['origin'];
  startedAt: number;
  endedAt?: number;
  outcome?: 'succeeded' | 'failed' | 'cancelled' | 'skipped';
  reason?: string;
  rule?: string;
  status?: number;
  code?: string;
  error?: string;
  fingerprint?: string;
  retryAfterMs?: number;
  waitedMs: number;
  mode: 'fresh' | 'continue';
  probe: boolean;
  responses: number;
  maybeBilled: boolean;
  cost?: number;
  skipped?: { rule: string; why: string; until?: number; ineligible?: { profileId: string; code: string }[] };
}

export interface LiveSwitch {
  provider: string;
  model: string;
  profile?: string;
}

export interface FallbackSummary {
  message: string;
  remediation: string[];
  reason: string;
  status?: number;
  code?: string;
  reasons: Record<string, number>;
  soonestCooldownExpiry?: number;
}

export type Outcome =
  | { kind: 'completed'; candidate: Candidate; profileId?: string; fellBack: boolean; attempts: AttemptRecord[] }
  | { kind: 'exhausted'; summary: FallbackSummary; attempts: AttemptRecord[] }
  | { kind: 'surfaced'; classification: Classification; partial: boolean; attempts: AttemptRecord[] }
  | { kind: 'needs_compaction'; classification: Classification; attempts: AttemptRecord[] }
  | { kind: 'switch_requested'; target: LiveSwitch; attempts: AttemptRecord[] }
  | { kind: 'aborted'; attempts: AttemptRecord[] }
  | { kind: 'deadline'; attempts: AttemptRecord[] };

export interface DecisionRecord {
  event: string;
  decision: string;
  turnId: string;
  at: number;
  sessionId?: string;
  requestedProvider: string;
  requestedModel: string;
  candidateProvider?: string;
  candidateModel?: string;
  profileId?: string;
  attempt?: number;
  total: number;
  isPrimary: boolean;
  fallbackConfigured: boolean;
  profileCount: number;
  reason?: string;
  rule: string;
  detail?: string;
  status?: number;
  code?: string;
  errorPreview?: string;
  errorFingerprint?: string;
  nextCandidateProvider?: string;
  nextCandidateModel?: string;
  until?: number;
  previousAttempts: number;
}

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

export type Next = { state: 'wait'; at?: number; why?: WaitWhy } | { state: 'done' };

export interface SessionEntry {
  v: number;
  providerOverride?: string;
  modelOverride?: string;
  modelOverrideSource?: 'user' | 'auto' | 'default';
  authProfileOverride?: string;
  authProfileOverrideSource?: 'auto' | 'user';
  compactionCount: number;
  liveSwitchPending?: LiveSwitch;
  lastDecision?: { turnId: string; at: number; outcome: string; answeredBy?: string; attempts: string[] };
  revision: number;
}

export interface SessionPatch {
  key: string;
  revision: number;
  set: Record<string, { from?: unknown; to: unknown }>;
}

export type Fact = { kind: string; key: string; at: number };

export interface Notice {
  kind: 'fallback' | 'fallback_cleared' | 'overload_waiting' | 'retrying' | 'profile_changed';
  text: string;
  params: Record<string, string>;
  once: boolean;
  transient: boolean;
  operational: boolean;
  bypassSuppression: boolean;
  consumesReplySlot: boolean;
  excludeFromTts: boolean;
  excludeFromCommitments: boolean;
}

export type AskKind = 'persist' | 'refresh_credential' | 'repair' | 'reset_session' | 'compact' | 'consent';

export type Crossing = 'tool_call_ids' | 'thinking_signatures' | 'cached_content_ids' | 'response_ids';

export type Effect =
  | { type: 'persist'; facts?: Fact[]; sessionPatch?: SessionPatch }
  | {
      type: 'call';
      attemptId: string;
      candidate: Candidate;
      profileId?: string;
      runtime?: string;
      mode: 'fresh' | 'continue';
      instruction?: 'continue_after_interruption';
      probe: boolean;
      final: boolean;
      crossing?: Crossing[];
      rule: string;
    }
  | { type: 'cancel_call'; attemptId: string }
  | { type: 'discard_output'; attemptId: string }
  | ({ type: 'notify' } & Notice)
  | { type: 'log'; record: DecisionRecord }
  | { type: 'mark'; op: 'set' | 'clear'; provider?: string; model?: string; profileId?: string; until?: number }
  | { type: 'ask'; askId: string; kind: AskKind; params: Record<string, unknown>; rule: string }
  | { type: 'finish'; outcome: Outcome; rule: string };

export interface Step {
  effects: Effect[];
  next: Next;
}

export type ProgressLevel = 'lifecycle' | 'text' | 'tool_started' | 'tool_settled';

export type Answer =
  | { status: 'ok'; data?: unknown }
  | { status: 'denied'; heldUntil?: number }
  | { status: 'conflict'; entry: SessionEntry }
  | { status: 'failed'; signal?: ErrorSignal };

export interface Usage {
  inputTokens: number;
  outputTokens: number;
}

export type Event =
  | { type: 'call_started'; attemptId: string; innerRetries?: boolean }
  | {
      type: 'progress';
      attemptId: string;
      level: ProgressLevel;
      pendingApproval?: boolean;
      asyncWork?: boolean;
      terminatingTool?: boolean;
    }
  | { type: 'response_completed'; attemptId: string }
  | {
      type: 'response_incomplete';
      attemptId: string;
      why: 'max_output_tokens' | 'content_filter' | 'other';
      duringToolCall: boolean;
    }
  | { type: 'succeeded'; attemptId: string; empty?: boolean; payloadSignal?: ErrorSignal; usage?: Usage }
  | { type: 'failed'; attemptId: string; signal: ErrorSignal }
  | { type: 'host_error'; attemptId?: string; message: string }
  | { type: 'tick' }
  | { type: 'answered'; askId: string; result: Answer }
  | { type: 'live_switch'; provider: string; model: string; profile?: string; userPending: boolean }
  | { type: 'snapshot_changed'; snapshot: Snapshot }
  | { type: 'abort'; by: 'caller' | 'deadline' };

export interface SkipMark {
  provider: string;
  model: string;
  profileId?: string;
  until: number;
}

export interface StoredRecord {
  key: string;
  value: unknown;
  version?: unknown;
}

export interface Snapshot {
  profiles: AuthProfile[];
  order?: Record<string, string[]>;
  records: StoredRecord[];
  skipMarks: SkipMark[];
  runtime?: { compactionCount?: number };
}

export type Offer = 'compact' | 'refresh' | 'repair' | 'reset_session' | 'continue' | 'consent';

export interface TurnRequest {
  turnId: string;
  agentId?: string;
  sessionId?: string;
  seed: number;
  selection?: unknown;
  chain?: string[];
  override?: { provider: string; model: string; profile?: string };
  cron?: { model?: string; fallbacks?: string[] };
  fallbacksOverride?: string[];
  kind?: 'text' | 'image';
  needs?: { tools?: boolean; images?: boolean; minContext?: number };
  deadlineAt?: number;
  trigger?: 'user' | 'cron' | 'heartbeat' | 'system';
  offers?: Offer[];
  groupConversation?: boolean;
  retry?: { provider?: { maxRetries?: number; maxRetryDelayMs?: number } };
}
