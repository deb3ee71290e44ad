/**
 * Colours as '#rrggbb' or '#rrggbbaa': their contrast by WCAG 2.2, and their change in OKLCH, where
 * equal steps look equal (https://bottosson.github.io/posts/oklab).
 */

/** Red, green and blue in linear light from 0 to 1, and opacity. */
interface Light {
  readonly rgb: readonly [number, number, number];
  readonly alpha: string;
}

export interface Oklch {
  /** From 0, black, to 1, white. */
  readonly lightness: number;
  readonly chroma: number;
  /** In radians. */
  readonly hue: number;
}

export const COLOUR = /^#[0-9a-f]{6}$/;

/** WCAG's contrast of two opaque colours: from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** `share` of the first colour over the second, in sRGB as CSS mixes them. */
export function mixed(one: string, other: string, share: number): string {
  const [a, b] = [bytesOf(one), bytesOf(other)];
  return hexOf(a.map((byte, i) => byte * share + (b[i] ?? 0) * (1 - share)));
}

export function oklchOf(colour: string): Oklch {
  const [r, g, b] = lightOf(colour).rgb;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, bb),
    hue: Math.atan2(bb, a),
  };
}

const CHROMA_STEP = 0.002;

/** The colour with this lightness and hue, and as much of the chroma as a screen can show. */
export function ofOklch({ lightness, chroma, hue }: Oklch, alpha = ''): string {
  for (let shown = chroma; shown > 0; shown -= CHROMA_STEP) {
    const rgb = linearOf({ lightness, chroma: shown, hue });
    if (rgb.every((part) => part > -0.0005 && part < 1.0005)) return encoded(rgb) + alpha;
  }
  return encoded(linearOf({ lightness, chroma: 0, hue })) + alpha;
}

/** The digits of its opacity; empty if it is opaque. */
export const alphaOf = (colour: string): string => lightOf(colour).alpha;

function linearOf({ lightness, chroma, hue }: Oklch): readonly [number, number, number] {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function encoded(rgb: readonly number[]): string {
  return hexOf(
    rgb.map((part) => {
      const light = Math.min(1, Math.max(0, part));
      return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
    }),
  );
}

const hexOf = (bytes: readonly number[]): string =>
  `#${bytes.map((byte) => Math.round(byte).toString(16).padStart(2, '0')).join('')}`;

const bytesOf = (colour: string): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(longOf(colour).slice(at, at + 2), 16));

/** '#fff' and '#000b' are short for two equal digits each. */
const longOf = (colour: string): string =>
  colour.length <= 5 ? colour.replaceAll(/[0-9a-f]/gi, (digit) => digit + digit) : colour;

function lightOf(colour: string): Light {
  const rgb = bytesOf(colour).map((byte) => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return { rgb: rgb as unknown as Light['rgb'], alpha: longOf(colour).slice(7) };
}

function luminanceOf(colour: string): number {
  const [r, g, b] = lightOf(colour).rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
