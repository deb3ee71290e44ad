/** The words of acts: what each call does, and its states. */
import type { ActState } from '@glasshouse/protocol';
import type { StateTexts } from '../parts/StateTag.tsx';
import type { Translate } from '../../shared/texts.ts';
import type { TextKey } from '../texts.ts';

const NAMES: Readonly<Record<string, TextKey>> = {
  'markets/halt-pair': 'act_haltPair',
  'markets/resume-pair': 'act_resumePair',
  'markets/open-pair': 'act_openPair',
  'markets/delist-pair': 'act_delistPair',
  'markets/keep-pair': 'act_keepPair',
  'markets/list-coin': 'act_listCoin',
  'markets/list-pair': 'act_listPair',
  'markets/set-terms': 'act_setPairTerms',
  'markets/set-maker': 'act_setMaker',
  'products/define-offer': 'act_defineOffer',
  'products/set-fee-tiers': 'act_setFeeTiers',
  'products/set-durations': 'act_setDurations',
  'products/set-limits': 'act_setContractLimits',
  'networks/open-coin': 'act_openCoin',
  'networks/close-coin': 'act_closeCoin',
  'networks/set-terms': 'act_setNetworkTerms',
  'networks/set-confirmations': 'act_setConfirmations',
  'networks/list-coin': 'act_listNetworkCoin',
  'parameters/set': 'act_setParameter',
  'parameters/set-text': 'act_setText',
  'notices/publish': 'act_publishNotice',
  'notices/withdraw': 'act_withdrawNotice',
  'treasury/move-capital': 'act_moveCapital',
  'withdrawals/approve': 'act_approveWithdrawal',
  'withdrawals/reject': 'act_rejectWithdrawal',
  'withdrawals/settle': 'act_settleWithdrawal',
  'kyc/approve': 'act_approveCase',
  'kyc/reject': 'act_rejectCase',
  'vouchers/approve': 'act_approveVoucher',
  'vouchers/reject': 'act_rejectVoucher',
  'watch/note': 'act_watchNote',
  'watch/close': 'act_watchClose',
  'people/freeze': 'act_freezePart',
  'people/unfreeze': 'act_unfreezePart',
  'people/end-sessions': 'act_endSessions',
  'people/set-purchase': 'act_setPurchase',
  'people/reset-second-factor': 'act_resetSecondFactor',
  'people/stop-reset': 'act_stopReset',
  'operators/set-role': 'act_setRole',
  'operators/end-operator': 'act_endOperator',
  'operators/end-sessions': 'act_endOperatorSessions',
};

/** An act without words here is shown by the name of its call. */
export function actText(t: Translate<TextKey>, call: string): string {
  const name = NAMES[call];
  return name === undefined ? call : t(name);
}

export const ACT_STATES: StateTexts<ActState> = {
  asked: { tone: 'warn', text: 'actState_asked' },
  running: { tone: 'info', text: 'actState_running' },
  done: { tone: 'mut', text: 'actState_done' },
  refused: { tone: 'mut', text: 'actState_refused' },
  withdrawn: { tone: 'mut', text: 'actState_withdrawn' },
  lapsed: { tone: 'mut', text: 'actState_lapsed' },
  failed: { tone: 'bad', text: 'actState_failed' },
};
