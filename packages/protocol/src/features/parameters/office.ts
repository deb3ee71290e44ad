/** Parameters in the back office: each with its words, its value and who set it, and their acts. */
import * as z from 'zod';
import { defineOperatorCall } from '../../call.ts';
import { nothing, timeMs } from '../../fields.ts';
import { defineOperatorAct } from '../../office-act.ts';
import { PARAMETER_GROUPS } from './parameter-groups.ts';

export const PARAMETER_LENGTH_MAX = 300;

const name = z.string().trim().min(1).max(100);
const set = {
  name,
  /** Empty where nothing is a value. */
  value: z.string().trim().max(PARAMETER_LENGTH_MAX),
};

const version = z.object({
  value: z.string(),
  time: timeMs,
  operator: z.string(),
  /** Who agreed; null: one person was enough. */
  second: z.string().nullable(),
  /** '' for versions that are older than acts. */
  reason: z.string(),
});
export type ParameterVersion = z.output<typeof version>;

const parameter = z.object({
  name: z.string(),
  group: z.enum(PARAMETER_GROUPS),
  /** What it is, in the reader's language. */
  title: z.string(),
  /** What a value has to be, in the reader's language. */
  takes: z.string(),
  /** Of a number; '' for all others. */
  unit: z.string(),
  value: z.string(),
  /** In force until one is set; null: a term of the platform's first day. */
  standard: z.string().nullable(),
  /** How many people set it: 1 for texts and links, 2 for what moves or risks money. */
  people: z.union([z.literal(1), z.literal(2)]),
  /** The version in force; null: none was set. */
  changed: version.omit({ value: true }).nullable(),
});
export type OfficeParameter = z.output<typeof parameter>;

const getAll = defineOperatorCall({
  name: 'parameters/get-all',
  path: '/parameters/getAll',
  permission: 'parameters/look',
  isLogged: false,
  summary: 'Every parameter with its value, its words and who set it last',
  input: nothing,
  data: z.object({ parameters: z.array(parameter) }),
});
const getHistory = defineOperatorCall({
  name: 'parameters/get-history',
  path: '/parameters/getHistory',
  permission: 'parameters/look',
  isLogged: false,
  summary: 'The newest 50 versions of a parameter, newest first',
  input: z.object({ name }),
  data: z.object({ versions: z.array(version) }),
});
const setParameter = defineOperatorAct({
  name: 'parameters/set',
  path: '/parameters/set',
  section: 'parameters',
  people: 2,
  refusals: ['operators/not-in-force'],
  summary: 'Sets a parameter that moves or risks money',
  input: z.object(set),
});
const setText = defineOperatorAct({
  name: 'parameters/set-text',
  path: '/parameters/setText',
  section: 'parameters',
  people: 1,
  summary: 'Sets a text, a link or a claim of the site',
  input: z.object(set),
});

export const calls = [getAll, getHistory, setParameter, setText] as const;
/** Empty: the acts answer with refusals of all calls, and of the back office. */
export const refusals = {};
