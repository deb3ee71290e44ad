/**
 * The destination of a withdrawal: the entries of the address book, and a field for any other
 * address.
 */
import { DateTime, Tag } from '@glasshouse/ui';
import type { Chain } from '@glasshouse/protocol/wallet/chains';
import { useId, useState } from 'react';
import { serverNow } from '#data/server-time.ts';
import { AddressField } from '#shared/AddressField.tsx';
import { useTranslation } from '#shared/i18n.ts';
import type { BookAddress } from './calls.ts';
import { shortAddress } from './short-address.ts';
import type { WithdrawFormProps } from './useWithdrawForm.ts';

export function Destinations({ form, coin }: WithdrawFormProps) {
  const { t } = useTranslation();
  const name = useId();
  const { entries, entry, isBookOnly } = form;
  const isTyped = entries.length === 0 && !isBookOnly;
  return (
    <fieldset>
      <legend className={isTyped ? 'sr-only' : 'mb-1.5 text-[13px] font-medium'}>{t('withdrawal.to')}</legend>
      {entries.length > 0 && (
        <div className="border-line2 max-h-[170px] overflow-y-auto rounded-lg border">
          {entries.map((each) => (
            <Entry
              key={each.id}
              name={name}
              address={each}
              isChosen={each.id === entry?.id}
              onChoice={() => form.choose(each.id)}
            />
          ))}
        </div>
      )}
      {isBookOnly ? (
        entries.length === 0 && <p className="text-mut">{t('withdrawal.bookOnly')}</p>
      ) : (
        <div className={entries.length > 0 ? 'mt-3' : ''}>
          <AddressField
            label={t(isTyped ? 'withdrawal.firstAddress' : 'withdrawal.newAddress', { network: coin.chain })}
            hint={t('withdrawal.newAddressHint')}
            error={form.wrongAddress}
            chain={coin.chain as Chain}
            address={entry === undefined ? form.typed.address : ''}
            input={{
              name: 'address',
              value: entry === undefined ? form.typed.address : '',
              onChange: ({ target }) => form.type({ address: target.value }),
            }}
          />
        </div>
      )}
    </fieldset>
  );
}

interface EntryProps {
  readonly name: string;
  readonly address: BookAddress;
  readonly isChosen: boolean;
  readonly onChoice: () => void;
}
function Entry({ name, address: entry, isChosen, onChoice }: EntryProps) {
  const { t } = useTranslation();
  const [nowMs] = useState(serverNow);
  const { address, memo, note, chain, usableTime } = entry;
  const isUsable = usableTime <= nowMs;
  return (
    <label
      className={`border-line flex items-center gap-3 border-t px-3.5 py-2 first:border-t-0 ${isChosen ? 'bg-brand-soft/60' : ''} ${isUsable ? 'hover:bg-raised/50 cursor-pointer' : 'text-mut'}`}
    >
      <input
        type="radio"
        name={name}
        checked={isChosen}
        disabled={!isUsable}
        onChange={onChoice}
        className="accent-brand size-4"
      />
      <span className="min-w-0 flex-1 leading-[18px]">
        {note !== '' && <b className="block truncate font-medium">{note}</b>}
        <span translate="no" className="notranslate hash text-[12px]" title={address}>
          {shortAddress(address)}
        </span>
        {memo !== '' && <span className="text-mut"> · {memo}</span>}
      </span>
      {isUsable ? (
        <Tag dot={false}>{chain}</Tag>
      ) : (
        <Tag tone="warn">
          {t('withdrawal.usableFrom')} <DateTime timeMs={usableTime} kind="full" />
        </Tag>
      )}
    </label>
  );
}
