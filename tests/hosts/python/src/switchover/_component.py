"""The engine through the component (``wit/``). Typed values become the JSON text of the wire again, so that everything
above is the same for both builds."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from wasmtime import Store
from wasmtime.component import Component, Linker, Variant

from . import _module
from .errors import from_wire

_PACKAGE = "switchover:failover/"
_VERSION = "@0.1.0"

#: Operations of the wire, and the function of the interface that answers them.
_FUNCTIONS = {
    "keys": ("engine", "[method]engine.keys"),
    "select": ("engine", "[method]engine.select"),
    "order": ("engine", "[method]engine.order"),
    "apply": ("engine", "[method]engine.apply"),
    "clear": ("engine", "[method]engine.clear"),
    "explain": ("engine", "[method]engine.explain"),
    "status": ("engine", "[method]engine.status"),
    "selectModel": ("session", "select-model"),
    "resetSession": ("session", "reset"),
    "compacted": ("session", "compacted"),
}

#: Fields of a verdict in the order of the wire: attribute of the record, name in JSON.
_VERDICT = (
    ("reason", "reason"),
    ("rule", "rule"),
    ("confidence", "confidence"),
    ("scope", "scope"),
    ("usage-window", "usageWindow"),
    ("retry-after", "retryAfterMs"),
    ("reset-at", "resetAt"),
    ("request-size-ceiling", "requestSizeCeiling"),
    ("failover", "failover"),
    ("repair", "repair"),
    ("status", "status"),
    ("code", "code"),
    ("error-type", "errorType"),
    ("preview", "preview"),
    ("fingerprint", "fingerprint"),
    ("request-id-hash", "requestIdHash"),
    ("evidence", "evidence"),
    ("lost", "lost"),
    ("why", "why"),
)
#: Fields of a verdict whose values are enums: WIT writes their names with dashes, the wire with underscores.
_ENUMS = ("reason", "confidence", "scope", "repair")


class ComponentInstance:
    """One instance of the component. Not safe for two threads at a time: the engine above holds a lock."""

    def __init__(self, component: Component) -> None:
        self._store = Store(_module.runtime())
        self._instance = Linker(_module.runtime()).instantiate(self._store, component)
        self._functions: dict[tuple[str, str], Any] = {}

    def engine(self, config: str) -> Any:
        """A new engine."""
        return self._ask("engine", "[static]engine.create", config)

    def call(self, op: str, engine: Any, args: str) -> str:
        """An operation of the engine by its wire name, JSON text in and out."""
        special: dict[str, Callable[[Any, str], str]] = {
            "classify": self._classify,
            "redact": self._redact,
            "policy": lambda own, _: str(self._ask("engine", "[method]engine.policy", own)),
            "maxAttempts": self._max_attempts,
        }
        if op in special:
            return special[op](engine, args)
        if op not in _FUNCTIONS:
            raise from_wire({"code": "unknown_op", "message": f"the component has no operation {op!r}"})
        interface, name = _FUNCTIONS[op]
        return str(self._ask(interface, name, engine, args))

    def begin(self, engine: Any, args: str) -> tuple[Any, str]:
        """Begins a turn: the resource and the text of its first step."""
        told = json.loads(args)
        begun = self._ask(
            "engine", "[method]engine.begin", engine, _text(told["request"]), _text(told["snapshot"]), told["now"]
        )
        return begun.turn, _step(begun.step)

    def load(self, engine: Any, saved: str) -> Any:
        """Goes on with a saved turn."""
        return self._ask("engine", "[method]engine.load", engine, saved)

    def handle(self, turn: Any, args: str) -> str:
        """Gives an event to a turn; the text of the step comes back."""
        told = json.loads(args)
        return _step(self._ask("turn", "[method]turn.handle", turn, _text(told["event"]), told["now"]))

    def save(self, turn: Any) -> str:
        """The whole turn as JSON text."""
        return str(self._ask("turn", "[method]turn.save", turn))

    def next_deadline(self, turn: Any) -> str:
        """What the turn waits for."""
        return _next(self._ask("turn", "[method]turn.next-deadline", turn))

    def drop(self, handle: Any) -> None:
        """Forgets an engine or a turn."""
        handle.drop(self._store)

    def _classify(self, engine: Any, args: str) -> str:
        told = json.loads(args)
        explain = told.get("explain", False)
        verdict = self._ask(
            "engine", "[method]engine.classify", engine, _text(told["signal"]), told["now"], explain
        )
        return _text({name: value for name, value in _verdict(verdict) if value not in (None, [])})

    def _redact(self, engine: Any, args: str) -> str:
        return _text({"text": self._ask("engine", "[method]engine.redact", engine, json.loads(args)["text"])})

    def _max_attempts(self, engine: Any, args: str) -> str:
        return _text({"maxAttempts": self._ask("engine", "[method]engine.max-attempts", engine, args)})

    def _ask(self, interface: str, name: str, *values: Any) -> Any:
        function = self._function(interface, name)
        answer = function(self._store, *values)
        function.post_return(self._store)
        tagged = isinstance(answer, Variant)
        value = answer.payload if tagged else answer
        # wasmtime tags a result only when both sides have the same Python type; an error record is known by its fields.
        if (tagged and answer.tag == "err") or (not tagged and hasattr(value, "problems")):
            raise from_wire(_error(value))
        return value

    def _function(self, interface: str, name: str) -> Any:
        found = self._functions.get((interface, name))
        if found is None:
            place = self._instance.get_export_index(self._store, f"{_PACKAGE}{interface}{_VERSION}")
            index = self._instance.get_export_index(self._store, name, place)
            found = None if index is None else self._instance.get_func(self._store, index)
            if found is None:
                raise from_wire({"code": "unknown_op", "message": f"the component has no function {name}"})
            self._functions[interface, name] = found
        return found


def _text(value: Any) -> str:
    """JSON text as the engine itself writes it: no spaces, no escapes that are not needed."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _snake(name: Any) -> Any:
    return name.replace("-", "_") if isinstance(name, str) else name


def _verdict(record: Any) -> list[tuple[str, Any]]:
    return [(name, _field(field, getattr(record, field))) for field, name in _VERDICT]


def _field(field: str, value: Any) -> Any:
    if field in _ENUMS:
        return _snake(value)
    if field == "evidence" and value is not None:
        return {"field": value.field, "start": value.start, "end": value.end}
    if field == "lost":
        return [{"rule": one.rule, "reason": _snake(one.reason), "why": one.why} for one in value]
    return value


def _step(step: Any) -> str:
    return f'{{"effects":{step.effects},"next":{_next(step.next)}}}'


def _next(waits: Any) -> str:
    # The case without a payload comes as `None`.
    if waits is None:
        return '{"state":"done"}'
    fields = {"state": "wait", "at": waits.at, "why": _snake(waits.why)}
    return _text({name: value for name, value in fields.items() if value is not None})


def _error(error: Any) -> dict[str, Any]:
    names = ("code", "path", "message", "found", "expected")
    told = [{name: getattr(one, name) for name in names} for one in error.problems]
    problems = [{name: value for name, value in one.items() if value is not None} for one in told]
    return {"code": error.code, "message": error.message, "problems": problems}
