// Input and output of commands: files or standard input, colours only where they are welcome.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { CommandError } from './exit.js';

/** A longer input is refused rather than read into memory. */
const MAX_INPUT = 64 * 1024 * 1024;

/** What a command writes to and reads from; tests give their own. */
export interface Io {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly stdin: NodeJS.ReadStream | AsyncIterable<Buffer | string>;
  readonly colour: boolean;
}

/** The process's own streams. `NO_COLOR` and anything but a terminal turn colours off. */
export function processIo(): Io {
  const colour =
    process.stdout.isTTY === true && (process.env['NO_COLOR'] ?? '') === '' && process.env['TERM'] !== 'dumb';
  return {
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
    stdin: process.stdin,
    colour,
  };
}

/** Colours of the terminal, or none. */
export function paint(colour: boolean): Record<'bold' | 'dim' | 'red' | 'green', (text: string) => string> {
  const wrap = (on: number, off: number) => (text: string) => (colour ? `\u001b[${on}m${text}\u001b[${off}m` : text);
  return { bold: wrap(1, 22), dim: wrap(2, 22), red: wrap(31, 39), green: wrap(32, 39) };
}

/** The whole text of a file, or of standard input for `-` or nothing. */
export async function readInput(file: string | undefined, io: Io): Promise<string> {
  if (file === undefined || file === '-') return collect(io.stdin, 'standard input');
  try {
    const { size } = await stat(file);
    if (size > MAX_INPUT) throw tooLong(file);
    return await collect(createReadStream(file), file);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${file}: ${(error as Error).message}`);
  }
}

async function collect(source: AsyncIterable<Buffer | string>, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_INPUT) throw tooLong(name);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function tooLong(name: string): CommandError {
  return new CommandError(`${name}: longer than ${MAX_INPUT / 1024 / 1024} MB`);
}
