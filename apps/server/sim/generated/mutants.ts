/**
 * Generates mutants: walks the syntax tree of a source file and lists every small change that
 * breaks a rule. A comparison is widened or reversed, a sign or a rounding is swapped, a limit
 * moves by one, a guard is omitted, min becomes max.
 */
import { parseSync } from 'oxc-parser';

export type MutantKind = 'comparison' | 'sign' | 'rounding' | 'limit' | 'guard' | 'condition' | 'extreme';

export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly kind: MutantKind;
  /** The replaced expression: its position, its text, and the replacement. */
  readonly start: number;
  readonly end: number;
  readonly from: string;
  readonly to: string;
  /**
   * Stable while its line is: `file | line | from => to`, and a number if one line has several of
   * them.
   */
  readonly key: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}
type Found = Pick<Mutant, 'kind' | 'start' | 'end' | 'to'>;
type Context = { readonly source: string; readonly found: Found[] };

const COMPARISONS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
};
const SIGNS: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '+=': '-=',
  '-=': '+=',
  '++': '--',
  '--': '++',
};
/** Maps, as functions can have the names of what every object has, such as valueOf. */
const ROUNDINGS: ReadonlyMap<string, string> = new Map([
  ['Math.floor', 'Math.ceil'],
  ['Math.ceil', 'Math.floor'],
  ['mulDivFloor', 'mulDivCeil'],
  ['mulDivCeil', 'mulDivFloor'],
]);
const EXTREMES: ReadonlyMap<string, string> = new Map([
  ['Math.min', 'Math.max'],
  ['Math.max', 'Math.min'],
]);
/** Names of constants that are limits. Other constants are codes and offsets of records. */
const LIMIT_NAME = /(_MAX|_MIN|_MS|_DAYS|_TICKS|_PPM|_BOUNDS|^VOLUME_DAYS|_FROM)$/;
/**
 * From this value on a literal in a comparison is a limit. The comparison's own mutants cover
 * smaller ones.
 */
const LIMIT_LITERAL_MIN = 2;

export function mutantsOf(file: string, source: string): Mutant[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found: Found[] = [];
  walk(program as unknown as Node, { source, found }, { isIndex: false, limit: false });
  return keyed(file, source, found);
}

