/** Goal: no colour is lost with the plain ones. Method: two small style sheets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutPlainColours } from './lean-css.ts';

const IF_MIXED = '@supports (color:color-mix(in lab, red, red))';

test('R14.4 only the mixed colour is left, and selectors that share the plain one keep it', () => {
  assert.equal(
    withoutPlainColours(`.x{top:0}.a{color:red}${IF_MIXED}{.a{color:mixed}}.y{top:0}`),
    '.x{top:0}.a{color:mixed}.y{top:0}',
  );
  assert.equal(
    withoutPlainColours(`.x{top:0}.a,.a\\/50{color:red}${IF_MIXED}{.a\\/50{color:mixed}}`),
    '.x{top:0}.a,.a\\/50{color:red}.a\\/50{color:mixed}',
  );
});
