// Whichever SQLite this Node has: its own, else the package `better-sqlite3`.
import { createRequire } from 'node:module';
import { StoreError } from '../errors.js';

/** What both drivers have in common. */
export interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): void;
}

export interface Statement {
  get(...values: unknown[]): unknown;
  all(...values: unknown[]): unknown[];
  run(...values: unknown[]): unknown;
}

type Constructor = new (file: string) => Database;

/** Opens a file with the first driver that is there. */
export function openDatabase(file: string): Database {
  return new (driver())(file);
}

function driver(): Constructor {
  const own = process.getBuiltinModule?.('node:sqlite' as 'node:module') as unknown as
    { DatabaseSync?: Constructor } | undefined;
  return own?.DatabaseSync ?? packaged();
}

function packaged(): Constructor {
  try {
    return createRequire(import.meta.url)('better-sqlite3') as Constructor;
  } catch (error) {
    const how = 'use Node 22.13 or newer, or run `npm install better-sqlite3@12`';
    throw new StoreError(
      'no_sqlite',
      `this Node (${process.version}) has no SQLite of its own and better-sqlite3 is not installed: ${how}`,
      {
        cause: error,
      },
    );
  }
}
