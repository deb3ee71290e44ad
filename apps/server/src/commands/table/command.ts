/**
 * What `npx glasshouse` knows of one command: for its help, the page of commands, and to start it.
 */

export interface Command {
  readonly name: string;
  /** One line, without a full stop. */
  readonly summary: string;
  /** The file that performs it when it is loaded, from the root of the repository. */
  readonly module: string;
  /** Each way to call it, after its name. */
  readonly usage: readonly string[];
  /**
   * What else a caller has to know: sentences, with each exit code that has a meaning of its own.
   */
  readonly notes: string;
  /** The document that says more, from the root of the repository. */
  readonly document?: string;
}

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}
