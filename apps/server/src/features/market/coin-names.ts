/**
 * The names of coins: of those that a platform starts with from the catalogue, of those that were
 * listed since from their table. A name is written before its coin is defined.
 */
import { ASSETS } from '@glasshouse/protocol/market';
import type { Database, Session } from '../../db/database.ts';

export class CoinNames {
  readonly #names = new Map(ASSETS.map(({ code, name }) => [code, name]));
  readonly #database: Session;

  constructor(database: Session) {
    this.#database = database;
  }

  /** Reads the names of coins that were listed since; only then are they all known. */
  async learn(codes: readonly string[]): Promise<void> {
    if (codes.every((code) => this.#names.has(code))) return;
    const { rows } = await this.#database.query<{ code: string; name: string }>(
      'select code, name from coin_names',
      [],
    );
    for (const { code, name } of rows) this.#names.set(code, name);
    // A coin that was defined without a name is not asked for again.
    for (const code of codes) if (!this.#names.has(code)) this.#names.set(code, code);
  }

  of(code: string): string {
    return this.#names.get(code) ?? code;
  }
}

/** Writes the name of a coin that is about to be listed. */
export async function writeCoinName(
  { kysely }: Pick<Database, 'kysely'>,
  coin: { readonly code: string; readonly name: string },
): Promise<void> {
  await kysely
    .insertInto('coin_names')
    .values(coin)
    .onConflict((conflict) => conflict.column('code').doUpdateSet({ name: coin.name }))
    .execute();
}
