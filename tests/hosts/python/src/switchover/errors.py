"""The errors of this package. Each has a stable ``code``; the message is for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .types import AttemptRecord, Classification, FallbackSummary, LiveSwitch, Problem


class SwitchoverError(Exception):
    """The base of every error of this package."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class PlanError(SwitchoverError):
    """The config or the request of a turn is wrong. All problems are listed, each with its path (T-3)."""

    def __init__(self, problems: Sequence[Problem], what: str) -> None:
        super().__init__("wrong_plan", "\n".join([f"{what}:", *(f"  {_tell(one)}" for one in problems)]))
        self.problems = tuple(problems)


def _tell(problem: Problem) -> str:
    path, message = problem["path"], problem["message"]
    return f"{path}: {message}" if path else message


class MisuseError(SwitchoverError):
    """The engine was used in a way that it does not allow, or an operation is not there yet (``not_yet``)."""

    def __init__(self, code: str, message: str, problems: Sequence[Problem] = ()) -> None:
        super().__init__(code, message)
        self.problems = tuple(problems)


class StoreError(SwitchoverError):
    """Stored state that cannot be read, or a store that cannot be opened. Nothing was changed."""


class InternalError(SwitchoverError):
    """The engine broke. It is started again; the turn in which it happened is lost."""


class HostError(SwitchoverError):
    """Raise this out of a callback for a fault of your own program: no provider is blamed for it."""

    def __init__(self, message: str) -> None:
        super().__init__("host_error", message)


class ResponseError(SwitchoverError):
    """A callback returned an HTTP response that is not ok."""

    def __init__(self, response: Any, status: int) -> None:
        super().__init__("response_not_ok", f"the provider answered HTTP {status}")
        self.response = response
        self.status = status


class AttemptError(SwitchoverError):
    """An attempt ended without an error of the host's: a time-out of the machine, or an answer with nothing in it."""


class TurnError(SwitchoverError):
    """A turn that ended without an answer; ``attempts`` tells what was tried."""

    def __init__(self, code: str, message: str, attempts: Sequence[AttemptRecord]) -> None:
        super().__init__(code, message)
        self.attempts = tuple(attempts)


class DeadlineError(TurnError):
    """The turn's deadline passed (T-20)."""

    def __init__(self, attempts: Sequence[AttemptRecord]) -> None:
        super().__init__("deadline", "the deadline of the turn passed before a model answered", attempts)


class AbortedError(TurnError):
    """The caller gave the turn up."""

    def __init__(self, attempts: Sequence[AttemptRecord]) -> None:
        super().__init__("aborted", "the turn was aborted by its caller", attempts)


class SwitchRequestedError(TurnError):
    """The person kept switching models while the turn ran (T-15)."""

    def __init__(self, target: LiveSwitch, attempts: Sequence[AttemptRecord]) -> None:
        name = f"{target['provider']}/{target['model']}"
        super().__init__("switch_requested", f"the model was switched to {name} again while the turn ran", attempts)
        self.target = target


class FallbackSummaryError(TurnError):
    """Every candidate failed or was skipped (T-34). The message is a sentence for people."""

    def __init__(self, summary: FallbackSummary, attempts: Sequence[AttemptRecord]) -> None:
        super().__init__("all_candidates_failed", summary["message"], attempts)
        self.summary = summary
        #: When the first candidate is free again, in milliseconds since the epoch.
        self.soonest_cooldown_expiry: int | None = summary.get("soonestCooldownExpiry")


@dataclass(frozen=True, slots=True)
class Attached:
    """What is attached as ``switchover`` to an original error that is raised again."""

    kind: str
    classification: Classification | None
    partial: bool
    attempts: tuple[AttemptRecord, ...]


def attached_to(error: BaseException) -> Attached | None:
    """The story that a turn attached to an error, if there is one."""
    found = getattr(error, "switchover", None)
    return found if isinstance(found, Attached) else None


_TITLES = {"invalid_config": "the config is wrong", "invalid_plan": "the turn cannot be planned"}
_STATE_CODES = ("malformed", "newer_version", "policy_mismatch")


def from_wire(told: Mapping[str, Any]) -> SwitchoverError:
    """The error that the engine told as ``{ code, message, problems? }``."""
    code, message, problems = told["code"], told["message"], told.get("problems", [])
    if code in _TITLES:
        return PlanError(problems, _TITLES[code])
    if code in _STATE_CODES:
        return StoreError(code, message)
    return MisuseError(code, message, problems)
