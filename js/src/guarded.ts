// Functions of the host that must not be able to break a turn.
import type { Log, LogLine } from './ports.js';

/** Warnings go to the console unless the host takes them. */
export const consoleLog: Log = (line) => {
  if (line.level === 'warn') console.warn(`switchover: ${line.message}`);
};

/** The same function, except that what it throws is logged instead of thrown. */
export function guarded<A extends unknown[]>(
  name: string,
  run: ((...args: A) => void) | undefined,
  log: Log,
): (...args: A) => void {
  return (...args) => {
    try {
      run?.(...args);
    } catch (error) {
      log(complaint(name, error));
    }
  };
}

/** A log that cannot throw. */
export function guardedLog(log: Log): Log {
  return (line) => {
    try {
      log(line);
    } catch (error) {
      consoleLog(complaint('log', error));
    }
  };
}

function complaint(name: string, error: unknown): LogLine {
  const what = error instanceof Error ? error.message : String(error);
  return { level: 'warn', event: 'host_function_failed', message: `the host's ${name} function threw: ${what}`, error };
}
