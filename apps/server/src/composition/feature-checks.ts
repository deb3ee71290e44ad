/** What the compiler does not see of features: their ports, and the names of what they return. */
import type { OpenFeature } from '../contract/feature.ts';

/** By port, the feature that gives it. Throws if two features give one port. */
export function giversOf<Name extends string>(
  features: Readonly<Record<Name, { readonly gives?: readonly string[] }>>,
): ReadonlyMap<string, Name> {
  const givers = new Map<string, Name>();
  for (const name of Object.keys(features) as Name[])
    for (const port of features[name].gives ?? []) {
      const other = givers.get(port);
      if (other !== undefined) throw new Error(`the features ${other} and ${name} both give '${port}'`);
      givers.set(port, name);
    }
  return givers;
}

/** A misspelt part would be passed over: TypeScript does not look for excess keys of a return. */
const PARTS: Readonly<Record<keyof OpenFeature<never>, true>> = {
  calls: true,
  endpoints: true,
  programEvents: true,
  uploadGates: true,
  gives: true,
  commands: true,
  restingCommands: true,
  figures: true,
  start: true,
  keepUp: true,
  stop: true,
  own: true,
};

/** Throws if a feature returns other ports or parts than it may. `said` is its `gives`. */
export function checkOpened(
  name: string,
  said: readonly string[],
  open: Pick<OpenFeature<never>, 'gives' | 'restingCommands'>,
): void {
  const given = Object.keys(open.gives ?? {});
  for (const port of said)
    if (!given.includes(port)) throw new Error(`${name} says that it gives '${port}', and returns none`);
  for (const port of given)
    if (!said.includes(port))
      throw new Error(`${name} returns the port '${port}' without saying so in 'gives'`);
  for (const part of Object.keys(open))
    if (!Object.hasOwn(PARTS, part))
      throw new Error(
        `${name} returns '${part}', which is no part of a feature: what is its own goes into 'own'`,
      );
  // Without a server the feature of a command is found by the beginning of its name.
  for (const command of Object.keys(open.restingCommands ?? {}))
    if (!command.startsWith(`${name}/`))
      throw new Error(`the resting command ${command} of ${name} must begin with '${name}/'`);
}
