/**
 * The deposit addresses of users: one for each family of chains, from an extended public key. The
 * database gives each index once, and every address is in memory, where watchers look it up.
 */
import { ChainAddresses, HOT_WALLET, type AddressFamily, type KeyPath } from '@glasshouse/chains';
import type { Database } from '../db/database.ts';
import { isUtxoFamily } from './paying/utxo-terms.ts';
import type { DepositAddressesTable } from './tables.ts';

export type ExtendedKeys = Readonly<Record<AddressFamily, string | undefined>>;

export class DepositAddresses {
  readonly #database: Database;
  readonly #families = new Map<string, ChainAddresses>();
  readonly #owners = new Map<string, number>();
  /** The hot wallets, one for each family. */
  readonly #house = new Set<string>();
  /** Keys by address, for chains of the Bitcoin family only. */
  readonly #keys = new Map<string, KeyPath>();
  /** Addresses by family and owner. */
  readonly #given = new Map<string, string>();
  /** Address requests in progress, by family and owner. */
  readonly #making = new Map<string, Promise<string>>();

  constructor(database: Database, keys: ExtendedKeys) {
    this.#database = database;
    for (const [family, key] of Object.entries(keys))
      if (key !== undefined) this.#families.set(family, new ChainAddresses(family as AddressFamily, key));
    for (const [family, addresses] of this.#families) {
      const hot = addresses.of(HOT_WALLET);
      this.#house.add(hot);
      if (isUtxoFamily(family)) this.#keys.set(hot, HOT_WALLET);
    }
  }

  /**
   * Loads all addresses. Throws if they were not derived from these keys, because nobody could
   * spend coins that arrive there.
   */
  async load(): Promise<void> {
    const rows = await this.#database.reads.selectFrom('deposit_addresses').selectAll().execute();
    for (const { family, address_index: index, address } of rows.filter(isFirstOfFamily())) {
      const addresses = this.#families.get(family);
      if (addresses !== undefined && addresses.at(index) !== address)
        throw new Error(
          `the extended key of ${family} is another one than that of the addresses given so far`,
        );
    }
    for (const row of rows) this.#register(row);
  }

  has(family: string): boolean {
    return this.#families.has(family);
  }

  readonly ownerOf = (address: string): number | undefined => this.#owners.get(address);

  /** Whether it is the address of a hot wallet. */
  isHouse(address: string): boolean {
    return this.#house.has(address);
  }

  /**
   * The key that spends the outputs at an address; undefined unless the address is ours and of the
   * Bitcoin family.
   */
  readonly keyOf = (address: string): KeyPath | undefined => this.#keys.get(address);

  /** The owner's address. It is stored and watched before it is returned. */
  async of(owner: number, family: string): Promise<string> {
    const name = nameOf(family, owner);
    const given = this.#given.get(name);
    if (given !== undefined) return given;
    const running = this.#making.get(name);
    if (running !== undefined) return running;
    const making = this.#make(owner, family).finally(() => this.#making.delete(name));
    this.#making.set(name, making);
    return making;
  }

  async #make(owner: number, family: string): Promise<string> {
    const addresses = this.#families.get(family);
    if (addresses === undefined) throw new Error(`there is no extended key of ${family}`);
    for (;;) {
      const known = await this.#read(owner, family);
      if (known !== undefined) return this.#register(known);
      const index = await this.#nextIndex(family);
      const row = { family, address_index: index, user_id: owner, address: addresses.at(index) };
      // Another request may have taken the index, or given this owner an address.
      await this.#database.kysely
        .insertInto('deposit_addresses')
        .values({ ...row, created_ms: Date.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }

  async #read(owner: number, family: string): Promise<GivenAddress | undefined> {
    return this.#database.kysely
      .selectFrom('deposit_addresses')
      .select(['family', 'address_index', 'user_id', 'address'])
      .where('family', '=', family)
      .where('user_id', '=', owner)
      .executeTakeFirst();
  }

  async #nextIndex(family: string): Promise<number> {
    const { last } = await this.#database.kysely
      .selectFrom('deposit_addresses')
      .select((select) => select.fn.max<number | null>('address_index').as('last'))
      .where('family', '=', family)
      .executeTakeFirstOrThrow();
    return last === null ? 0 : last + 1;
  }

  #register({ family, address_index: index, user_id: owner, address }: GivenAddress): string {
    if (isUtxoFamily(family)) this.#keys.set(address, { branch: 'deposit', index });
    this.#owners.set(address, owner);
    this.#given.set(nameOf(family, owner), address);
    return address;
  }
}

type GivenAddress = Omit<DepositAddressesTable, 'created_ms'>;

const nameOf = (family: string, owner: number): string => `${family}/${owner}`;

/**
 * Selects the first address of each family. It suffices to check the key, because one key makes all
 * addresses of a family.
 */
function isFirstOfFamily(): (row: { readonly family: string }) => boolean {
  const seen = new Set<string>();
  return ({ family }) => seen.size < seen.add(family).size;
}
