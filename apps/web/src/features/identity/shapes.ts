/** Shapes of replies that the security center passes around. */
import type { CallData } from '#data/api.ts';

export type Security = CallData<'identity/get-security'>;
export type Limits = CallData<'identity/get-limits'>;
