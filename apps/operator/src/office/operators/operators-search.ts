/** The query parameters of the page of operators. */
export interface OperatorsSearch {
  /** The operator who is open. */
  readonly open?: string;
}

export function operatorsSearch({ open }: Readonly<Record<string, unknown>>): OperatorsSearch {
  return typeof open === 'string' && open !== '' ? { open } : {};
}
