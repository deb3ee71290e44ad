/**
 * The accounts with which the platform trades itself. Ordinary accounts: no rule favours them. The
 * takers, whose small orders trade with the maker's quotes, exist in a demo alone.
 */
export const MAKER_OWNER = 100;
export const TAKER_OWNERS: readonly number[] = [101, 102, 103];

/** Those that the treasury gives capital, by the names that operators use. */
export const TRADERS: Readonly<Record<string, number>> = { maker: MAKER_OWNER };
