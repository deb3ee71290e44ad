/** What a command prints and ends with. It loads nothing, so that small processes stay small. */

/** Meanings of a command's exit code. */
export const EXIT = { ok: 0, breach: 1, cannotLook: 2 } as const;

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Runs a command's main function and turns its errors into a message and an exit code. */
export async function runCommand(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = EXIT.cannotLook;
  }
}
