/**
 * The operator's commands for pay-outs: the house's own coins leave the treasury for an address.
 * One person asks, which is the first approval, and another one approves. From then on it is a
 * withdrawal like others: the payer pays it, or people do it by hand and settle it.
 */
import { HOUSE, isPayOut, WITHDRAWAL_STATUS, type RequestPayOut } from '@glasshouse/core';
import { parseDecimal } from '@glasshouse/money';
import { isRefusal, REFUSALS, type Refusal, type RefusalName } from '@glasshouse/protocol';
import { CHAIN_NUMBERS } from '@glasshouse/protocol/funding';
import type { Chain } from '@glasshouse/protocol/wallet';
import type { Destination } from '@glasshouse/protocol/wallet/destinations';
import type { Ports } from '../../contract/ports.ts';
import { PLATFORM_OWNER } from '../../contract/seeds.ts';
import { isName } from './chain-amounts.ts';
import { openLines, type ListingParts } from './withdrawals/listing.ts';
import { approve, reject, type OperateParts } from './withdrawals/operate.ts';

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
  | ({ readonly act: 'request'; readonly operator: string } & PayOutRequest)
  | { readonly act: 'approve'; readonly id: number; readonly operator: string }
  | {
      readonly act: 'refuse';
      readonly id: number;
      readonly operator: string;
      readonly note: string;
      /** For an approved one: the operator confirms that no coin is on its way. */
      readonly nothingSent: boolean;
    };

type PayOutPorts = Pick<Ports, 'catalogue' | 'sequencer' | 'operators'>;
export interface PayOutParts extends OperateParts, ListingParts {
  readonly destinationOf: (chain: Chain, pasted: Destination) => Destination | Refusal;
}
export interface PayOutAnswer {
  readonly ok: boolean;
  readonly text: string;
}

const done = (text: string): PayOutAnswer => ({ ok: true, text });
const refused = (text: string): PayOutAnswer => ({ ok: false, text });
const inWords = (error: RefusalName): PayOutAnswer => refused(`${error}: ${REFUSALS[error].en}`);

export function payOutCommands(parts: PayOutParts, ports: PayOutPorts) {
  return {
    'funding/handle-pay-out': async (asked: PayOutAct): Promise<PayOutAnswer> => {
      if (asked.act === 'list') {
        const lines = await openLines(parts, HOUSE.treasury);
        return done(lines.join('\n') || 'No pay-out is open.');
      }
      if (asked.act === 'request') return request(parts, ports, asked);
      const { id: withdrawal, operator } = asked;
      const stored = Number.isSafeInteger(withdrawal) ? await parts.store.find(withdrawal) : undefined;
      if (stored === undefined || !isPayOut(stored.owner))
        return refused(`there is no pay-out ${withdrawal}`);
      const refusal =
        asked.act === 'approve'
          ? await approve(parts, { withdrawal, operator, words: '' })
          : await reject(parts, {
              withdrawal,
              operator,
              rejection: 'other',
              words: asked.note,
              nothingSent: asked.nothingSent,
            });
      return refusal === null ? done(await stateOf(parts, withdrawal)) : inWords(refusal.error);
    },
  };
}

/** What has become of a pay-out, after an operator has decided. */
async function stateOf({ store }: Pick<PayOutParts, 'store'>, withdrawal: number): Promise<string> {
  const status = (await store.find(withdrawal))?.status;
  if (status === WITHDRAWAL_STATUS.rejected)
    return `Pay-out ${withdrawal} is refused; its coins are free in the treasury.`;
  if (status === WITHDRAWAL_STATUS.requested)
    return `The approval of pay-out ${withdrawal} is recorded; 'withdrawals show ${withdrawal}' says what it waits for.`;
  const isStopped = (await store.actsOf(withdrawal)).at(-1)?.act === 'stop';
  return isStopped
    ? `The payer was asked to stop pay-out ${withdrawal}. It is refused once nothing of it can be mined, or settled if it was.`
    : `Pay-out ${withdrawal} is approved and can be paid.`;
}

/** Asking is an approval too. If a crash comes between the two, two people have to approve. */
async function request(
  parts: PayOutParts,
  { sequencer, operators, catalogue }: PayOutPorts,
  { operator, ...asked }: Extract<PayOutAct, { act: 'request' }>,
): Promise<PayOutAnswer> {
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
  const refusal = await approve(parts, { withdrawal: id, operator, words: '' });
  return refusal === null
    ? done(`Pay-out ${id} waits for another person: treasury approve ${id} --by NAME`)
    : inWords(refusal.error);
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
