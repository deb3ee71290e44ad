/** The states of a person as tags. */
import type { FreezeKind } from '@glasshouse/protocol/identity/freeze-kinds';
import { Tag, type TagTone } from '@glasshouse/ui';
import { useTexts, type TextKey } from '../texts.ts';

const KYC: readonly (readonly [TextKey, TagTone])[] = [
  ['kyc_0', 'mut'],
  ['kyc_1', 'warn'],
  ['kyc_2', 'info'],
  ['kyc_3', 'bad'],
];

export function Kyc({ state }: { readonly state: number }) {
  const { t } = useTexts();
  const [text, tone] = KYC[state] ?? KYC[0]!;
  return <Tag tone={tone}>{t(text)}</Tag>;
}

/** Names what operators have frozen. */
export function Frozen({ kind }: { readonly kind: FreezeKind }) {
  const { t } = useTexts();
  return <Tag tone="bad">{t(`people_frozen_${kind}`)}</Tag>;
}
