/** The definition of the seconds-contract feature. */
import { defineFeature } from '../../contract/feature.ts';
import { SECONDS_CONTRACT_COMMANDS } from './commands.ts';
import { SECONDS_CONTRACT_HOUSE, SECONDS_CONTRACT_REASON } from './reasons.ts';
import { SECONDS_CONTRACT, SECONDS_CONTRACT_CODE, SecondsContract } from './seconds-contract.ts';

export const secondsContract = defineFeature({
  name: SECONDS_CONTRACT,
  code: SECONDS_CONTRACT_CODE,
  newestRules: 1,
  commands: SECONDS_CONTRACT_COMMANDS,
  reasons: SECONDS_CONTRACT_REASON,
  house: SECONDS_CONTRACT_HOUSE,
  escrows: [SECONDS_CONTRACT_HOUSE.secondsContractEscrow],
  reserve: SECONDS_CONTRACT_HOUSE.secondsContractReserve,
  create: (kernel) => new SecondsContract(kernel),
});
