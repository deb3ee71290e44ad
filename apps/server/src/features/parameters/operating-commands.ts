/** What operators read of parameters at the machine. Only a running server takes these. */
import type { Selectable } from 'kysely';
import type { ContractRate } from './contract-rate.ts';
import { allParameters } from './office.ts';
import type { Parameters } from './parameters.ts';
import type { ParametersTable } from './tables.ts';

export interface ParameterCommandParts {
  readonly parameters: Parameters;
  readonly contractRate: ContractRate;
}

export interface ParameterValue {
  readonly name: string;
  readonly value: string;
  readonly people: 1 | 2;
}

export function parameterCommands(parts: ParameterCommandParts) {
  return {
    'parameters/list': async (_input: null): Promise<readonly ParameterValue[]> =>
      allParameters(parts, 'en').map(({ name, value, people }) => ({ name, value, people })),
    'parameters/history': (_input: null): Promise<readonly Selectable<ParametersTable>[]> =>
      parts.parameters.history(),
  };
}
