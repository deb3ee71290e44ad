/** The operator's commands for offers of all products: `npx glasshouse offers`. */
import { REFUSALS } from '@glasshouse/protocol';
import type { Ports, Services } from '../contract/ports.ts';
import { PLATFORM_OWNER } from '../contract/seeds.ts';
import type { Offers } from '../contract/offer.ts';

export interface OfferDefinition {
  /** The feature. */
  readonly product: string;
  /** What the file holds, parsed as JSON. */
  readonly file: unknown;
  readonly operator: string;
}

/** What was wrong; null if it is defined. */
export type OfferAnswer = { readonly problem: string | null };

type Products = ReadonlyMap<string, Offers>;

/** `products` are those that have offers, by feature. */
type Parts = Pick<Services, 'catalogue' | 'offerTexts' | 'sequencer' | 'log'> & Pick<Ports, 'operators'>;

export function offerCommands(parts: Parts, products: Products) {
  return {
    'offers/list': async (_input: null): Promise<readonly string[]> => list(parts, products),
    'offers/define': (asked: OfferDefinition): Promise<OfferAnswer> => define(parts, products, asked),
  };
}

function list({ catalogue }: Parts, products: Products): string[] {
  return [...products].flatMap(([feature, { lines }]) =>
    lines(catalogue.exchange).map((line) => `${feature} ${line}`),
  );
}

/** Texts first: an offer that can be taken has a name. */
async function define(
  { catalogue, offerTexts: texts, sequencer, operators, log }: Parts,
  products: Products,
  { product, file, operator }: OfferDefinition,
): Promise<OfferAnswer> {
  const offers = products.get(product);
  if (offers === undefined) return { problem: `${product} is none of ${[...products.keys()].join(', ')}` };
  const parsed = offers.file.safeParse(file);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { problem: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not an offer'}` };
  }
  const command = offers.commandOf(parsed.data, catalogue);
  if (typeof command === 'string') return { problem: command };
  const subject = `${product} ${parsed.data.offer}`;
  await operators.record({ operator, act: 'machine/define-offer', subject, detail: JSON.stringify(command) });
  const before = texts.of(product, parsed.data.offer);
  const wasThere = texts.has(product, parsed.data.offer);
  await texts.write(product, parsed.data.offer, parsed.data.texts);
  const { error } = await sequencer.submit(command, { owner: PLATFORM_OWNER });
  if (error !== null) {
    if (wasThere) await texts.write(product, parsed.data.offer, before);
    // The core names no field of what is out of bounds, so the refusal's own sentence has gaps.
    const reason =
      error === 'request/invalid'
        ? 'a term is outside its bounds, or an offer would change its coin'
        : REFUSALS[error].en;
    return { problem: `${error}: ${reason}` };
  }
  log.warn({ product, offer: parsed.data.offer, operator }, 'an operator has defined an offer');
  return { problem: null };
}
