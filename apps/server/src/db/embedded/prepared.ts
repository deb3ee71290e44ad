/**
 * Statements that PGlite parses and plans once. PGlite's own `query` does both at each call, which
 * costs as much as a batch's rows. Sends PostgreSQL's protocol, one message per call.
 */
import { messages, type PGlite, protocol, types } from '@electric-sql/pglite';
import type { QueryResult, WriterStatement } from '../database.ts';

const { serialize } = protocol;

export class PreparedStatements {
  readonly #pglite: PGlite;
  readonly #parsers: Readonly<Record<number, (text: string) => unknown>>;
  /** The result's columns of each statement, by its name; [] if it returns no rows. */
  readonly #fields = new Map<string, readonly messages.Field[]>();

  constructor(pglite: PGlite, parsers: Readonly<Record<number, (text: string) => unknown>>) {
    this.#pglite = pglite;
    this.#parsers = parsers;
  }

  /** `bound`: the parameters, see `boundMessage`. */
  async run({ name, text }: WriterStatement, bound: Uint8Array): Promise<QueryResult<unknown>> {
    const known = this.#fields.get(name);
    const request =
      known === undefined
        ? Buffer.concat([serialize.parse({ name, text }), serialize.describe({ type: 'S', name }), bound])
        : bound;
    const answer = await this.#pglite.runExclusive(() => this.#pglite.execProtocol(request));
    const fields = known ?? fieldsOf(answer.messages);
    this.#fields.set(name, fields);
    return this.#resultOf(answer.messages, fields);
  }

  #resultOf(
    answer: readonly (typeof messages.bindComplete)[],
    fields: readonly messages.Field[],
  ): QueryResult<unknown> {
    const rows: unknown[] = [];
    let rowCount: number | null = null;
    for (const message of answer) {
      if (message instanceof messages.DataRowMessage) rows.push(this.#rowOf(message, fields));
      if (message instanceof messages.CommandCompleteMessage)
        rowCount = Number(message.text.split(' ').at(-1));
    }
    if (rowCount === null) throw new Error('the embedded database did not complete a statement');
    return { rows, rowCount };
  }

  #rowOf(message: messages.DataRowMessage, fields: readonly messages.Field[]): object {
    return Object.fromEntries(
      fields.map(({ name, dataTypeID }, i) => [
        name,
        types.parseType(message.fields[i] ?? null, dataTypeID, this.#parsers),
      ]),
    );
  }
}

function fieldsOf(answer: readonly (typeof messages.bindComplete)[]): readonly messages.Field[] {
  return answer.find((message) => message instanceof messages.RowDescriptionMessage)?.fields ?? [];
}
