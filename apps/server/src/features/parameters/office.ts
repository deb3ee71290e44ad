/** Parameters in the back office: what they are, who set them, and the acts that set one. */
import type { Refusal } from '@glasshouse/protocol';
import type { OfficeParameter } from '@glasshouse/protocol/parameters/office';
import type { ActPlan, Words } from '../../contract/operator-acts.ts';
import type { Ports } from '../../contract/ports.ts';
import type { FeatureHandlers, Language } from '../../http/handler.ts';
import { invalidField } from '../../http/invalid-input.ts';
import { reasonInChinese } from '../../http/reasons.ts';
import { RATE, RATE_DEFINITION, type ContractRate } from './contract-rate.ts';
import {
  definitionOf,
  KEPT_PARAMETERS,
  type KeptParameter,
  type ParameterDefinition,
} from './kept-parameters.ts';
import type { Parameters } from './parameters.ts';

interface Kept {
  readonly parameters: Parameters;
  readonly contractRate: ContractRate;
}
type Parts = Kept & Pick<Ports, 'operators'>;

const NAMES = [
  'parameters/get-all',
  'parameters/get-history',
  'parameters/set',
  'parameters/set-text',
] as const;
const EMPTY: Words = { en: 'empty', zh: '空' };

export function officeHandlers(parts: Parts): Pick<FeatureHandlers<'parameters'>, (typeof NAMES)[number]> {
  const { operators, parameters } = parts;
  return {
    'parameters/get-all': (_input, { language }) => ({ parameters: [...allParameters(parts, language)] }),
    'parameters/get-history': async ({ name }) => ({ versions: [...(await parameters.versionsOf(name))] }),
    'parameters/set': operators.act('parameters/set', (input) => planOf(parts, input, 2)),
    'parameters/set-text': operators.act('parameters/set-text', (input) => planOf(parts, input, 1)),
  };
}

/** The parameters in the order of their definitions. */
export function allParameters(parts: Kept, language: Language): readonly OfficeParameter[] {
  return [...KEPT_PARAMETERS, RATE as typeof RATE].map((name) => rowOf(parts, name, language));
}

const definedAs = (name: string): ParameterDefinition | undefined =>
  name === RATE ? RATE_DEFINITION : definitionOf(name);

function rowOf(
  { parameters, contractRate }: Kept,
  name: KeptParameter | typeof RATE,
  language: Language,
): OfficeParameter {
  const { group, title, takes, unit = '', people } = definedAs(name)!;
  const changed = parameters.lastVersion(name);
  const said = (words: Words): string => (typeof words === 'string' ? words : words[language]);
  return {
    name,
    group,
    title: said(title),
    takes: language === 'zh' ? reasonInChinese(takes) : takes,
    unit: said(unit),
    value: name === RATE ? contractRate.inForce() : parameters.get(name),
    standard: name === RATE ? null : parameters.standardOf(name),
    people,
    changed: changed === null ? null : { ...changed },
  };
}

function planOf(
  { parameters, contractRate }: Kept,
  { name, value }: { readonly name: string; readonly value: string },
  people: 1 | 2,
): ActPlan | Refusal {
  const definition = definedAs(name);
  if (definition === undefined) return invalidField('name', 'not a parameter');
  if (definition.people !== people)
    return invalidField('name', people === 1 ? 'needs two people' : 'needs one person');
  if (!definition.isValid(value)) return invalidField('value', definition.takes);
  const before = name === RATE ? contractRate.inForce() : parameters.get(name as KeptParameter);
  const shown = (text: string): Words => (text === '' ? EMPTY : withUnit(text, definition.unit));
  return {
    subject: `parameter ${name}`,
    effect: before === value ? [] : [{ what: definition.title, before: shown(before), after: shown(value) }],
    run: async (by) => {
      if (name === RATE) return contractRate.set(value, by);
      await parameters.record(name, value, by);
      return null;
    },
  };
}

/** Numbers have their unit; a word such as 'dropped' has none. */
function withUnit(text: string, unit: Words | undefined): Words {
  if (unit === undefined || !/^\d/.test(text)) return text;
  return typeof unit === 'string'
    ? `${text} ${unit}`
    : { en: `${text} ${unit.en}`, zh: `${text} ${unit.zh}` };
}
