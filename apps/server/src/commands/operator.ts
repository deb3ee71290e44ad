/**
 * The operator of a command, for the record: the user of the operating system, and the name that
 * was typed, marked as claimed. Interim, until operators sign in: nobody checks a typed name, and
 * whoever can open the operating socket can send any name.
 */
import os from 'node:os';
import { atMachine } from '../values/approver.ts';

/** Said where only the name is missing: a list of all usages would hide it. */
export const NO_OPERATOR = '--by NAME must say who does it: letters, digits, spaces and . _ @ -';
const CLAIMED_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u;

/**
 * Null if the typed name is missing or invalid. Valid are 1 to 64 letters, digits, spaces or . _ @
 * -
 */
export function operatorOf(claimedName: string | undefined): string | null {
  const name = claimedName?.trim() ?? '';
  return CLAIMED_NAME.test(name) ? atMachine(osUser(), name) : null;
}

/**
 * From the process's user id, because anybody can set the environment. A container may run under an
 * id without a name.
 */
function osUser(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `number ${process.getuid?.() ?? 'unknown'}`;
  }
}
