// Everything that turns what was seen into an error signal (H-5).
import type { ErrorSignal } from '../types.gen.js';
import { readError, withContext, type ReadContext } from './error.js';
import { isResponse, readResponse, readResponseBody } from './response.js';

export { readAnswer } from './answer.js';
export { readError, type ReadContext } from './error.js';
export { isHostFault } from './fault.js';
export { readPart, type PartFacts } from './part.js';
export { isResponse, readResponse, readResponseBody } from './response.js';
export { cut } from './text.js';

/** What can be said at once: of a `Response`, its status and headers. */
export function read(failure: unknown, context: ReadContext = {}): ErrorSignal {
  return isResponse(failure) ? withContext(readResponse(failure), context) : readError(failure, context);
}

/** The same, and the body of a `Response` too. */
export async function readFully(failure: unknown, context: ReadContext = {}): Promise<ErrorSignal> {
  return isResponse(failure) ? withContext(await readResponseBody(failure), context) : readError(failure, context);
}
