// Late binding of the wasm module. The entry points say where the bytes come from; the rest of the package asks `glue()`.
import * as wasm from './wasm/glue.js';
import { MisuseError } from './errors.js';

/** What a host can hand over: the bytes, a compiled module, or a function that makes either. */
export type ModuleSource = BufferSource | WebAssembly.Module | (() => BufferSource | WebAssembly.Module);

let source: ModuleSource | undefined;
let compiled: WebAssembly.Module | undefined;
let bound = false;
let generation = 0;

/** Says where the wasm module comes from. Nothing is compiled before the first use. */
export function bind(from: ModuleSource): void {
  if (bound) return;
  source = from;
}

/** True when a module was given. */
export function ready(): boolean {
  return source !== undefined;
}

/** The bound module, compiled on first use; synchronous, because an error has to be classified inside a catch block. */
export function glue(): typeof wasm {
  if (!bound) {
    wasm.initSync({ module: compile() });
    bound = true;
  }
  return wasm;
}

/** Counts up whenever the instance was replaced; objects of an older instance must not be touched again. */
export function instance(): number {
  return generation;
}

/** Drops an instance that trapped. Call it before anything else touches the module. */
export function replace(): void {
  wasm.__wbg_reset_state();
  generation += 1;
}

function compile(): WebAssembly.Module {
  compiled ??= toModule(source);
  return compiled;
}

function toModule(from: ModuleSource | undefined): WebAssembly.Module {
  if (from === undefined) {
    throw new MisuseError('not_initialised', 'switchover/slim has no wasm module yet: call initialize(bytes) first');
  }
  const given = typeof from === 'function' ? from() : from;
  return given instanceof WebAssembly.Module ? given : new WebAssembly.Module(given);
}
