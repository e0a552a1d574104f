// The command line: one file per command; this one puts them together and turns errors into messages and exit codes.
import '../index.js';
import { Command, CommanderError } from '../vendor/commander.js';
import { SwitchoverError } from '../errors.js';
import { addClassify } from './classify.js';
import { addCorpus } from './corpus.js';
import { CommandError, EXIT, EXIT_HELP } from './exit.js';
import { processIo, type Io } from './io.js';

/** Runs one command line. Answers the exit code. */
export async function run(args: readonly string[], io: Io = processIo()): Promise<number> {
  const program = build(io);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    return explain(error, io);
  }
}

function build(io: Io): Command {
  const program = new Command('switchover')
    .description('Decides what an LLM client does when a model call fails.')
    .exitOverride()
    .showHelpAfterError('(add --help for what can be said)')
    .addHelpText('after', EXIT_HELP)
    .configureOutput({
      writeOut: (text) => io.out(text.trimEnd()),
      writeErr: (text) => io.err(text.trimEnd()),
      getOutHasColors: () => io.colour,
      getErrHasColors: () => io.colour,
    });
  addClassify(program, io);
  addCorpus(program, io);
  for (const command of program.commands)
    command.exitOverride().copyInheritedSettings(program).addHelpText('after', EXIT_HELP);
  return program;
}

/** Commander has already said what is wrong with the arguments; everything else is said here. */
function explain(error: unknown, io: Io): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof CommandError) {
    io.err(`switchover: ${error.message}`);
    return error.exit;
  }
  if (SwitchoverError.isInstance(error)) {
    io.err(`switchover: ${error.message}`);
    return EXIT.usage;
  }
  io.err(`switchover: this should not have happened; please report it.\n${(error as Error).stack ?? String(error)}`);
  return EXIT.broken;
}
