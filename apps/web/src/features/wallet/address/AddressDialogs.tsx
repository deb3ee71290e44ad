/** Adds an address; switches the restriction of withdrawals to the book on and off. */
import { Button, Dialog, Field, Note, Segmented, SelectInput, TextInput } from '@glasshouse/ui';
import { CHAINS_OF_COIN, type Chain } from '@glasshouse/protocol/wallet/chains';
import { hasMemo } from '@glasshouse/protocol/wallet/destinations';
import type { ReactNode } from 'react';
import { usePerson } from '#data/person.ts';
import { AddressField, addressFault, memoFault } from '#shared/AddressField.tsx';
import { CodeField } from '#shared/forms/CodeField.tsx';
import { FundPasswordField, GoogleField } from '#shared/forms/fields.tsx';
import { useCheckedForm, type BoundField } from '#shared/forms/useCheckedForm.ts';
import { check } from '#shared/forms/validation.ts';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { addAddress, setWhitelistOnly } from './address-calls.ts';

const COINS = Object.keys(CHAINS_OF_COIN);

export interface AddressDialogsProps {
  readonly dialog: 'add' | 'whitelist';
  readonly whitelistOnly: boolean;
  readonly close: () => void;
}

export function AddressDialogs({ dialog, whitelistOnly, close }: AddressDialogsProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t(dialog === 'add' ? 'address.add' : 'address.whitelist')}
      closeLabel={t('common.close')}
      width={460}
    >
      {dialog === 'add' ? <AddForm close={close} /> : <WhitelistForm on={!whitelistOnly} close={close} />}
    </Dialog>
  );
}

/** The rules of the proof fields beside the form's own. */
function useProof() {
  const person = usePerson();
  const asksFund = person?.assetsPwd === true;
  const asksGoogle = person?.googleBind === true;
  return {
    email: () => person?.email ?? '',
    asksFund,
    asksGoogle,
    checks: {
      code: check.code,
      fundPassword: (text: string) => (asksFund ? check.sixDigits(text) : undefined),
      googleCode: (text: string) => (asksGoogle ? check.filled(text) : undefined),
    },
  };
}

interface ProofProps {
  readonly proof: ReturnType<typeof useProof>;
  readonly field: (name: 'code' | 'fundPassword' | 'googleCode') => BoundField;
}
function Proof({ proof, field }: ProofProps): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      {proof.asksFund && <FundPasswordField label={t('address.fundPassword')} {...field('fundPassword')} />}
      <CodeField purpose="withdraw" email={proof.email} {...field('code')} />
      {proof.asksGoogle && <GoogleField {...field('googleCode')} />}
    </>
  );
}

function AddForm({ close }: { readonly close: () => void }) {
  const { t } = useTranslation();
  const proof = useProof();
  const { form, field, busy, onSubmit } = useCheckedForm({
    initial: {
      currency: 'USDT',
      chain: 'TRC20' as Chain,
      address: '',
      memo: '',
      note: '',
      code: '',
      fundPassword: '',
      googleCode: '',
    },
    checks: {
      ...proof.checks,
      address: (text, all) => check.filled(text) ?? addressFault(all.chain, text),
      memo: (text, all) => memoFault(all.chain, text),
    },
    send: async (entered) => {
      // The field of another network's tag is hidden.
      await addAddress({ ...entered, memo: hasMemo(entered.chain) ? entered.memo : '' });
      notify.success(t('address.done.added'));
      close();
    },
  });
  const [currency, chain, entered] = form.watch(['currency', 'chain', 'address']);
  const [address, memo, note] = [field('address'), field('memo'), field('note')];
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <CoinAndNetwork
        currency={currency}
        chain={chain}
        onChoice={(coin, network) => {
          form.setValue('currency', coin);
          form.setValue('chain', network);
          form.clearErrors(['address', 'memo']);
        }}
      />
      <AddressField label={t('address.address')} chain={chain} address={entered} {...address} />
      {hasMemo(chain) && (
        <Field label={t('address.memo')} error={memo.error}>
          {(ids) => <TextInput {...ids} {...memo.input} autoComplete="off" maxLength={64} />}
        </Field>
      )}
      <Field label={t('address.noteLabel')} fact={t('identity.optional')} error={note.error}>
        {(ids) => <TextInput {...ids} {...note.input} autoComplete="off" maxLength={40} />}
      </Field>
      <Proof proof={proof} field={field} />
      <Note tone="warn">{t('address.coolingNote')}</Note>
      <Button type="submit" tone="brand" size="lg" busy={busy} className="w-full">
        {t('address.add')}
      </Button>
    </form>
  );
}

interface CoinAndNetworkProps {
  readonly currency: string;
  readonly chain: Chain;
  readonly onChoice: (currency: string, chain: Chain) => void;
}
function CoinAndNetwork({ currency, chain, onChoice }: CoinAndNetworkProps) {
  const { t } = useTranslation();
  const chains = CHAINS_OF_COIN[currency] ?? [];
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label={t('wallet.coin')}>
        {(ids) => (
          <SelectInput
            {...ids}
            value={currency}
            onChange={({ target }) => onChoice(target.value, CHAINS_OF_COIN[target.value]?.[0] ?? chain)}
          >
            {COINS.map((coin) => (
              <option key={coin}>{coin}</option>
            ))}
          </SelectInput>
        )}
      </Field>
      <div>
        <p className="mb-1.5 text-[13px] font-medium">{t('address.network')}</p>
        <Segmented
          label={t('address.network')}
          value={chain}
          onValue={(next) => onChoice(currency, next)}
          className="flex! h-11 items-center px-1 [&>button]:h-9 [&>button]:flex-1"
          items={chains.map((id) => ({ id, label: id }))}
        />
      </div>
    </div>
  );
}

function WhitelistForm({ on, close }: { readonly on: boolean; readonly close: () => void }) {
  const { t } = useTranslation();
  const proof = useProof();
  const { field, busy, onSubmit } = useCheckedForm({
    initial: { code: '', fundPassword: '', googleCode: '' },
    checks: on ? {} : proof.checks,
    send: async (entered) => {
      await setWhitelistOnly({ on, ...(on ? {} : entered) });
      notify.success(t(on ? 'address.done.whitelistOn' : 'address.done.whitelistOff'));
      close();
    },
  });
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <p className="text-mut leading-5">{t(on ? 'address.turnOnText' : 'address.turnOffText')}</p>
      {!on && <Proof proof={proof} field={field} />}
      <Button type="submit" tone={on ? 'brand' : 'danger'} size="lg" busy={busy} className="w-full">
        {t(on ? 'address.turnOn' : 'address.turnOff')}
      </Button>
    </form>
  );
}
