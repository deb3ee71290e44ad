/** The feature parameters: what operators set while the platform runs, and what the site asks. */
import { OPERATIONS } from '@glasshouse/protocol';
import type { AccountRules } from '@glasshouse/protocol/parameters';
import type { Feature } from '../../contract/feature.ts';
import type { Ports } from '../../contract/ports.ts';
import { OWN_CHAT } from '../../values/chat-address.ts';
import { ContractRate } from './contract-rate.ts';
import { officeHandlers } from './office.ts';
import { parameterCommands } from './operating-commands.ts';
import { Parameters } from './parameters.ts';
import { parametersHandlers } from './routes.ts';

export const feature = {
  gives: ['parameters'],
  open: (ports) => {
    const { config, catalogue, database, log } = ports;
    const parameters = new Parameters(database, {
      customer_service_url: config.customerServiceUrl === '' ? OWN_CHAT : config.customerServiceUrl,
      customer_service_email: config.customerServiceEmail,
      support_hours: '',
      identity_required_for: config.kycRequiredFor,
    });
    const contractRate = new ContractRate({ ...ports, parameters });
    const settleRate = async () => {
      const error = await contractRate.settle();
      if (error !== null) log.error({ error }, 'the rate of contracts is not in force on every pair');
    };
    return {
      calls: {
        ...parametersHandlers({
          ...config,
          catalogue,
          parameters,
          accountRules: () => accountRulesOf(ports, parameters),
        }),
        ...officeHandlers({ operators: ports.operators, parameters, contractRate }),
      },
      gives: { parameters },
      commands: parameterCommands({ parameters, contractRate }),
      start: async () => {
        await parameters.load();
        await settleRate();
      },
      keepUp: settleRate,
      own: { parameters },
    };
  },
} satisfies Feature<'parameters'>;

/**
 * The waiting times and requirements of accounts for the site, from what applies them.
 */
function accountRulesOf({ people, wallet }: Ports, parameters: Parameters): AccountRules {
  return {
    identityFor: OPERATIONS.filter((operation) => parameters.needsIdentity(operation)),
    hours: { address: wallet.addressHours, ...people.hours },
  };
}
