"""The engine through the JSON-bytes interface (``docs/abi.md``): one core module, four exports."""

from __future__ import annotations

import json
from typing import Any, cast

from wasmtime import Func, Instance, Memory, Module, Store

from . import _module
from .errors import from_wire

_OK = '{"ok":'
_TURN = '{"turn":'
_STEP = ',"step":'
#: Operations whose numbers are fixed for good; all others are looked up by name.
_DESCRIBE, _ENGINE = 0, 1
#: The first size of the input buffer; it grows with the longest input.
_BUFFER = 64 * 1024


class AbiInstance:
    """One instance of the module. Not safe for two threads at a time: the engine above holds a lock."""

    def __init__(self, module: Module) -> None:
        self._store = Store(_module.runtime())
        exports = Instance(self._store, module, []).exports(self._store)
        self._memory = cast(Memory, exports["memory"])
        self._alloc, self._free, self._call = (cast(Func, exports[name]) for name in ("alloc", "free", "call"))
        self._room = 0
        self._address = 0
        self._numbers: dict[str, int] = {}
        ops = json.loads(self._request(_DESCRIBE, 0, ""))["ops"]
        self._numbers = {name: number for number, name in enumerate(ops)}

    def engine(self, config: str) -> int:
        """A handle for a new engine."""
        return int(self._request(_ENGINE, 0, config))

    def call(self, op: str, engine: int, args: str) -> str:
        """An operation of the engine by its wire name, JSON text in and out."""
        return self._request(self._number(op), engine, args)

    def begin(self, engine: int, args: str) -> tuple[int, str]:
        """Begins a turn: its handle and the text of its first step."""
        told = self._request(self._number("begin"), engine, args)
        handle, _, step = told.removeprefix(_TURN).partition(_STEP)
        return int(handle), step[:-1]

    def load(self, engine: int, saved: str) -> int:
        """Goes on with a saved turn."""
        return int(self._request(self._number("load"), engine, saved))

    def handle(self, turn: int, args: str) -> str:
        """Gives an event to a turn; the text of the step comes back."""
        return self._request(self._number("handle"), turn, args)

    def save(self, turn: int) -> str:
        """The whole turn as JSON text."""
        return self._request(self._number("save"), turn, "")

    def next_deadline(self, turn: int) -> str:
        """What the turn waits for."""
        return self._request(self._number("nextDeadline"), turn, "")

    def drop(self, handle: Any) -> None:
        """Forgets an engine or a turn."""
        self._request(self._number("drop"), handle, "")

    def _number(self, op: str) -> int:
        # A name that this build does not know becomes a number that it does not know: it tells the error itself.
        return self._numbers.get(op, 0xFFFF_FFFF)

    def _request(self, op: int, handle: int, text: str) -> str:
        data = text.encode()
        if len(data) > self._room:
            self._grow(len(data))
        self._memory.write(self._store, data, self._address)
        packed = self._call(self._store, op, handle, self._address, len(data))
        address, length = packed >> 32 & 0xFFFF_FFFF, packed & 0xFFFF_FFFF
        answer = self._memory.read(self._store, address, address + length).decode()
        self._free(self._store, address, length)
        if answer.startswith(_OK):
            return answer[len(_OK) : -1]
        raise from_wire(json.loads(answer)["err"])

    def _grow(self, needed: int) -> None:
        if self._room:
            self._free(self._store, self._address, self._room)
        self._room = max(needed, self._room * 2, _BUFFER)
        self._address = self._alloc(self._store, self._room)
        if self._address == 0:
            self._room = 0
            raise MemoryError(f"the engine has no room for {needed} bytes")
