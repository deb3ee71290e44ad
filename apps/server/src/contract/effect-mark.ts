/** What an operator has seen of an act, so that nobody agrees to another effect. */
import { createHash } from 'node:crypto';
import type { EffectWords } from './operator-acts.ts';

const MARK_LENGTH = 22;

/** The same for the same effect, apart from lines that change by themselves. */
export function effectMark(effect: readonly EffectWords[]): string {
  const lines = effect.filter(({ isLive }) => isLive !== true);
  const text = JSON.stringify(lines.map(({ what, before, after }) => [what, before, after]));
  return createHash('sha256').update(text).digest('base64url').slice(0, MARK_LENGTH);
}
