/** The protection of an account as a score out of a hundred, and the best next step. */
import type { Security } from '../shapes.ts';

export type Step = 'fund-password' | 'google' | 'passkey' | 'anti-phishing';

/** The password counts the rest, because everybody has one. */
const POINTS: Readonly<Record<Step, number>> = {
  google: 30,
  passkey: 20,
  'fund-password': 20,
  'anti-phishing': 10,
};
const PASSWORD_POINTS = 20;

export interface Score {
  readonly points: number;
  /** Null if nothing is left to do. */
  readonly next: Step | null;
  readonly left: number;
}

export function scoreOf(security: Security): Score {
  const done: Readonly<Record<Step, boolean>> = {
    google: security.google !== null,
    passkey: security.passkeys.length > 0,
    'fund-password': security.fundPassword,
    'anti-phishing': security.antiPhishingCode !== '',
  };
  const steps = Object.keys(POINTS) as Step[];
  const open = steps.filter((step) => !done[step]);
  const points = steps.reduce((sum, step) => sum + (done[step] ? POINTS[step] : 0), PASSWORD_POINTS);
  return { points, next: open[0] ?? null, left: open.length };
}
