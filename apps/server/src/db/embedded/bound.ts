/**
 * The part of a prepared statement's request that holds its parameters, as bytes that go from
 * thread to thread without being copied.
 */
import { protocol } from '@electric-sql/pglite';
import type { CountedWrite } from '../database.ts';
import type { BoundStatement } from './messages.ts';

const { serialize } = protocol;

export function boundMessage({ statement, params, counts }: CountedWrite): BoundStatement {
  const values = params.map((param) => (typeof param === 'number' ? String(param) : param));
  const parts = [
    serialize.bind({ statement: statement.name, values }),
    serialize.execute({}),
    serialize.sync(),
  ];
  const bound = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bound.set(part, at);
    at += part.length;
  }
  return { kind: 'bound', statement, bound, counts };
}
