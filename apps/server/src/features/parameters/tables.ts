/** The table of parameters that operators have set. */
import type { Generated } from 'kysely';

export interface ParametersTable {
  version: Generated<number>;
  name: string;
  value: string;
  operator: string;
  time_ms: number;
  reason: string;
  second: string | null;
}

declare module '../../db/schema.ts' {
  interface Schema {
    parameters: ParametersTable;
  }
}
