/** The commands that raise an exchange to the newest rules. */
import { FEATURES, type Command } from './features.ts';
import type { Rules } from './rules.ts';

/** Empty if the rules are the newest. Without `rules`: the commands for a new exchange. */
export function newestRules(rules?: Rules): Extract<Command, { type: 'set-rules' }>[] {
  return FEATURES.filter(({ name, newestRules: newest }) => (rules?.versionOf(name) ?? 1) < newest).map(
    ({ name, newestRules: version }) => ({ type: 'set-rules', feature: name, version }),
  );
}
