/**
 * The field of a withdrawal address. It checks form and checksum while they are entered; a checksum
 * reveals that something is wrong, never which character.
 */
import { Field, TextInput, type TextInputProps } from '@glasshouse/ui';
import { checkAddress } from '@glasshouse/protocol/wallet/address-formats';
import { hasMemo, readAddress, readMemo } from '@glasshouse/protocol/wallet/destinations';
import { plainSigns } from '@glasshouse/protocol/pasted';
import type { Chain } from '@glasshouse/protocol/wallet/chains';
import { ShieldCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation, type TextKey } from './i18n.ts';

export interface AddressFieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** The error from the form or the server. */
  readonly error: string | undefined;
  readonly chain: Chain;
  /** The text that has been entered so far. */
  readonly address: string;
  readonly input: TextInputProps;
}

export function AddressField({ label, hint, error, chain, address, input }: AddressFieldProps) {
  const { t } = useTranslation();
  const [left, setLeft] = useState('');
  const fault = addressFault(chain, address);
  // An incomplete address counts as wrong only after the field was left.
  const isTold = fault !== 'addressCheck.form' || left === address;
  const told = fault !== undefined && isTold ? t(fault) : undefined;
  return (
    <Field
      label={label}
      hint={fault === undefined && address.trim() !== '' ? <Sound chain={chain} address={address} /> : hint}
      error={error ?? told}
    >
      {(ids) => (
        <TextInput
          {...ids}
          {...input}
          translate="no"
          className="notranslate hash"
          onBlur={(event) => {
            setLeft(address);
            input.onBlur?.(event);
          }}
          autoComplete="off"
          spellCheck={false}
          maxLength={128}
        />
      )}
    </Field>
  );
}

/** The error of an address; undefined for an empty field. */
export function addressFault(chain: Chain, address: string): TextKey | undefined {
  if (address.trim() === '') return undefined;
  const read = readAddress(chain, address);
  if (typeof read === 'string') return undefined;
  if (read.error === 'wallet/address-nobodys') return 'addressCheck.nobodys';
  if (read.error === 'wallet/address-of-contract') return 'addressCheck.contract';
  return checkAddress(chain, plainSigns(address)) === 'checksum'
    ? 'addressCheck.checksum'
    : 'addressCheck.form';
}

/** The error of a tag or memo, on a chain that has one. */
export function memoFault(chain: Chain, memo: string): TextKey | undefined {
  if (!hasMemo(chain) || typeof readMemo(chain, memo) === 'string') return undefined;
  return chain === 'XRP' ? 'addressCheck.tag' : 'addressCheck.memo';
}

function Sound({ chain, address }: Pick<AddressFieldProps, 'chain' | 'address'>) {
  const { t } = useTranslation();
  if (checkAddress(chain, plainSigns(address)) === 'without') return t('addressCheck.without');
  return (
    <span className="flex items-center gap-1.5">
      <ShieldCheck aria-hidden size={14} className="text-brand-ink shrink-0" />
      {t('addressCheck.holds', { network: chain })}
    </span>
  );
}
