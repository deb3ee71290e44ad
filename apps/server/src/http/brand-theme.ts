/**
 * The style sheet of a brand, which pages load after their own: the design tokens for its accent,
 * and its logo. The tokens are those of the sites (packages/ui).
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { tokensFor, type ThemeTokens, type Tokens } from '../values/accent.ts';
import type { Brand } from '../values/brand.ts';

const FILE = path.join(import.meta.dirname, '../../../../packages/ui/src/tokens.css');

/** Read at the start: a style sheet without one of its rules is no style of the sites. */
export function readThemeTokens(css = readFileSync(FILE, 'utf8')): ThemeTokens {
  const rule = (selector: string): Tokens => {
    const body = new RegExp(`(?:^|\\n) *${selector.replaceAll('.', '\\.')} \\{([^}]*)\\}`).exec(css)?.[1];
    if (body === undefined) throw new Error(`${FILE} has no rule ${selector}`);
    return Object.fromEntries(
      [...body.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
    );
  };
  const light = rule(':root');
  const { brand } = light;
  if (brand === undefined) throw new Error(`${FILE} has no --brand`);
  return { brand, light, dark: rule('.dark'), house: rule('.house'), darkHouse: rule('.dark .house') };
}

const ruleOf = (selector: string, tokens: Tokens): string =>
  `${selector}{${Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`;

export function themeCss(brand: Brand, tokens: ThemeTokens): string {
  const hasDark = brand.pictures.has('logo_dark');
  return [
    themeTokens(brand, tokens),
    '.logo{background-image:url(logo)}',
    ...(hasDark ? ['@media not print{.dark .logo{background-image:url(logo_dark)}}'] : []),
  ].join('\n');
}

/** The default accent needs no tokens: the sites' own are made for it. */
export function themeTokens({ colour }: Pick<Brand, 'colour'>, tokens: ThemeTokens): string {
  if (colour === tokens.brand) return '';
  const { light, dark, house, darkHouse } = tokensFor(colour, tokens);
  return [
    ruleOf(':root', light),
    `@media not print{${ruleOf('.dark', dark)}}`,
    ruleOf('.house', house),
    ruleOf('.dark .house', darkHouse),
  ].join('\n');
}
