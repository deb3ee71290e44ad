/**
 * The refusals with HTTP status 200 that a call can give: those of every call, of its access and
 * operation, of its own feature, and of the features that it needs.
 */
import { REFUSALS, type Call, type RefusalName } from '@glasshouse/protocol';
import { REFUSAL_STATUS } from './envelope.ts';

const OF_EVERY_CALL: readonly RefusalName[] = ['request/invalid', 'request/failed'];

export function refusalsOf(call: Call): readonly RefusalName[] {
  const [own = ''] = call.name.split('/');
  const features = new Set([own, ...neededBy(call)]);
  const fields = call.input.shape;
  const names = (Object.keys(REFUSALS) as RefusalName[]).filter((name) => {
    if (OF_EVERY_CALL.includes(name)) return true;
    if (name === 'session/invalid') return call.access === 'user';
    if (name === 'request/key-reused') return call.movesMoney;
    if (name === 'request/not-found') return 'id' in fields;
    return features.has(name.split('/')[0] ?? '');
  });
  return names.filter((name) => !name.startsWith('request/') || REFUSAL_STATUS[name] === undefined);
}

/** The guard asks identity and verification; pairs are the market's, and money the wallet's. */
function* neededBy({ operation, movesMoney, input }: Call): Generator<string> {
  if (operation !== null) yield* ['identity', 'kyc'];
  if (movesMoney) yield* ['wallet', 'market'];
  if ('baseCoin' in input.shape || 'symbol' in input.shape) yield 'market';
}