function keyed(file: string, source: string, found: readonly Found[]): Mutant[] {
  const seen = new Map<string, number>();
  return found.map((one) => {
    const from = source.slice(one.start, one.end);
    const lineStart = source.lastIndexOf('\n', one.start) + 1;
    const lineEnd = source.indexOf('\n', one.start);
    const text = source.slice(lineStart, lineEnd).trim();
    const name = `${file} | ${text} | ${flat(from)} => ${flat(one.to)}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    const line = source.slice(0, one.start).split('\n').length;
    return { ...one, file, line, from, key: count === 1 ? name : `${name} (${count})` };
  });
}

const flat = (text: string): string => text.replace(/\s+/g, ' ');

interface Place {
  /** Inside brackets: arithmetic on offsets of packed records, which is no rule. */
  readonly isIndex: boolean;
  /** Inside the definition of a limit. */
  readonly limit: boolean;
}

function walk(node: Node, context: Context, place: Place): void {
  MUTATORS[node.type]?.(node, context, place);
  for (const [field, child] of Object.entries(node)) {
    const within = placeOf(node, field, place);
    for (const each of Array.isArray(child) ? child : [child])
      if (isNode(each) && !isType(each) && within !== null) walk(each, context, within);
  }
}

/** null: this node is not mutated. */
function placeOf(node: Node, field: string, place: Place): Place | null {
  if (node.type === 'ForStatement' && field === 'update') return null;
  if (node.type === 'ImportDeclaration' || (node.type === 'Property' && field === 'key')) return null;
  if (node.type === 'MemberExpression' && field === 'property' && node['computed'] === true)
    return { ...place, isIndex: true };
  if (node.type === 'VariableDeclarator' && isNode(node['id'])) {
    const { name } = node['id'];
    return { ...place, limit: typeof name === 'string' && LIMIT_NAME.test(name) };
  }
  if (/Function|Class/.test(node.type)) return { isIndex: false, limit: false };
  return place;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** Types have no behaviour, but the operand of an assertion has. */
const isType = ({ type }: Node): boolean =>
  type.startsWith('TS') && !/^TS(NonNull|As|Satisfies)Expression$/.test(type);

const textOf = ({ start, end }: Node, { source }: Context): string => source.slice(start, end);
const child = (node: Node, field: string): Node => node[field] as Node;

const isText = ({ type, value }: Node): boolean =>
  type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string');

/** A refusal's name, such as 'spot/unknown-order'. */
const isRefusal = ({ type, value }: Node): boolean =>
  type === 'Literal' && typeof value === 'string' && value.includes('/');

const MUTATORS: Readonly<Record<string, (node: Node, context: Context, place: Place) => void>> = {
  BinaryExpression: (node, context, { isIndex }) => {
    const [left, right, operator] = [child(node, 'left'), child(node, 'right'), String(node['operator'])];
    const swapped = COMPARISONS[operator] ?? SIGNS[operator];
    if (swapped === undefined || isText(left) || isText(right)) return;
    const isSign = SIGNS[operator] !== undefined;
    if (isSign && isIndex) return;
    const { start, end } = node;
    const [before, after] = [textOf(left, context), textOf(right, context)];
    context.found.push({
      kind: isSign ? 'sign' : 'comparison',
      start,
      end,
      to: `${before} ${swapped} ${after}`,
    });
    if (isSign || operator.endsWith('==')) return;
    for (const side of [left, right]) pushLimit(side, context, LIMIT_LITERAL_MIN);
  },
  UnaryExpression: (node, context, { isIndex }) => {
    if (node['operator'] !== '-' || isIndex || child(node, 'argument').type === 'Literal') return;
    const { start, end } = node;
    context.found.push({ kind: 'sign', start, end, to: textOf(child(node, 'argument'), context) });
  },
  UpdateExpression: swapSign,
  AssignmentExpression: swapSign,
  CallExpression: (node, context) => {
    const callee = child(node, 'callee');
    const name = textOf(callee, context);
    const { start, end } = node;
    const rest = context.source.slice(callee.end, end);
    if (name === 'mulPpmFloor')
      context.found.push({ kind: 'rounding', start, end, to: `${name}${rest} + 1` });
    const rounded = ROUNDINGS.get(name);
    if (rounded !== undefined) context.found.push({ kind: 'rounding', start, end, to: rounded + rest });
    const extreme = EXTREMES.get(name);
    if (extreme !== undefined) context.found.push({ kind: 'extreme', start, end, to: extreme + rest });
  },
  Literal: (node, context, { limit }) => {
    if (limit) pushLimit(node, context, 1);
  },
  IfStatement: (node, context) => {
    const test = child(node, 'test');
    if (!isEarlyExit(child(node, 'consequent')) || node['alternate'] !== null) return;
    context.found.push({ kind: 'guard', start: test.start, end: test.end, to: 'false' });
    dropOperands(test, context);
  },
  ConditionalExpression: (node, context) => {
    const [test, then, otherwise] = [
      child(node, 'test'),
      child(node, 'consequent'),
      child(node, 'alternate'),
    ];
    if (!isRefusal(then) && !isRefusal(otherwise)) return;
    const to = isRefusal(then) ? 'false' : 'true';
    context.found.push({ kind: 'guard', start: test.start, end: test.end, to });
    dropOperands(test, context);
  },
  LogicalExpression: (node, context) => {
    const [left, right] = [child(node, 'left'), child(node, 'right')];
    const isRefusals = [left, right].every((side) =>
      /Refusal\(|Shape\(|Terms\(|termsOf\(/i.test(textOf(side, context)),
    );
    if (node['operator'] !== '??' || !isRefusals) return;
    const { start, end } = node;
    for (const side of [left, right])
      context.found.push({ kind: 'guard', start, end, to: textOf(side, context) });
  },
};

function swapSign(node: Node, context: Context): void {
  const swapped = SIGNS[String(node['operator'])];
  if (swapped === undefined) return;
  const { start, end } = node;
  const text = textOf(node, context);
  context.found.push({ kind: 'sign', start, end, to: text.replace(String(node['operator']), swapped) });
}

function pushLimit(node: Node, context: Context, min: number): void {
  const { value, start, end } = node;
  if (node.type !== 'Literal' || typeof value !== 'number' || !Number.isInteger(value) || value < min) return;
  for (const by of [-1, 1]) context.found.push({ kind: 'limit', start, end, to: String(value + by) });
}

function isEarlyExit(node: Node): boolean {
  if (/^(Return|Throw|Continue|Break)Statement$/.test(node.type)) return true;
  const body = node['body'];
  return node.type === 'BlockStatement' && Array.isArray(body) && isEarlyExit(body.at(-1) as Node);
}

/** Omits each part of a guard's condition. */
function dropOperands(test: Node, context: Context): void {
  if (test.type === 'ParenthesizedExpression') return dropOperands(child(test, 'expression'), context);
  if (test.type !== 'LogicalExpression' || test['operator'] === '??') return;
  const { start, end } = test;
  for (const [kept, dropped] of [
    [child(test, 'left'), child(test, 'right')],
    [child(test, 'right'), child(test, 'left')],
  ] as const) {
    context.found.push({ kind: 'condition', start, end, to: textOf(kept, context) });
    dropOperands(dropped, context);
  }
}

/**
 * The same source with all of its mutants, each behind a switch: `isMutant(id)` selects one. So one
 * process can try them all without reloading the sources. `idOf` numbers the mutants. Lines keep
 * their numbers.
 */
export function withSwitches(
  source: string,
  mutants: readonly Mutant[],
  idOf: (mutant: Mutant) => number,
): string {
  const groups = new Map<string, Mutant[]>();
  for (const mutant of mutants) {
    const range = `${mutant.start}-${mutant.end}`;
    groups.set(range, [...(groups.get(range) ?? []), mutant]);
  }
  const ranges = [...groups.values()].sort(([a], [b]) => a!.start - b!.start || b!.end - a!.end);
  let at = 0;
  const render = (start: number, end: number): string => {
    let text = '';
    let from = start;
    while (at < ranges.length && ranges[at]![0]!.start < end) {
      const group = ranges[at++]!;
      const [first] = group as [Mutant];
      text += source.slice(from, first.start);
      const choices = group.map((mutant) => `isMutant(${idOf(mutant)}) ? (${mutant.to}) : `).join('');
      text += `(${choices}(${render(first.start, first.end)}))`;
      from = first.end;
    }
    return text + source.slice(from, end);
  };
  return `const { isMutant } = globalThis; ${render(0, source.length)}`;
}
