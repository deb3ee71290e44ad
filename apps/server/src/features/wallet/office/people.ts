/** What a user has, for operators. */
import { USER_WALLETS } from '@glasshouse/core';
import { lookAt } from '../../../contract/person-look.ts';
import type { Ports } from '../../../contract/ports.ts';
import type { Handler } from '../../../http/handler.ts';
import { readAssets, readLastPostings, sumOfValues } from '../queries.ts';

const POSTINGS = 20;

export function balancesOf(ports: Ports): Handler<'people/get-balances'> {
  const { catalogue, sequencer } = ports;
  return async ({ user }, caller) => {
    const refusal = await lookAt(ports, caller, { act: 'people/get-balances', user });
    if (refusal !== null) return refusal;
    const [accounts, postings] = await Promise.all([
      sequencer.read(() =>
        USER_WALLETS.map((account) => ({ account, ...readAssets(catalogue, user, account) })),
      ),
      readLastPostings(ports, user, { limit: POSTINGS, language: caller.language }),
    ]);
    return {
      list: accounts.flatMap(({ account, list }) =>
        list
          .filter(
            ({ availableCurrency, frozenCurrency }) => availableCurrency !== '0' || frozenCurrency !== '0',
          )
          .map(({ currency, availableCurrency: available, frozenCurrency: frozen, total: value }) => ({
            account,
            currency,
            available,
            frozen,
            value,
          })),
      ),
      totalValue: sumOfValues(accounts.map(({ totalValue }) => totalValue)),
      postings,
    };
  };
}
