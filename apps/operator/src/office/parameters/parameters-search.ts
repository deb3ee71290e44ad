/** The query parameters of the page of parameters. */
import { PARAMETER_GROUPS, type ParameterGroup } from '@glasshouse/protocol/parameters/parameter-groups';

export interface ParametersSearch {
  readonly group?: ParameterGroup;
  /** The name of the parameter that is open. */
  readonly open?: string;
}

export function parametersSearch({ group, open }: Readonly<Record<string, unknown>>): ParametersSearch {
  const known = PARAMETER_GROUPS.find((each) => each === group);
  return {
    ...(known === undefined ? {} : { group: known }),
    ...(typeof open === 'string' && open !== '' ? { open } : {}),
  };
}
