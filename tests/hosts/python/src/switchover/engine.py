"""The engine and its turns: JSON crosses into wasm, plain objects come out. No decision is made here."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

from wasmtime import Module, Trap, WasmtimeError

from . import _module
from ._abi import AbiInstance
from ._component import ComponentInstance
from .errors import InternalError, MisuseError
from .types import Classification, ErrorSignal, Json, Next, Step

T = TypeVar("T")


class _Instance(Protocol):
    """What both builds can do."""

    def engine(self, config: str) -> Any: ...
    def call(self, op: str, engine: Any, args: str) -> str: ...
    def begin(self, engine: Any, args: str) -> tuple[Any, str]: ...
    def load(self, engine: Any, saved: str) -> Any: ...
    def handle(self, turn: Any, args: str) -> str: ...
    def save(self, turn: Any) -> str: ...
    def next_deadline(self, turn: Any) -> str: ...
    def drop(self, handle: Any) -> None: ...


def _instantiate(wasm: bytes) -> _Instance:
    loaded = _module.load(wasm)
    return AbiInstance(loaded) if isinstance(loaded, Module) else ComponentInstance(loaded)


def to_text(value: Any) -> str:
    """JSON text for the engine. Lone surrogates, which no JSON text can carry, become question marks."""
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise MisuseError("malformed", f"this cannot be written as JSON: {error}") from error
    return text.encode("utf-8", "replace").decode() if not text.isascii() else text


class Engine:
    """Decides for one policy (``config``, M-1). It may be used by several threads; calls wait for each other.

    :param config: the config as an object; ``{}`` gives the defaults.
    :param wasm: another build of the engine; by default the one in this package.
    :raises PlanError: with every problem of the config.
    """

    def __init__(self, config: Mapping[str, Any], *, wasm: Path | None = None) -> None:
        self._config = to_text(config)
        self._wasm = _module.read(wasm)
        self._lock = threading.RLock()
        self._instance = _instantiate(self._wasm)
        self._handle = self._instance.engine(self._config)
        #: What a host needs of the checked policy: preset, hash, warnings, places of secrets, time-out of the store.
        self.policy: Json = self.call("policy", {})

    def call(self, op: str, args: Any) -> Any:
        """Any operation by its wire name; arguments and answer as the schema says."""
        return json.loads(self.call_text(op, to_text(args)))

    def call_text(self, op: str, args: str) -> str:
        """The same with JSON text in and out."""
        return self._guard(lambda instance: instance.call(op, self._handle, args))

    def classify(self, signal: ErrorSignal, now: int, *, explain: bool = False) -> Classification:
        """The verdict on a failure (C-1 to C-20). ``now`` turns stated dates into waits."""
        args: Json = {"signal": signal, "now": now}
        if explain:
            args["explain"] = True
        return Classification.from_wire(self.call("classify", args))

    def begin(self, request: Mapping[str, Any], snapshot: Mapping[str, Any], now: int) -> Turn:
        """Begins a turn.

        :raises PlanError: with every problem of the plan (T-3).
        """
        args = to_text({"request": request, "snapshot": snapshot, "now": now})
        handle, step = self._guard(lambda instance: instance.begin(self._handle, args))
        return Turn(self, handle, step)

    def load(self, saved: str) -> Turn:
        """Goes on with a turn that ``Turn.save`` wrote under the same policy."""
        return Turn(self, self._guard(lambda instance: instance.load(self._handle, saved)), None)

    def _guard(self, run: Callable[[_Instance], T], expected: _Instance | None = None) -> T:
        """Runs a call into wasm. After a trap the instance is dropped, and the engine is built again in a new one."""
        with self._lock:
            instance = self._instance
            if expected is not None and expected is not instance:
                raise InternalError("internal", "the engine broke in another turn; this turn is lost too")
            try:
                return run(instance)
            except (Trap, WasmtimeError) as error:
                self._instance = _instantiate(self._wasm)
                self._handle = self._instance.engine(self._config)
                raise InternalError("internal", "the engine broke and was started again; please report this") from error


class Turn:
    """A running turn (T-1). Close it when it is over; the context manager does."""

    def __init__(self, engine: Engine, handle: Any, first: str | None) -> None:
        self._engine = engine
        self._instance = engine._instance
        self._handle = handle
        self._closed = False
        #: The text of the first step; ``None`` for a turn that was loaded.
        self.first_text = first

    @property
    def first(self) -> Step:
        """The first step; for a loaded turn only what it waits for."""
        if self.first_text is None:
            return {"effects": [], "next": self.next_deadline()}
        return cast(Step, json.loads(self.first_text))

    def handle(self, event: Mapping[str, Any], now: int) -> Step:
        """Takes one event that happened at ``now``. Late, early and repeated events are harmless."""
        return cast(Step, json.loads(self.handle_text(to_text({"event": event, "now": now}))))

    def handle_text(self, args: str) -> str:
        """The same with ``{ event, now }`` as JSON text; the text of the step comes back."""
        return self._ask(lambda instance: instance.handle(self._handle, args))

    def next_deadline(self) -> Next:
        """What the turn waits for."""
        return cast(Next, json.loads(self._ask(lambda instance: instance.next_deadline(self._handle))))

    def save(self) -> str:
        """The whole turn as JSON text. It holds no secret."""
        return self._ask(lambda instance: instance.save(self._handle))

    def close(self) -> None:
        """Forgets the turn. It cannot be used any more."""
        if not self._closed and self._instance is self._engine._instance:
            self._ask(lambda instance: instance.drop(self._handle))
        self._closed = True

    def __enter__(self) -> Turn:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(self, run: Callable[[_Instance], T]) -> T:
        if self._closed:
            raise MisuseError("closed", "this turn was closed")
        return self._engine._guard(run, self._instance)
