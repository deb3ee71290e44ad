/** The feature vouchers: deposits that people prove by a picture and operators review. */
import type { Feature } from '../../contract/feature.ts';
import { voucherCommands } from './operating-commands.ts';
import { voucherActHandlers } from './office/acts.ts';
import { voucherReadHandlers } from './office/detail.ts';
import { VoucherReviews } from './reviews.ts';
import { voucherHandlers, voucherUploadGates } from './routes.ts';

export const feature = {
  open: (ports) => {
    const { payTo, mode } = ports.config;
    const parts = { ...ports, payTo, isDemo: mode === 'demo' };
    const reviews = new VoucherReviews(parts);
    return {
      calls: {
        ...voucherHandlers(parts),
        ...voucherReadHandlers({ ...parts, ...ports.operators, reviews }),
        ...voucherActHandlers({ ...parts, reviews }, ports.operators),
      },
      uploadGates: voucherUploadGates(parts),
      commands: voucherCommands(parts, reviews),
      keepUp: () => reviews.keepUp(),
    };
  },
} satisfies Feature<'vouchers'>;
