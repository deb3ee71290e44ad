/**
 * Goal: whatever accent is set, its text can be read in both themes. Method: accents of all hues
 * and lightnesses on the real design tokens.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buttonTextOn, TEXT_CONTRAST_MIN, tokensFor } from '../values/accent.ts';
import { brandOf, DEFAULT_BRAND } from '../values/brand.ts';
import { contrastOf, mixed, oklchOf, ofOklch } from '../values/colours.ts';
import { readThemeTokens, themeCss } from './brand-theme.ts';

const tokens = readThemeTokens();

/** Every 15 degrees in nine lightnesses, as colourful as a screen shows, and grey. */
const ACCENTS = [0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95].flatMap((lightness) =>
  [0, 0.4].flatMap((chroma) =>
    Array.from({ length: 24 }, (_, i) => ofOklch({ lightness, chroma, hue: (i * Math.PI) / 12 })),
  ),
);

test('D0050 R14.7 text in the accent and on it has the contrast of WCAG AA in both themes, for every hue', () => {
  for (const accent of ACCENTS) {
    const { light, dark } = tokensFor(accent, tokens);
    for (const [own, theme] of [
      [light, tokens.light],
      [dark, tokens.dark],
    ] as const) {
      const ink = own['brand-ink'] ?? '';
      const panel = theme['panel'] ?? '';
      const surfaces = [panel, theme['bg'] ?? '', theme['raised'] ?? '', own['brand-soft'] ?? ''];
      for (const surface of [...surfaces, mixed(accent, panel, 0.12)])
        assert.ok(contrastOf(ink, surface) >= TEXT_CONTRAST_MIN, `${accent}: ${ink} on ${surface}`);
      assert.ok(contrastOf(own['brand-line'] ?? '', panel) >= 3, `${accent}: its line`);
      assert.ok(contrastOf(theme['fg'] ?? '', own['brand-soft'] ?? '') >= TEXT_CONTRAST_MIN, accent);
    }
    assert.equal(light['on-brand'], buttonTextOn(accent).colour);
    for (const name of ['bg', 'panel', 'fg']) assert.ok(!(name in light) && !(name in dark), name);
  }
});

test('D0050 R1.5 the accent of the software leaves the tokens as they are, and its own hue turns none', () => {
  const css = themeCss(brandOf(DEFAULT_BRAND, new Map()), tokens);
  assert.equal(css.trim(), '.logo{background-image:url(logo)}');
  const same = tokensFor(tokens.brand, tokens);
  for (const [name, value] of Object.entries(same.house)) {
    const [made, own] = [oklchOf(value), oklchOf(tokens.house[name] ?? '')];
    assert.ok(
      Math.abs(made.lightness - own.lightness) < 0.01 && Math.abs(made.chroma - own.chroma) < 0.01,
      name,
    );
  }
  assert.equal(tokens.brand, DEFAULT_BRAND.colour);
});

test('D0050 contrasts are those of WCAG', () => {
  assert.equal(contrastOf('#000000', '#ffffff'), 21);
  assert.equal(contrastOf('#777777', '#ffffff').toFixed(2), '4.48');
});
