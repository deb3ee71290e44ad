/**
 * Opens a user's ledger accounts and, in demo mode, fills them with play money: exactly once, even
 * after a crash in between.
 */
import { FIRST_USER, WALLET } from '@glasshouse/core';
import { parseDecimal } from '@glasshouse/money';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { Database } from '../../db/database.ts';
import type { Sequencer } from '../../contract/sequencer.ts';

interface Gift {
  readonly wallet: number;
  readonly code: string;
  readonly amount: string;
}

/** The play money of a new demo user. */
export const PLAY_MONEY: readonly Gift[] = [
  { wallet: WALLET.exchange, code: 'USDT', amount: '10000' },
  { wallet: WALLET.exchange, code: 'BTC', amount: '0.1' },
  { wallet: WALLET.exchange, code: 'ETH', amount: '1' },
  { wallet: WALLET.exchange, code: 'LTC', amount: '10' },
  { wallet: WALLET.exchange, code: 'XRP', amount: '1000' },
  { wallet: WALLET.exchange, code: 'ADA', amount: '1000' },
  { wallet: WALLET.exchange, code: 'DOGE', amount: '5000' },
  { wallet: WALLET.contract, code: 'USDT', amount: '1000' },
];

export interface OpenAccountsOptions {
  readonly database: Database;
  readonly sequencer: Sequencer;
  readonly catalogue: Catalogue;
  readonly isDemo: boolean;
}

/** The share of each trading fee of an invited user that goes to the inviting one. */
export const REFERRAL_SHARE_PPM = 200_000;

export function accountOpener(options: OpenAccountsOptions): (userId: number) => Promise<void> {
  const { database, sequencer } = options;
  return async function open(userId): Promise<void> {
    if (userId < FIRST_USER) throw new Error(`owner ${userId} is not a user`);
    const user = await database.reads
      .selectFrom('users')
      .select(['accounts_ready_ms', 'invited_by'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (user === undefined || user.accounts_ready_ms !== null) return;
    const opened = await sequencer.submit(
      { type: 'open-account', owner: userId },
      { owner: userId, key: `open:${userId}`, requestHash: '' },
    );
    if (opened.error !== null) throw new Error(`accounts of ${userId} could not be opened: ${opened.error}`);
    if (user.invited_by !== null) {
      await open(user.invited_by);
      await nameReferrer(options, { owner: userId, referrer: user.invited_by });
    }
    if (options.isDemo) await givePlayMoney(options, userId);
    await database.kysely
      .updateTable('users')
      .set({ accounts_ready_ms: Date.now() })
      .where('user_id', '=', userId)
      .execute();
  };
}

/** A referrer that was named stays: a second attempt, after an interrupted start, finds it. */
async function nameReferrer(
  { sequencer, catalogue }: OpenAccountsOptions,
  { owner, referrer }: { owner: number; referrer: number },
): Promise<void> {
  if (catalogue.exchange.features.spot.fees.referrerOf(owner) === referrer) return;
  const { error } = await sequencer.submit(
    { type: 'set-referrer', owner, referrer, sharePpm: REFERRAL_SHARE_PPM },
    { owner, key: `referrer:${owner}`, requestHash: '' },
  );
  if (error !== null) throw new Error(`the referrer of ${owner} was refused: ${error}`);
}

/** Keys are remembered only for a day; the postings show what was given before. */
async function givePlayMoney(
  { database, sequencer, catalogue }: OpenAccountsOptions,
  userId: number,
): Promise<void> {
  const given = await database.reads
    .selectFrom('postings')
    .select(['wallet', 'asset'])
    .where('owner', '=', userId)
    .where('reason', '=', 'play-money')
    .execute();
  const gifts = PLAY_MONEY.flatMap((gift) => {
    const asset = catalogue.asset(gift.code);
    if (asset === undefined) return [];
    const isGiven = given.some((row) => row.wallet === gift.wallet && row.asset === asset.asset);
    const amount = parseDecimal(gift.amount, asset.decimals);
    return isGiven || typeof amount === 'string' ? [] : [{ ...gift, asset: asset.asset, amount }];
  });
  await Promise.all(
    gifts.map(async ({ wallet, asset, amount, code }) => {
      const outcome = await sequencer.submit(
        { type: 'issue', owner: userId, wallet, asset, amount, reason: 'play-money' },
        { owner: userId, key: `play:${userId}:${wallet}:${code}`, requestHash: '' },
      );
      if (outcome.error !== null) throw new Error(`play money for ${userId} was refused: ${outcome.error}`);
    }),
  );
}
