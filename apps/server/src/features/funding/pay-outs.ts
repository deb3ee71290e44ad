/**
 * The operator's commands for pay-outs: the house's own coins leave the treasury for an address.
 * One person asks, which is the first approval, and another one approves. From then on it is a
 * withdrawal like others: the payer pays it, or people do it by hand and settle it.
 */
import { HOUSE, isPayOut, type RequestPayOut } from '@glasshouse/core';
import { parseDecimal } from '@glasshouse/money';
import { isRefusal, REFUSALS, type Refusal, type RefusalName } from '@glasshouse/protocol';
import { CHAIN_NUMBERS } from '@glasshouse/protocol/funding';
import type { Chain } from '@glasshouse/protocol/wallet';
import type { Destination } from '@glasshouse/protocol/wallet/destinations';
import type { Ports } from '../../contract/ports.ts';
import { PLATFORM_OWNER } from '../../contract/seeds.ts';
import { isName } from './chain-amounts.ts';
import {
  listWithdrawals,
  withdrawalCommands,
  type OperateParts,
  type WithdrawalAnswer,
} from './withdrawals/operate.ts';

export interface PayOutRequest {
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  /** '' if the network needs none. */
  readonly memo: string;
  /** A decimal of the coin. */
  readonly amount: string;
}

export type PayOutAct =
  | { readonly act: 'list' }
  | ({ readonly act: 'request'; readonly operator: string; readonly name: string } & PayOutRequest)
  | { readonly act: 'approve'; readonly id: number; readonly operator: string; readonly name: string }
  | {
      readonly act: 'refuse';
      readonly id: number;
      readonly operator: string;
      readonly note: string;
      /** For an approved one: the operator confirms that no coin is on its way. */
      readonly nothingSent: boolean;
    };

type PayOutPorts = Pick<Ports, 'catalogue' | 'sequencer' | 'operators'>;
export interface PayOutParts extends OperateParts {
  readonly destinationOf: (chain: Chain, pasted: Destination) => Destination | Refusal;
}

const refused = (text: string): WithdrawalAnswer => ({ ok: false, text });
const inWords = (error: RefusalName): WithdrawalAnswer => refused(`${error}: ${REFUSALS[error].en}`);

export function payOutCommands(parts: PayOutParts, ports: PayOutPorts) {
  const handle = withdrawalCommands(parts)['funding/handle-withdrawal'];
  return {
    'funding/handle-pay-out': async (asked: PayOutAct): Promise<WithdrawalAnswer> => {
      if (asked.act === 'list') return listWithdrawals(parts, HOUSE.treasury);
      if (asked.act === 'request') return request({ parts, ports, handle }, asked);
      const stored = Number.isSafeInteger(asked.id) ? await parts.store.find(asked.id) : undefined;
      if (stored === undefined || !isPayOut(stored.owner)) return refused(`there is no pay-out ${asked.id}`);
      if (asked.act === 'approve') return handle(asked);
      return handle({ ...asked, act: 'reject', reason: 'other' });
    },
  };
}

interface Requesting {
  readonly parts: PayOutParts;
  readonly ports: PayOutPorts;
  readonly handle: ReturnType<typeof withdrawalCommands>['funding/handle-withdrawal'];
}

/** Asking is an approval too. If a crash comes between the two, two people have to approve. */
async function request(
  { parts, ports, handle }: Requesting,
  { operator, name, ...asked }: Extract<PayOutAct, { act: 'request' }>,
): Promise<WithdrawalAnswer> {
  const { sequencer, operators, catalogue } = ports;
  const { log, destinationOf } = parts;
  const command = commandOf({ catalogue, destinationOf }, asked);
  if (typeof command === 'string') return refused(command);
  if (isRefusal(command)) return inWords(command.error);
  const { coin, network, amount } = asked;
  await operators.record({
    operator,
    act: 'machine/treasury-pay-out',
    subject: `${amount} ${coin} on ${network}`,
    detail: [command.address, command.memo].filter(Boolean).join(' '),
  });
  const { error, id } = await sequencer.submit(command, { owner: PLATFORM_OWNER });
  if (error !== null) return inWords(error);
  log.warn({ withdrawal: id, coin, network, amount, operator }, 'an operator asks for a pay-out');
  const approved = await handle({ act: 'approve', id, operator, name });
  if (!approved.ok) return approved;
  return { ok: true, text: `Pay-out ${id} waits for another person: treasury approve ${id} --by NAME` };
}

/** What is wrong, in words or as a refusal of the site, or the command. */
function commandOf(
  { catalogue, destinationOf }: Pick<PayOutPorts, 'catalogue'> & Pick<PayOutParts, 'destinationOf'>,
  { coin, network, address, memo, amount }: PayOutRequest,
): RequestPayOut | Refusal | string {
  const asset = catalogue.asset(coin);
  if (asset === undefined) return `there is no coin ${coin}`;
  if (!isName(network)) return `there is no network ${network}`;
  const units = parseDecimal(amount, asset.decimals);
  if (typeof units !== 'number') return `${amount} is no amount of ${coin}`;
  const to = destinationOf(network as Chain, { address, memo });
  if (isRefusal(to)) return to;
  const place = { chain: CHAIN_NUMBERS[network], asset: asset.asset, amount: units };
  return { type: 'request-pay-out', ...place, address: to.address, memo: to.memo };
}
