/** Shapes of replies that the security center passes around. */
import type { DataOf } from '@glasshouse/protocol';
import type { getLimits, getSecurity } from '@glasshouse/protocol/identity';

export type Security = DataOf<typeof getSecurity>;
export type Limits = DataOf<typeof getLimits>;
