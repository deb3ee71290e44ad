/** The table of preferences. */
export interface PreferencesTable {
  user_id: number;
  name: string;
  version: number;
  value: string;
}

declare module '../../db/schema.ts' {
  interface Schema {
    preferences: PreferencesTable;
  }
}
