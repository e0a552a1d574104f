// Faults of the host's own program: they end the turn, and no provider is blamed for them (T-2 host_error).
import { HostError } from '../errors.js';
import { text } from './safe.js';

const PROGRAM_ERRORS: readonly (new (...args: never[]) => Error)[] = [ReferenceError, RangeError, EvalError, URIError];
/** What engines say of a mistake in the program; a `TypeError` with any other text may come from the network. */
const MISTAKES =
  /is not a function|is not a constructor|is not iterable|is not defined|cannot read propert|cannot set propert|cannot destructure|cannot access|assignment to constant|undefined is not|null is not|invalid url/i;

/** True for a mistake in the calling program. Doubtful cases count as failures of the call. */
export function isHostFault(error: unknown): boolean {
  if (HostError.isInstance(error)) return true;
  if (PROGRAM_ERRORS.some((kind) => error instanceof kind)) return true;
  return error instanceof TypeError && error.cause === undefined && MISTAKES.test(text(error, 'message') ?? '');
}
