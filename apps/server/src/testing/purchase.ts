/** Allows a user of a test to buy and subscribe, or stops it, as the command does. */
import type { MachineAct, MachineAnswer } from '../features/operators/machine-acts.ts';
import type { TestServer } from './harness.ts';
import { doAct, type DoneAct } from './machine-act.ts';

export function setPurchase(
  { server }: TestServer,
  fields: { readonly user: number; readonly mayPurchase: boolean },
): Promise<DoneAct> {
  const perform = server.features.commands['operators/perform'] as unknown as (
    act: MachineAct,
  ) => Promise<MachineAnswer>;
  return doAct(perform, { call: 'people/set-purchase', by: 'OS user test, claimed name Vera', ...fields });
}
