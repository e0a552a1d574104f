// Exit codes, and how a command ends early. They are documented in the help text.

/** What the process ends with. */
export const EXIT = {
  /** Done. */
  ok: 0,
  /** Done, and the result is below what was asked for, as with `corpus --min`. */
  below: 1,
  /** Wrong use or wrong input: nothing was done. */
  usage: 2,
  /** This program or its installation is broken. */
  broken: 3,
} as const;

export const EXIT_HELP = `
Exit codes:
  0  done
  1  done, but below what was asked for (corpus --min)
  2  wrong use or wrong input; nothing was done
  3  the program itself is broken, or not built`;

/** Ends a command with a message for people and an exit code. */
export class CommandError extends Error {
  readonly exit: number;

  constructor(message: string, exit: number = EXIT.usage) {
    super(message);
    this.name = 'CommandError';
    this.exit = exit;
  }
}
