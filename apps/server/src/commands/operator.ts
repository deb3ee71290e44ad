/**
 * Who runs an operating command, for the record: the user of the operating system, and the name
 * that was typed, marked as claimed. Interim: nobody checks a typed name, and whoever may open the
 * operating socket can write anything there, until operators sign in.
 */
import os from 'node:os';

const CLAIMED_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u;

/** Null when the typed name is missing or no name: 1 to 64 letters, digits, spaces or . _ @ - */
export function operatorOf(claimedName: string | undefined): string | null {
  const name = claimedName?.trim() ?? '';
  return CLAIMED_NAME.test(name) ? `OS user ${osUser()}, claimed name ${name}` : null;
}

/**
 * By the process's own id, not by its environment, which anyone can set. A container may run under
 * an id without a name.
 */
function osUser(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `number ${process.getuid?.() ?? 'unknown'}`;
  }
}
