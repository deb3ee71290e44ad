/** What API keys give programs: what the key that asks may do. */
import type { Ports } from '../../contract/ports.ts';
import type { EndpointHandler, FeatureEndpoints } from '../../http/endpoint-handler.ts';
import { networksOf } from './live-key.ts';

type Parts = Pick<Ports, 'database' | 'sequencer'>;

export function keyEndpoints(parts: Parts): FeatureEndpoints<'api-keys'> {
  return {
    'api-keys/query-restrictions': queryRestrictions(parts),
    'api-keys/query-account-status': () => ({ data: 'Normal' }),
  };
}

/** The ports are read when it is asked: commands at rest open this feature without a sequencer. */
function queryRestrictions(parts: Parts): EndpointHandler<'api-keys/query-restrictions'> {
  return async (_input, { key }) => {
    if (key === null) throw new Error('a key is asked about without one');
    const { database, sequencer } = parts;
    const row = await database.reads
      .selectFrom('api_keys')
      .select(['networks', 'created_ms'])
      .where('key_id', '=', key.keyId)
      .executeTakeFirstOrThrow();
    return {
      ipRestrict: networksOf(row).length > 0,
      createTime: row.created_ms,
      enableReading: true,
      enableSpotAndMarginTrading: key.permissions.has('trade'),
      enableWithdrawals: key.withdrawsFromMs <= sequencer.nowMs(),
      enableInternalTransfer: false,
      permitsUniversalTransfer: key.permissions.has('transfer'),
      enableMargin: false,
      enableFutures: false,
      enableVanillaOptions: false,
      enablePortfolioMarginTrading: false,
      enableFixApiTrade: false,
      enableFixReadOnly: false,
    };
  };
}
