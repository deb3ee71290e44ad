/**
 * What a logo or an icon may be: a square PNG, or an SVG of plain shapes that loads nothing, runs
 * nothing and links nowhere. An SVG is refused for anything that is not listed here.
 */
import type { Picture } from '../../values/brand.ts';
import { pngSize } from '../../values/png-size.ts';

export const PICTURE_BYTES_MAX = 100_000;
const SIDE_MIN = 64;
export const SIDE_MAX = 1024;

export type CheckedPicture =
  | { readonly picture: Picture; readonly problem: null }
  | { readonly problem: string };

const refused = (problem: string): CheckedPicture => ({ problem });

export function checkedPicture(bytes: Buffer): CheckedPicture {
  if (bytes.length > PICTURE_BYTES_MAX)
    return refused(
      `a picture has at most ${PICTURE_BYTES_MAX / 1000} kB; this one has ${bytes.length} bytes`,
    );
  const size = pngSize(bytes);
  if (size === null) return checkedSvg(bytes);
  const { width, height } = size;
  if (width !== height) return refused(`a picture is as wide as high; this one is ${width} x ${height}`);
  return width < SIDE_MIN || width > SIDE_MAX
    ? refused(`a PNG is ${SIDE_MIN} to ${SIDE_MAX} pixels wide; this one is ${width}`)
    : { picture: { type: 'image/png', bytes }, problem: null };
}

const wordsIn = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));
const SHAPES = `
  svg g defs path circle ellipse rect line polyline polygon linearGradient radialGradient
  stop clipPath mask title
`;
const ATTRIBUTES = `
  xmlns viewBox width height id d points transform version role x y x1 y1 x2 y2 cx cy r rx
  ry fx fy offset opacity fill fill-rule fill-opacity clip-rule clip-path mask stroke
  stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stop-color stop-opacity gradientUnits gradientTransform clipPathUnits
  maskUnits
`;
const KNOWN_SHAPES = wordsIn(SHAPES);
const KNOWN_ATTRIBUTES = wordsIn(ATTRIBUTES);
const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
const DECLARATION = /^<\?xml version="1\.0"( encoding="UTF-8")?( standalone="(yes|no)")?\?>\s*/i;
const TAG = /<(\/?)([A-Za-z]+)((?:\s+[\w:-]+\s*=\s*(?:"[^"<&]*"|'[^'<&]*'))*)\s*(\/?)>/y;
const ATTRIBUTE = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const TEXT = /[^<&]*/y;
/** Signs of numbers, paths, colours and names, and references within the picture. */
const PLAIN_VALUE = /^(?:[\w\s.,#%+()-]*|url\(#[\w-]+\))$/;
const DEPTH_MAX = 32;

function checkedSvg(bytes: Buffer): CheckedPicture {
  const text = decoded(bytes)?.trim().replace(DECLARATION, '') ?? '';
  if (!text.startsWith('<svg')) return refused('a picture is a PNG, a WebP or an SVG');
  const problem = problemIn(text);
  return problem === null
    ? { picture: { type: 'image/svg+xml', bytes: Buffer.from(text) }, problem: null }
    : refused(`an SVG is of plain shapes: ${problem}`);
}

function decoded(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Reads tag by tag; whatever is neither a known tag nor plain text ends it. */
function problemIn(text: string): string | null {
  const open: string[] = [];
  for (let at = 0; at < text.length;) {
    if (at > 0 && open.length === 0) return 'nothing may follow its end';
    TAG.lastIndex = at;
    const tag = TAG.exec(text);
    TEXT.lastIndex = at;
    const length = tag?.[0].length ?? TEXT.exec(text)?.[0].length ?? 0;
    if (length === 0) return `${JSON.stringify(text.slice(at, at + 24))} is none`;
    const problem = tag === null ? null : follow(tag, open);
    if (problem !== null) return problem;
    at += length;
  }
  return open.length === 0 ? null : `<${open.at(-1)}> is not closed`;
}

/** Opens or closes the element of a tag. */
function follow(
  [, end, name = '', attributes = '', isEmpty]: RegExpExecArray,
  open: string[],
): string | null {
  if (!KNOWN_SHAPES.has(name)) return `it has <${name}>`;
  if (end === '/') return open.pop() === name && attributes === '' ? null : `</${name}> closes nothing`;
  const given = new Map<string, string>();
  const problem = collect(name, attributes, given) ?? (open.length === 0 ? rootProblem(name, given) : null);
  if (problem !== null) return problem;
  if (open.length > 0 && name === 'svg') return 'it has an <svg> inside';
  if (isEmpty !== '/') open.push(name);
  return open.length > DEPTH_MAX ? 'it is nested too deeply' : null;
}

function collect(name: string, attributes: string, given: Map<string, string>): string | null {
  for (const [, attribute = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? '';
    if (!KNOWN_ATTRIBUTES.has(attribute)) return `<${name}> has ${attribute}`;
    if (given.has(attribute)) return `<${name}> has ${attribute} twice`;
    if (attribute === 'xmlns' ? value !== SVG_NAMESPACE : !PLAIN_VALUE.test(value))
      return `${attribute} of <${name}> has a value that is not plain`;
    given.set(attribute, value);
  }
  return null;
}

function rootProblem(name: string, given: ReadonlyMap<string, string>): string | null {
  if (name !== 'svg' || given.get('xmlns') !== SVG_NAMESPACE) return `it has no xmlns="${SVG_NAMESPACE}"`;
  const [, , width = 0, height] = (given.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (height === undefined || !(width > 0)) return 'it has no viewBox';
  return width === height ? null : `it is as wide as high; its viewBox is ${width} x ${height}`;
}
