/** The fields of a JSON schema as rows of a table, nested ones by their path: `list[].id`. */
import type { Language } from '../../http/handler.ts';

type Value = string | number | boolean | null;

/** The part of JSON schema that our schemas use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: Value;
  readonly enum?: readonly Value[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: Value;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

export interface FieldRow {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** Values, bounds, default. */
  readonly notes: string;
}

/** The words of a language, and what references name. */
export interface Context {
  readonly words: Words;
  readonly resolve: (reference: string) => Schema;
}

/** `name` is that of the schema itself; empty for the whole request. */
export function fieldRows(schema: Schema, context: Context, name = ''): readonly FieldRow[] {
  const { shape } = plain(schema, context);
  const rows: FieldRow[] = [];
  const required = new Set(shape.required);
  for (const [field, part] of Object.entries(shape.properties ?? {})) {
    const path = name === '' ? field : `${name}.${field}`;
    rows.push(
      { name: path, isRequired: required.has(field), ...described(part, context) },
      ...fieldRows(part, context, path),
    );
  }
  if (shape.items) rows.push(...fieldRows(shape.items, context, `${name}[]`));
  if (typeof shape.additionalProperties === 'object')
    rows.push(...fieldRows(shape.additionalProperties, context, `${name}.*`));
  return rows;
}

/** The type and notes of one schema. */
export function described(schema: Schema, context: Context): Pick<FieldRow, 'type' | 'notes'> {
  const { shape, isNullable } = plain(schema, context);
  const { words } = context;
  const type = typeText(shape, context);
  return { type: isNullable ? `${type} ${words.orNull}` : type, notes: notesOf(shape, words) };
}

/** A union with null is its other part; a reference is what it names. */
function plain(schema: Schema, context: Context): { readonly shape: Schema; readonly isNullable: boolean } {
  if (schema.$ref !== undefined) return plain(context.resolve(schema.$ref), context);
  if (schema.allOf?.length === 1 && schema.allOf[0] !== undefined) return plain(schema.allOf[0], context);
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts === undefined) {
    const types = typesOf(schema);
    if (types.length < 2 || !types.includes('null')) return { shape: schema, isNullable: false };
    return { shape: { ...schema, type: types.filter((type) => type !== 'null') }, isNullable: true };
  }
  const others = parts.filter(({ type }) => type !== 'null');
  const [only] = others;
  if (others.length !== 1 || only === undefined)
    return { shape: schema, isNullable: others.length < parts.length };
  return { shape: plain(only, context).shape, isNullable: others.length < parts.length };
}

function typesOf({ type }: Schema): readonly string[] {
  return type === undefined ? [] : typeof type === 'string' ? [type] : type;
}

function typeText(shape: Schema, context: Context): string {
  const { words } = context;
  const parts = shape.anyOf ?? shape.oneOf;
  if (parts !== undefined)
    return [...new Set(parts.map((part) => described(part, context).type))].join(` ${words.or} `);
  if (shape.prefixItems !== undefined)
    return `[${shape.prefixItems.map((part) => described(part, context).type).join(', ')}]`;
  if (shape.items) return `${described(shape.items, context).type}[]`;
  const values = shape.enum ?? (shape.const === undefined ? [] : [shape.const]);
  const types = typesOf(shape).length > 0 ? typesOf(shape) : values.map((value) => typeof value);
  return [...new Set(types)].map((type) => words.types[type] ?? type).join(` ${words.or} `);
}

function notesOf(shape: Schema, words: Words): string {
  const values = shape.enum ?? (shape.const === undefined ? [] : [shape.const]);
  const notes = [
    values.length > 0 ? values.map(String).join(' · ') : '',
    shape.pattern === undefined ? '' : shape.pattern,
    rangeText(shape),
    shape.default === undefined ? '' : `${words.default} ${String(shape.default)}`,
  ];
  return notes.filter((note) => note !== '').join(', ');
}

/** The range of a field; empty for the bounds of a safe integer, which tell a reader nothing. */
function rangeText({ minimum, maximum }: Schema): string {
  const from = minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? '' : String(minimum);
  const to = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? '' : String(maximum);
  return from === '' && to === '' ? '' : to === '' ? `≥ ${from}` : `${from}–${to}`;
}

export interface Words {
  readonly types: Readonly<Record<string, string>>;
  readonly or: string;
  readonly orNull: string;
  readonly default: string;
}

export const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    types: { string: 'text', boolean: 'true or false', array: 'list' },
    or: 'or',
    orNull: 'or null',
    default: 'default',
  },
  zh: {
    types: {
      string: '文本',
      number: '数字',
      integer: '整数',
      boolean: 'true 或 false',
      object: '对象',
      array: '列表',
      null: 'null',
    },
    or: '或',
    orNull: '或 null',
    default: '默认',
  },
};
