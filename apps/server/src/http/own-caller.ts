/**
 * Whom admission has found behind a request: also of calls that ask for no session, which a user's
 * pages make as well.
 */
import type { IncomingMessage } from 'node:http';

const callers = new WeakMap<IncomingMessage, string>();

/**
 * `caller`: 'u' and the user's id, with the network for calls that protect an account, or 'o' and
 * the operator's name.
 */
export function noteOwnCaller(request: IncomingMessage, caller: string): void {
  callers.set(request, caller);
}

/** Null: a visitor, or a user whose session was not in memory yet. */
export const ownCallerOf = (request: IncomingMessage): string | null => callers.get(request) ?? null;

export const callerOfUser = (userId: number): string => `u${userId}`;
export const callerOfOperator = (name: string): string => `o${name}`;
