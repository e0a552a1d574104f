// The package without the wasm module: the host brings it, from `switchover/switchover.wasm`.
import { bind, ready, type ModuleSource } from './bind.js';

export * from './api.js';
export type { ModuleSource } from './bind.js';

/** Says where the module comes from: its bytes, a compiled module, or a function that makes either. */
export function initialize(source: ModuleSource): void {
  bind(source);
}

/** Fetches and compiles the module off the main path; `input` is what `fetch` takes, or a `Response`. */
export async function initializeAsync(input: RequestInfo | URL | Response): Promise<void> {
  const response = input instanceof Response ? input : await fetch(input);
  bind(await WebAssembly.compile(await response.arrayBuffer()));
}

/** True once a module was given. */
export function initialized(): boolean {
  return ready();
}
