"""What goes into the engine and comes out of it. The full description is ``docs/schemas/switchover.json``.

Names inside JSON bodies are those of the wire (camelCase). Times are milliseconds since the epoch.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NotRequired, TypedDict

Json = dict[str, Any]
"""An open body: its type is named where it is used."""

Phase = Literal["connect", "request", "headers", "stream", "completed"]
"""How far a call had come when it failed."""


class ErrorSignal(TypedDict, total=False):
    """What was seen of a failure (C-2). Give what you have."""

    provider: str
    model: str
    status: int
    code: str
    errorType: str
    name: str
    message: str
    body: Any
    headers: dict[str, str]
    finishReason: str
    phase: Phase
    callerAborted: bool
    callerTimedOut: bool
    causes: list[ErrorSignal]


class Problem(TypedDict):
    """One thing that is wrong with an input (Q-9)."""

    code: str
    path: str
    message: str
    found: NotRequired[str]
    expected: NotRequired[str]


class AuthProfile(TypedDict):
    """One credential without its secret (P-1)."""

    id: str
    provider: str
    type: Literal["api_key", "oauth", "token"]
    accountId: NotRequired[str]
    credential: NotRequired[str]
    credentialVersion: NotRequired[str]
    email: NotRequired[str]
    expiresAt: NotRequired[int]
    label: NotRequired[str]
    metadata: NotRequired[Json]
    mode: NotRequired[str]


class SkipMark(TypedDict):
    """A candidate that a session leaves out until a time (T-26)."""

    provider: str
    model: str
    until: int
    profileId: NotRequired[str]


class StoredRecord(TypedDict):
    """A record as the engine takes it (D-1)."""

    key: str
    value: Any
    version: NotRequired[Any]


class Snapshot(TypedDict, total=False):
    """Stored state as it was read before a turn."""

    profiles: list[AuthProfile]
    records: list[StoredRecord]
    skipMarks: list[SkipMark]
    order: dict[str, list[str]]
    runtime: Json


class Next(TypedDict):
    """What a turn waits for: an event, or the moment ``at``, or nothing any more (T-1)."""

    state: Literal["wait", "done"]
    at: NotRequired[int]
    why: NotRequired[str]


class Step(TypedDict):
    """One answer of a turn: effects to carry out in order, then what it waits for."""

    effects: list[Json]
    next: Next


class AttemptRecord(TypedDict):
    """One attempt, as outcomes and reports tell it (T-33)."""

    attemptId: str
    provider: str
    model: str
    origin: str
    mode: str
    probe: bool
    startedAt: int
    waitedMs: int
    responses: int
    maybeBilled: bool
    endedAt: NotRequired[int]
    profileId: NotRequired[str]
    outcome: NotRequired[str]
    reason: NotRequired[str]
    rule: NotRequired[str]
    status: NotRequired[int]
    code: NotRequired[str]
    error: NotRequired[str]
    fingerprint: NotRequired[str]
    retryAfterMs: NotRequired[int]
    skipped: NotRequired[Json]
    cost: NotRequired[float]


class LiveSwitch(TypedDict):
    """A model that a person chose while a turn ran (T-15)."""

    provider: str
    model: str
    profile: NotRequired[str]


class FallbackSummary(TypedDict):
    """Why nothing answered (T-34)."""

    message: str
    reason: str
    reasons: dict[str, int]
    remediation: list[str]
    soonestCooldownExpiry: NotRequired[int]
    status: NotRequired[int]
    code: NotRequired[str]


@dataclass(frozen=True, slots=True)
class Classification:
    """The verdict on one failure (C-4). Durations are milliseconds."""

    #: The class of the failure (C-1).
    reason: str
    #: Stable id of the rule that decided.
    rule: str
    #: ``certain``, ``likely`` or ``guess``.
    confidence: str
    #: What is at fault.
    scope: str
    #: A usage window of an hour or more is used up (C-7).
    usage_window: bool
    #: Another candidate may be tried.
    failover: bool
    #: One request asks for more than the whole limit (C-14).
    request_size_ceiling: bool
    #: The provider's stated wait (C-18).
    retry_after_ms: int | None
    #: The provider's stated end of the wait (C-18).
    reset_at: int | None
    #: The repair that may be retried once (C-11).
    repair: str | None
    status: int | None
    code: str | None
    error_type: str | None
    #: Redacted text, at most 400 characters (C-19).
    preview: str | None
    fingerprint: str
    request_id_hash: str | None
    #: ``{ field, start, end }`` of the text that decided; only with an explanation.
    evidence: Mapping[str, Any] | None
    #: Rules that matched and lost; only with an explanation.
    lost: tuple[Mapping[str, Any], ...]
    #: Why the winner won; only with an explanation.
    why: str | None

    @classmethod
    def from_wire(cls, told: Mapping[str, Any]) -> Classification:
        """Reads the verdict as the engine tells it."""
        get = told.get
        return cls(
            reason=told["reason"],
            rule=told["rule"],
            confidence=told["confidence"],
            scope=told["scope"],
            usage_window=told["usageWindow"],
            failover=told["failover"],
            request_size_ceiling=told["requestSizeCeiling"],
            retry_after_ms=get("retryAfterMs"),
            reset_at=get("resetAt"),
            repair=get("repair"),
            status=get("status"),
            code=get("code"),
            error_type=get("errorType"),
            preview=get("preview"),
            fingerprint=told["fingerprint"],
            request_id_hash=get("requestIdHash"),
            evidence=get("evidence"),
            lost=tuple(get("lost", ())),
            why=get("why"),
        )
