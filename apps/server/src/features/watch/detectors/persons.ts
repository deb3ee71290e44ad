/** Many accounts in one browser, and one document on several accounts. Pure. */
import type { DocumentUse, SignIn } from '../../../contract/watch-facts.ts';
import type { Finding } from '../findings.ts';
import { DEVICE } from '../rules.ts';

/** `users`: the last sign-in of each user of a browser. */
export function sharedDevice(device: string, users: readonly SignIn[]): Finding | null {
  if (users.length < DEVICE.accountsMin) return null;
  return {
    rule: 'shared-device',
    subject: device,
    accounts: users.map(({ user }) => user),
    evidence: users.map(({ user, timeMs }) => ({
      // A user who comes again is no new evidence.
      ref: `user ${user}`,
      kind: 'sign-in',
      timeMs,
      from: user,
      to: null,
      what: device.slice(0, 8),
      value: null,
    })),
    evidenceMin: 1,
    figures: [{ figure: 'accounts', unit: 'count', is: users.length, threshold: DEVICE.accountsMin }],
  };
}

export function reusedDocument({ id, user, timeMs, others }: DocumentUse): Finding | null {
  if (others.length === 0) return null;
  const first = Math.min(id, ...others.map((other) => other.id));
  const accounts = [...new Set([user, ...others.map((other) => other.user)])];
  return {
    rule: 'identity-reuse',
    subject: `case ${first}`,
    accounts,
    evidence: [{ id, user, timeMs }, ...others].map((use) => ({
      ref: `case ${use.id}`,
      kind: 'document',
      timeMs: use.timeMs,
      from: use.user,
      to: null,
      what: `K-${use.id}`,
      value: null,
    })),
    evidenceMin: 1,
    figures: [{ figure: 'accounts', unit: 'count', is: accounts.length, threshold: 2 }],
  };
}
