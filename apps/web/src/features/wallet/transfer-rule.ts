/** Checks a transfer before it is sent (R5.6). */
import { Big } from 'big.js';

export const TRANSFER_MIN = '0.00001';

export function transferError(
  amount: string,
  available: string | undefined,
): 'wallet.enterAmount' | 'wallet.enterMore' | 'common.insufficient' | undefined {
  if (!/^\d+(\.\d+)?$/.test(amount)) return 'wallet.enterAmount';
  if (new Big(amount).lt(TRANSFER_MIN)) return 'wallet.enterMore';
  if (available !== undefined && new Big(amount).gt(available)) return 'common.insufficient';
  return undefined;
}
