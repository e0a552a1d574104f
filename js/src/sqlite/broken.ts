// A file that SQLite cannot read is moved aside, so that nothing is lost and the next start works.
import { existsSync, renameSync } from 'node:fs';
import { StoreError } from '../errors.js';

/** What SQLite says of a file that is damaged or none of its own. */
const BROKEN = /not a database|malformed|corrupt|disk image/i;

/** The error for a file that could not be opened. It is moved only if it is broken, not if it is busy or forbidden. */
export function openError(file: string, cause: unknown): StoreError {
  const why = cause instanceof Error ? cause.message : String(cause);
  if (BROKEN.test(why)) return moveAside(file, why);
  return new StoreError('store_not_opened', `${file} could not be opened: ${why}`, { cause });
}

/** Moves the file and what belongs to it. Answers the error that says so. */
export function moveAside(file: string, why: string): StoreError {
  const aside = freeName(file);
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  }
  const message = `${file} is not a readable SQLite file (${why}). It was moved to ${aside}; the next start makes a new one`;
  return new StoreError('broken_store', message);
}

function freeName(file: string): string {
  for (let n = 1; ; n++) {
    const name = `${file}.broken-${n}`;
    if (!existsSync(name)) return name;
  }
}
