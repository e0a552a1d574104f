// The package, with the wasm module inside: works without configuration wherever JavaScript runs.
import { bind } from './bind.js';
import { wasmBytes } from './wasm/inline.js';

bind(wasmBytes);

export * from './api.js';
