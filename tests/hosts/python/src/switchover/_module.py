"""The wasm that this package carries, compiled once for each machine.

Compiling takes a second or two, so the compiled code is kept in the user's cache folder. A file there is used only when
its name fits (wasm, wasmtime, machine) and its own digest is right; anything else is compiled again.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import platform
import sys
import tempfile
from importlib import metadata, resources
from pathlib import Path

from wasmtime import Engine as Runtime
from wasmtime import Module, WasmtimeError
from wasmtime.component import Component

from .errors import InternalError

#: A component says so in the version field of its header; a core module has layer 0.
_COMPONENT_HEADER = b"\0asm\x0d\0\x01\0"
#: The wasm that is used when none is named; the component is slower to call.
DEFAULT = "switchover.abi.wasm"
_DIGEST = hashlib.sha256
_DIGEST_BYTES = 32

#: Turns the cache off, for read-only or shared accounts.
CACHE_VARIABLE = "SWITCHOVER_WASM_CACHE"

_runtime: Runtime | None = None
_loaded: dict[bytes, Module | Component] = {}


def runtime() -> Runtime:
    """The one wasmtime engine of this process."""
    global _runtime
    if _runtime is None:
        _runtime = Runtime()
    return _runtime


def read(path: Path | None = None) -> bytes:
    """The bytes of a wasm file, by default of the one in this package."""
    if path is not None:
        return path.read_bytes()
    packaged = resources.files(__package__).joinpath("wasm", DEFAULT)
    try:
        return packaged.read_bytes()
    except FileNotFoundError as error:
        told = f"this installation has no {DEFAULT}; build it with `cargo xtask abi` and install the package again"
        raise InternalError("no_wasm", told) from error


def is_component(wasm: bytes) -> bool:
    """True for a component, false for a core module."""
    return wasm.startswith(_COMPONENT_HEADER)


def load(wasm: bytes) -> Module | Component:
    """The compiled module or component: from this process, from the cache, or compiled now."""
    key = _DIGEST(wasm).digest()
    if key not in _loaded:
        kind = Component if is_component(wasm) else Module
        _loaded[key] = _from_cache(kind, key) or _compile(kind, wasm, key)
    return _loaded[key]


def _compile(kind: type[Module | Component], wasm: bytes, key: bytes) -> Module | Component:
    made = kind(runtime(), wasm)
    file = cache_file(key)
    if file is not None:
        # A cache that cannot be written costs time, nothing else.
        with contextlib.suppress(OSError):
            _write(file, bytes(made.serialize()))
    return made


def cache_folder() -> Path | None:
    """Where compiled code is kept; ``None`` when the cache is off or the machine names no home."""
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen is not None:
        return Path(chosen) if chosen else None
    try:
        home = Path.home()
    except RuntimeError:
        return None
    places = {"darwin": home / "Library/Caches", "win32": Path(os.environ.get("LOCALAPPDATA", home / "AppData/Local"))}
    return places.get(sys.platform, Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")) / "switchover"


def cache_file(key: bytes) -> Path | None:
    """The cache file of a wasm with this digest."""
    folder = cache_folder()
    parts = f"{key.hex()} {metadata.version('wasmtime')} {platform.machine()} {sys.platform}"
    return None if folder is None else folder / f"{_DIGEST(parts.encode()).hexdigest()[:32]}.compiled"


def _from_cache(kind: type[Module | Component], key: bytes) -> Module | Component | None:
    """Compiled code is machine code: it is loaded only when it is whole and nobody else could have written it."""
    file = cache_file(key)
    try:
        if file is None or not _is_ours(file):
            return None
        held = file.read_bytes()
        digest, code = held[:_DIGEST_BYTES], held[_DIGEST_BYTES:]
        if not hmac.compare_digest(digest, _DIGEST(code).digest()):
            return None
        return kind.deserialize(runtime(), code)
    except (OSError, WasmtimeError):
        return None


def _is_ours(file: Path) -> bool:
    """False for a file or folder of another user, or one that others may write to."""
    if not hasattr(os, "getuid"):
        return file.is_file()
    states = [file.stat(), file.parent.stat()]
    return all(state.st_uid == os.getuid() and state.st_mode & 0o022 == 0 for state in states)


def _write(file: Path, code: bytes) -> None:
    """Written aside and moved into place, so that no process ever reads half a file."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(_DIGEST(code).digest() + code)
        os.replace(draft, file)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(draft)
        raise
