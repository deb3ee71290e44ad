/** Types of replies that the components of the security center share. */
import type { CallData } from '#data/api.ts';

export type Security = CallData<'identity/get-security'>;
export type Limits = CallData<'identity/get-limits'>;
