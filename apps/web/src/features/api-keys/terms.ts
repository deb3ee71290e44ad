/** The terms of a key while they are entered, as a form keeps them: all are text. */
import type { ApiKeyRow, KeyPermission } from '@glasshouse/protocol/api-keys';
import { KEY_PERMISSIONS, NETWORKS_MAX } from '@glasshouse/protocol/api-keys/rules';
import type { TextKey } from '#shared/i18n.ts';

export interface TermsDraft extends Record<string, string> {
  /** Separated by spaces. */
  permissions: string;
  /** One a line. */
  networks: string;
  expiry: string;
}
export type Expiry = 'keep' | 'never' | '30' | '60' | '90' | '180' | '365';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NETWORK = /^[0-9A-Fa-f:.]{2,45}(\/\d{1,3})?$/;

export const networksIn = (draft: Pick<TermsDraft, 'networks'>): string[] =>
  draft.networks.split(/[\s,]+/).filter((text) => text !== '');

/** Without a network nobody may withdraw. */
export function permissionsIn(draft: Pick<TermsDraft, 'permissions' | 'networks'>): KeyPermission[] {
  const chosen = new Set(draft.permissions.split(' '));
  const hasNetwork = networksIn(draft).length > 0;
  return KEY_PERMISSIONS.filter((each) => chosen.has(each) && (each !== 'withdraw' || hasNetwork));
}

/** Whether it can do more than read, from anywhere. */
export const isOpen = (draft: Pick<TermsDraft, 'permissions' | 'networks'>): boolean =>
  networksIn(draft).length === 0 && permissionsIn(draft).length > 1;

export function expiriesOf(draft: TermsDraft, isNew: boolean): readonly Expiry[] {
  const first = isNew ? [] : (['keep'] as const);
  return isOpen(draft)
    ? [...first, '30', '60', '90']
    : [...first, ...(isNew ? (['never'] as const) : []), '30', '90', '180', '365'];
}

/** The choice, or the one that stands for it where it is not offered. */
export function expiryIn(draft: TermsDraft, isNew: boolean): Expiry {
  const offered = expiriesOf(draft, isNew);
  return (
    offered.find((each) => each === draft.expiry) ?? (isNew && isOpen(draft) ? '90' : (offered[0] ?? '90'))
  );
}

/** An hour less than the days, as the clocks of machines differ. */
function expireTimeIn(draft: TermsDraft, isNew: boolean): number | undefined {
  const expiry = expiryIn(draft, isNew);
  return expiry === 'keep' || expiry === 'never' ? undefined : Date.now() + Number(expiry) * DAY_MS - HOUR_MS;
}

/** As the calls take them. */
export function termsIn(draft: TermsDraft, isNew: boolean) {
  return {
    permissions: permissionsIn(draft),
    networks: networksIn(draft),
    expireTime: expireTimeIn(draft, isNew),
  };
}

export function networksFault(text: string): TextKey | undefined {
  const networks = networksIn({ networks: text });
  const isRight = networks.length <= NETWORKS_MAX && networks.every((each) => NETWORK.test(each));
  return isRight ? undefined : 'apiKeys.networkFault';
}

export function draftOf(row: ApiKeyRow): TermsDraft {
  return { permissions: row.permissions.join(' '), networks: row.networks.join('\n'), expiry: 'keep' };
}

/** Whether the key could do more than before, which its owner must prove. */
export function isWider(row: ApiKeyRow, draft: TermsDraft): boolean {
  const networks = networksIn(draft);
  const { permissions, expireTime } = termsIn(draft, false);
  const reachesFurther =
    row.networks.length > 0 &&
    (networks.length === 0 || networks.some((each) => !row.networks.includes(each)));
  const livesLonger = (expireTime ?? 0) > (row.expireTime ?? Infinity);
  return reachesFurther || livesLonger || permissions.some((each) => !row.permissions.includes(each));
}
