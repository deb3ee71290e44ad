/** Fields of the file of wallet terms, and amounts in smallest units. */
import * as z from 'zod';
import type { Chain } from '@glasshouse/protocol/wallet';
import { isAddress, withChecksum } from '@glasshouse/protocol/wallet/address-formats';

export const amount = z.string().regex(/^(0|[1-9]\d{0,20})(\.\d{1,36})?$/, 'not an amount such as 0.5');
export const whole = z.number().int().positive();

/** An address of a chain. On Ethereum-like chains it has the checksum, as sources report it. */
export const addressOf = (chain: Chain) =>
  z
    .string()
    .refine((text) => isAddress(chain, text), 'not an address')
    .transform((text) => (text.startsWith('0x') ? withChecksum(text) : text));

/** Contracts by coin. */
export const tokenFields = (chain: Chain) =>
  z.record(
    z.string(),
    z.strictObject({ address: addressOf(chain), decimals: z.number().int().min(0).max(36) }),
  );

/** The signer's limits for one payment and for one day (UTC). */
export const dayLimit = z.strictObject({ perPayment: amount, perDay: amount });
export type DayLimit = z.output<typeof dayLimit>;

export const coinFields = z.strictObject({
  /** A deposit address with less is left alone. */
  sweepFrom: amount,
  /**
   * The largest balance of the hot wallet. Above it, it sends all but `hotTarget` to the cold
   * address.
   */
  hotMax: amount,
  hotTarget: amount,
  /** The signer's limits for withdrawals. */
  ...dayLimit.shape,
});
export type CoinFields = z.output<typeof coinFields>;

/** A decimal in smallest units. */
export function unitsIn(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  if (fraction.length > decimals) throw new Error(`${text} has more than ${decimals} decimals`);
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}
