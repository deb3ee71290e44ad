/** The commands that bring an exchange to the newest rules. */
import { FEATURES, type Command } from './features.ts';
import type { Rules } from './rules.ts';

/** None where it has them. Without an exchange: those for a new one. */
export function newestRules(rules?: Rules): Extract<Command, { type: 'set-rules' }>[] {
  return FEATURES.filter(({ name, newestRules: newest }) => (rules?.versionOf(name) ?? 1) < newest).map(
    ({ name, newestRules: version }) => ({ type: 'set-rules', feature: name, version }),
  );
}
