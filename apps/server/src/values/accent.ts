/**
 * What follows from the accent of a brand: the text on its buttons, and in each theme the accent as
 * text and as a line, and the tints of panels and of the glass house. The design tokens
 * (packages/ui, tokens.css) are the look of the default accent; another one turns them to its hue.
 */
import { alphaOf, contrastOf, mixed, oklchOf, ofOklch } from './colours.ts';

/** The values of a rule of the design tokens, by name without '--'. */
export type Tokens = Readonly<Record<string, string>>;
export interface ThemeTokens {
  /** The accent that the tokens are made for. */
  readonly brand: string;
  readonly light: Tokens;
  readonly dark: Tokens;
  readonly house: Tokens;
  readonly darkHouse: Tokens;
}

/** WCAG 2.2 AA: of text, and of what one has to see apart from text. */
export const TEXT_CONTRAST_MIN = 4.5;
const LINE_CONTRAST_MIN = 3;
const TEXTS_ON_BUTTONS = ['#03141c', '#ffffff'] as const;
const LIGHTNESS_STEP = 0.01;
/** The tints that carry text in the accent: shares of it over a panel. */
const TINTS = [0.07, 0.12, 0.13];

export interface ButtonText {
  readonly colour: string;
  readonly contrast: number;
}

/** The better readable one. Buttons look the same in both themes. */
export function buttonTextOn(accent: string): ButtonText {
  const [dark, light] = TEXTS_ON_BUTTONS.map((colour) => ({ colour, contrast: contrastOf(colour, accent) }));
  return dark!.contrast >= light!.contrast ? dark! : light!;
}

/** The design tokens for another accent. */
export function tokensFor(accent: string, tokens: ThemeTokens): Omit<ThemeTokens, 'brand'> {
  const turned = (rule: Tokens) => turnedTo(accent, tokens.brand, rule);
  const shades = (theme: Tokens, direction: 1 | -1) => {
    const tints = turned(theme);
    const ink = inkOf(accent, surfacesOf(accent, { ...theme, ...tints }), direction);
    const isSeen = contrastOf(accent, theme['panel'] ?? '') >= LINE_CONTRAST_MIN;
    return { ...tints, 'brand-line': isSeen ? accent : ink, 'brand-ink': ink };
  };
  return {
    light: { brand: accent, 'on-brand': buttonTextOn(accent).colour, ...shades(tokens.light, -1) },
    dark: shades(tokens.dark, 1),
    house: turned(tokens.house),
    darkHouse: turned(tokens.darkHouse),
  };
}

const TINTED = /^(brand-soft|edge|pane)$|^(hero|h)-/;

/** The tints of a rule, with the hue of the new accent, and as colourful as it is at most. */
function turnedTo(accent: string, from: string, rule: Tokens): Tokens {
  const [to, before] = [oklchOf(accent), oklchOf(from)];
  const vividness = Math.min(1, to.chroma / before.chroma);
  const turn = (colour: string): string => {
    const { lightness, chroma, hue } = oklchOf(colour);
    const turned = { lightness, chroma: chroma * vividness, hue: hue + to.hue - before.hue };
    return ofOklch(turned, alphaOf(colour));
  };
  const tints = Object.entries(rule).filter(([name, value]) => TINTED.test(name) && value.startsWith('#'));
  return Object.fromEntries(tints.map(([name, value]) => [name, turn(value)]));
}

function surfacesOf(accent: string, theme: Tokens): readonly string[] {
  const panel = theme['panel'] ?? '';
  const plain = ['bg', 'panel', 'raised', 'field', 'brand-soft', 'hero-glow', 'hero-foot'];
  return [...plain.map((name) => theme[name] ?? panel), ...TINTS.map((share) => mixed(accent, panel, share))];
}

/** The accent as text on light paper. */
export const inkOn = (paper: string, accent: string): string => inkOf(accent, [paper], -1);

/** The accent, darker or lighter until it can be read on all surfaces. */
function inkOf(accent: string, surfaces: readonly string[], direction: 1 | -1): string {
  const { lightness, ...rest } = oklchOf(accent);
  for (let at = lightness; at > 0 && at < 1; at += direction * LIGHTNESS_STEP) {
    const ink = ofOklch({ lightness: at, ...rest });
    if (surfaces.every((surface) => contrastOf(ink, surface) >= TEXT_CONTRAST_MIN)) return ink;
  }
  return direction === 1 ? '#ffffff' : '#000000';
}
