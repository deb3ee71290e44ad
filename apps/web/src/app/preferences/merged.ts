/** Joins two versions of a preference. Pure. */

interface Versions {
  /** What both began with; undefined if they never met. */
  readonly base: string | undefined;
  readonly mine: string;
  readonly theirs: string;
  /** Whether lists that never met are joined; otherwise theirs stays. */
  readonly joins: boolean;
}

/**
 * The text with the changes of both sides; '' is none. Of a list it keeps what either side added,
 * and drops what either side removed. Of a choice that both changed, mine stays; if they never met,
 * theirs.
 */
export function merged({ base, mine, theirs, joins }: Versions): string {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base) return theirs;
  if (base === undefined && (mine === '' || (theirs !== '' && !joins))) return theirs;
  if (base === undefined && theirs === '') return mine;
  const joined = joinedValues(parsed(base ?? ''), parsed(mine), parsed(theirs));
  if (joined === undefined) return base === undefined ? theirs : mine;
  return Array.isArray(joined) && joined.length === 0 ? '' : JSON.stringify(joined);
}

/** Undefined if they are neither lists nor records. */
function joinedValues(base: unknown, mine: unknown, theirs: unknown): unknown {
  if ([mine, theirs].some(Array.isArray)) return joinedLists(listOf(base), listOf(mine), listOf(theirs));
  if (!isRecord(mine) || !isRecord(theirs)) return undefined;
  const before = isRecord(base) ? base : {};
  const fields = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  return Object.fromEntries(
    [...fields].map((field) => [field, joinedField(field, { base: before, mine, theirs })]),
  );
}

function joinedField(
  field: string,
  { base, mine, theirs }: Readonly<Record<'base' | 'mine' | 'theirs', Fields>>,
): unknown {
  const [b, m, t] = [base[field], mine[field], theirs[field]];
  if (t === undefined) return m;
  if (m === undefined || isSame(b, m)) return t;
  if (isSame(b, t)) return m;
  return joinedValues(b, m, t) ?? (b === undefined ? t : m);
}

function joinedLists(base: readonly unknown[], mine: readonly unknown[], theirs: readonly unknown[]) {
  const [b, m, t] = [base, mine, theirs].map((list) => new Set(list.map((each) => JSON.stringify(each))));
  const has = (set: Set<string> | undefined, each: unknown) => set?.has(JSON.stringify(each)) === true;
  return [
    ...theirs.filter((each) => has(m, each) || !has(b, each)),
    ...mine.filter((each) => !has(t, each) && !has(b, each)),
  ];
}

type Fields = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
