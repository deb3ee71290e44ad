/** Payments of TRON in memory, for tests. */
import { MemoryRecords } from '../paying/memory-records.ts';
import { newTronPayment, type TronPayment, type TronStore } from './payments.ts';

export class MemoryTronStore extends MemoryRecords<TronPayment> implements TronStore {
  constructor() {
    super(newTronPayment, ({ drafts }) => drafts.map(({ txid }) => txid));
  }
}
