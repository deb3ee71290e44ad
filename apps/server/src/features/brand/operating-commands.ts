/** The operator's commands for the brand. They work with and without a running server. */
import type { BrandInForce, BrandVersion } from '../../contract/brand.ts';
import type { Operators } from '../../contract/ports.ts';
import { maintenancePage } from '../../operating/maintenance-page.ts';
import type { Log } from '../../process/log.ts';
import { buttonTextOn } from '../../values/accent.ts';
import {
  BRAND_FIELDS,
  BRAND_PICTURES,
  type BrandPicture,
  type BrandTexts,
  type Picture,
} from '../../values/brand.ts';
import { checkedText, isField, ratioText } from './fields.ts';
import { checkedPicture } from './pictures.ts';

export interface BrandCommandParts {
  readonly brand: BrandInForce;
  readonly operators: () => Pick<Operators, 'record'>;
  readonly log: Log;
}

export interface BrandShown {
  readonly texts: BrandTexts;
  readonly pictures: readonly {
    readonly name: BrandPicture;
    readonly type: Picture['type'];
    readonly bytes: number;
  }[];
  /** The text on buttons, and its contrast to the accent, such as '6.12'. */
  readonly buttonText: { readonly colour: string; readonly contrast: string };
}

/** What was wrong; null if it is in force. */
export interface BrandAnswer {
  readonly problem: string | null;
}

interface Act {
  readonly field: string;
  readonly detail: string;
  readonly operator: string;
}

export function brandCommands({ brand, operators, log }: BrandCommandParts) {
  /** In the log of operators first, then in force. */
  const apply = async (
    { field, detail, operator }: Act,
    set: () => Promise<number>,
  ): Promise<BrandAnswer> => {
    await operators().record({ operator, act: 'machine/set-brand', subject: `brand ${field}`, detail });
    const version = await set();
    log.warn({ field, value: detail, operator, version }, 'an operator has set the brand');
    return { problem: null };
  };
  return {
    'brand/show': async (_input: null): Promise<BrandShown> => {
      const { current } = brand;
      const { colour, contrast } = buttonTextOn(current.colour);
      return {
        texts: Object.fromEntries(
          BRAND_FIELDS.map((field) => [field, current[field]]),
        ) as unknown as BrandTexts,
        pictures: [...current.pictures].map(([name, { type, bytes }]) => ({
          name,
          type,
          bytes: bytes.length,
        })),
        buttonText: { colour, contrast: ratioText(contrast) },
      };
    },
    /** The page for a stop of the server. `untilMs`: null if the end is not known. */
    'brand/maintenance-page': async ({ untilMs }: { readonly untilMs: number | null }): Promise<string> =>
      maintenancePage(untilMs, brand.current),
    'brand/history': (_input: null): Promise<readonly BrandVersion[]> => brand.history(),
    'brand/set': async (asked: {
      readonly field: string;
      readonly value: string;
      readonly operator: string;
    }): Promise<BrandAnswer> => {
      const { field, operator } = asked;
      const checked = checkedText(field, asked.value);
      if (checked.problem !== null || !isField(field)) return { problem: checked.problem };
      const { value } = checked;
      return apply({ field, detail: value, operator }, () => brand.setText(field, value, operator));
    },
    /** `bytes` are the file; null takes the picture back. */
    'brand/set-picture': async (asked: {
      readonly name: string;
      readonly bytes: Uint8Array | null;
      readonly operator: string;
    }): Promise<BrandAnswer> => {
      const { operator } = asked;
      const name = BRAND_PICTURES.find((each) => each === asked.name);
      if (name === undefined) return { problem: `${asked.name} is none of ${BRAND_PICTURES.join(', ')}` };
      const checked =
        asked.bytes === null
          ? ({ picture: null, problem: null } as const)
          : checkedPicture(Buffer.from(asked.bytes));
      if (checked.problem !== null) return { problem: `${name}: ${checked.problem}` };
      const { picture } = checked;
      const detail = picture === null ? '' : `${picture.type}, ${picture.bytes.length} bytes`;
      return apply({ field: name, detail, operator }, () => brand.setPicture(name, picture, operator));
    },
  };
}
