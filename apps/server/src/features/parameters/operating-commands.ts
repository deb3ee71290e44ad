/** The operator's commands for parameters. Only a running server takes them. */
import type { Log } from '../../process/log.ts';
import { RATE, type ContractRate } from './contract-rate.ts';
import { KEPT_PARAMETERS } from './kept-parameters.ts';
import type { Parameters, ParameterVersion } from './parameters.ts';

export interface ParameterCommandParts {
  readonly parameters: Parameters;
  readonly contractRate: ContractRate;
  readonly log: Log;
}

export interface ParameterValue {
  readonly name: string;
  readonly value: string;
}

interface SetBy extends ParameterValue {
  readonly operator: string;
}

export function parameterCommands(parts: ParameterCommandParts) {
  const { parameters, contractRate } = parts;
  return {
    'parameters/list': async (_input: null): Promise<readonly ParameterValue[]> => [
      ...KEPT_PARAMETERS.map((name) => ({ name, value: parameters.get(name) })),
      { name: RATE, value: contractRate.inForce() },
    ],
    'parameters/history': (_input: null): Promise<readonly ParameterVersion[]> => parameters.history(),
    /** What is wrong with the value; null if it is in force now. */
    'parameters/set': async (asked: SetBy): Promise<{ readonly problem: string | null }> => {
      const { name, value, operator } = asked;
      if (name === RATE) return { problem: contractRate.problemOf(value) ?? (await setRate(parts, asked)) };
      const problem = parameters.problemOf(name, value);
      if (problem !== null) return { problem };
      noteSet(parts, asked, await parameters.record(name, value, operator));
      return { problem: null };
    },
  };
}

function noteSet({ log }: ParameterCommandParts, asked: SetBy, version: number): void {
  log.warn({ ...asked, version }, 'an operator has set a parameter');
}

async function setRate(parts: ParameterCommandParts, asked: SetBy): Promise<string | null> {
  const done = await parts.contractRate.set(asked.value, asked.operator);
  if (typeof done === 'string') return done;
  const { version, missing } = done;
  noteSet(parts, asked, version);
  return missing === null
    ? null
    : `version ${version} is written, and not in force on every pair yet (${missing}): the server tries again each minute`;
}
