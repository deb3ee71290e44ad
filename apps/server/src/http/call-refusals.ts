/**
 * The refusals with HTTP status 200 that a call can give: its own, and those of every call, of its
 * access and its operation. The tests check every reply against them.
 */
import { OPERATION_REFUSALS, REFUSALS, type Call, type RefusalName } from '@glasshouse/protocol';

/** The refusals of a call, in the order of the catalogue. */
export function refusalsOf(call: Call): readonly RefusalName[] {
  const given = new Set<RefusalName>([
    'request/invalid',
    'request/failed',
    ...(call.access === 'user' ? (['session/invalid'] as const) : []),
    ...(call.access === 'operator' ? (['operators/not-signed-in', 'operators/not-allowed'] as const) : []),
    ...(call.movesMoney ? (['request/key-reused'] as const) : []),
    ...(call.operation === null ? [] : OPERATION_REFUSALS[call.operation]),
    ...(call.refusals as readonly RefusalName[]),
  ]);
  return (Object.keys(REFUSALS) as RefusalName[]).filter((name) => given.has(name));
}
