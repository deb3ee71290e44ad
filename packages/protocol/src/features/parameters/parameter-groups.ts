/** What a parameter is about, in the order of the page. */
export const PARAMETER_GROUPS = ['support', 'claims', 'accounts', 'risk', 'contracts'] as const;
export type ParameterGroup = (typeof PARAMETER_GROUPS)[number];
