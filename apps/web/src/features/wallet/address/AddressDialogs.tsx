/** Adds or edits an address; switches the restriction of withdrawals to the book on and off. */
import { Button, Dialog, Field, Note, Segmented, SelectInput, TextInput } from '@glasshouse/ui';
import type { AddressRow } from '@glasshouse/protocol/wallet';
import type { Chain } from '@glasshouse/protocol/wallet/chains';
import { hasMemo } from '@glasshouse/protocol/wallet/destinations';
import { usePublicTerms } from '#data/public-terms.ts';
import { AddressField, addressFault, memoFault } from '#shared/AddressField.tsx';
import { OwnerProofFields, useOwnerProof } from '#shared/forms/OwnerProof.tsx';
import { useCheckedForm, type BoundField } from '#shared/forms/useCheckedForm.ts';
import { check } from '#shared/forms/validation.ts';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { addAddress, editAddress, setWhitelistOnly } from './address-calls.ts';

export type AddressDialog = 'add' | 'whitelist' | AddressRow;

export interface AddressDialogsProps {
  /** Or the address that is edited. */
  readonly dialog: AddressDialog;
  readonly whitelistOnly: boolean;
  readonly close: () => void;
}

export function AddressDialogs({ dialog, whitelistOnly, close }: AddressDialogsProps) {
  const { t } = useTranslation();
  return (
    <Dialog open onOpenChange={close} title={titleOf(t, dialog)} closeLabel={t('common.close')} width={460}>
      {dialog === 'add' && <AddForm close={close} />}
      {dialog === 'whitelist' && <WhitelistForm on={!whitelistOnly} close={close} />}
      {typeof dialog === 'object' && <EditForm row={dialog} close={close} />}
    </Dialog>
  );
}

function titleOf(t: ReturnType<typeof useTranslation>['t'], dialog: AddressDialog): string {
  if (dialog === 'add') return t('address.add');
  if (dialog === 'whitelist') return t('address.whitelist');
  return t('address.editTitle', { coin: dialog.currency, network: dialog.chain });
}

function AddForm({ close }: { readonly close: () => void }) {
  const { t } = useTranslation();
  const proof = useOwnerProof();
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
      <DestinationFields chain={chain} entered={entered} field={field} />
      <OwnerProofFields proof={proof} field={field} />
      <Note tone="warn">{t('address.coolingNote')}</Note>
      <Button type="submit" tone="brand" size="lg" busy={busy} className="w-full">
        {t('address.add')}
      </Button>
    </form>
  );
}

/** A note is changed at once; another destination needs the proof and waits as a new one does. */
function EditForm({ row, close }: { readonly row: AddressRow; readonly close: () => void }) {
  const { t } = useTranslation();
  const proof = useOwnerProof();
  const isMoved = (all: Pick<AddressRow, 'address' | 'memo'>) =>
    all.address.trim() !== row.address || all.memo.trim() !== row.memo;
  const { form, field, busy, onSubmit } = useCheckedForm({
    initial: {
      address: row.address,
      memo: row.memo,
      note: row.note,
      code: '',
      fundPassword: '',
      googleCode: '',
    },
    checks: {
      address: (text) => check.filled(text) ?? addressFault(row.chain, text),
      memo: (text) => memoFault(row.chain, text),
      code: (text, all) => (isMoved(all) ? proof.checks.code(text) : undefined),
      fundPassword: (text, all) => (isMoved(all) ? proof.checks.fundPassword(text) : undefined),
      googleCode: (text, all) => (isMoved(all) ? proof.checks.googleCode(text) : undefined),
    },
    send: async (entered) => {
      await editAddress({ id: row.id, ...entered });
      notify.success(t('address.done.edited'));
      close();
    },
  });
  const [address, memo] = form.watch(['address', 'memo']);
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <DestinationFields chain={row.chain} entered={address} field={field} />
      {isMoved({ address, memo }) && (
        <>
          <OwnerProofFields proof={proof} field={field} />
          <Note tone="warn">{t('address.movedNote')}</Note>
        </>
      )}
      <Button type="submit" tone="brand" size="lg" busy={busy} className="w-full">
        {t('address.save')}
      </Button>
    </form>
  );
}

interface DestinationFieldsProps {
  readonly chain: Chain;
  /** The address that is typed so far. */
  readonly entered: string;
  readonly field: (name: 'address' | 'memo' | 'note') => BoundField;
}
function DestinationFields({ chain, entered, field }: DestinationFieldsProps) {
  const { t } = useTranslation();
  const [address, memo, note] = [field('address'), field('memo'), field('note')];
  return (
    <>
      <AddressField label={t('address.address')} chain={chain} address={entered} {...address} />
      {hasMemo(chain) && (
        <Field label={t('address.memo')} error={memo.error}>
          {(ids) => <TextInput {...ids} {...memo.input} autoComplete="off" maxLength={64} />}
        </Field>
      )}
      <Field label={t('address.noteLabel')} fact={t('identity.optional')} error={note.error}>
        {(ids) => <TextInput {...ids} {...note.input} autoComplete="off" maxLength={40} />}
      </Field>
    </>
  );
}

interface CoinAndNetworkProps {
  readonly currency: string;
  readonly chain: Chain;
  readonly onChoice: (currency: string, chain: Chain) => void;
}
function CoinAndNetwork({ currency, chain, onChoice }: CoinAndNetworkProps) {
  const { t } = useTranslation();
  const places = usePublicTerms('funding/get-terms').data?.list ?? [{ currency, chain }];
  const coins = [...new Set(places.map((one) => one.currency))];
  const chainsOf = (coin: string) => places.filter((one) => one.currency === coin).map((one) => one.chain);
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label={t('wallet.coin')}>
        {(ids) => (
          <SelectInput
            {...ids}
            value={currency}
            onChange={({ target }) => onChoice(target.value, chainsOf(target.value)[0] ?? chain)}
          >
            {coins.map((coin) => (
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
          items={chainsOf(currency).map((id) => ({ id, label: id }))}
        />
      </div>
    </div>
  );
}

function WhitelistForm({ on, close }: { readonly on: boolean; readonly close: () => void }) {
  const { t } = useTranslation();
  const proof = useOwnerProof();
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
      {!on && <OwnerProofFields proof={proof} field={field} />}
      <Button type="submit" tone={on ? 'brand' : 'danger'} size="lg" busy={busy} className="w-full">
        {t(on ? 'address.turnOn' : 'address.turnOff')}
      </Button>
    </form>
  );
}
