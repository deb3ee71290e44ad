/**
 * Commands of an operator to the running pipeline: an audit between two batches, a snapshot, a
 * read-only query.
 */
import type { Exchange } from '@glasshouse/core';
import type { Database, Parameter, QueryResult } from '../db/database.ts';
import { auditState } from './audit.ts';
import type { Audited, Finding } from './cross-checks.ts';
import type { Pipeline } from './pipeline.ts';
import type { SavedSnapshot, Snapshots } from './snapshots.ts';

export interface PipelineCommandParts {
  readonly database: Database;
  readonly pipeline: Pipeline<Exchange>;
  readonly snapshots: Snapshots;
  readonly audited: Audited;
}

export function pipelineCommands({ database, pipeline, snapshots, audited }: PipelineCommandParts) {
  return {
    'pipeline/audit': (_input: null): Promise<readonly Finding[]> =>
      pipeline.paused(() =>
        auditState(database, { exchange: pipeline.exchange, position: pipeline.position, ...audited }),
      ),
    'pipeline/snapshot': (_input: null): Promise<SavedSnapshot> => snapshots.take(),
    'pipeline/query': ({
      text,
      params,
    }: {
      readonly text: string;
      readonly params: readonly Parameter[];
    }): Promise<QueryResult<unknown>> => readOnly(database, text, params),
  };
}

function readOnly(
  database: Database,
  text: string,
  params: readonly Parameter[],
): Promise<QueryResult<unknown>> {
  return database.session(async (session) => {
    await session.exec('begin read only');
    try {
      return await session.query(text, params);
    } finally {
      await session.exec('rollback');
    }
  });
}
