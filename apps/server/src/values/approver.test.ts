/** Goal: no spelling makes one person two. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approverOf, atMachine, nameOf } from './approver.ts';

test('D0046 D0028 spaces, width and capitals make no other person', () => {
  for (const name of ['Ann Lee', ' ann lee ', 'ANN  LEE', 'Ann\u00a0Lee', '\uff21nn \t Lee'])
    assert.equal(approverOf(name), 'ann lee', JSON.stringify(name));
  assert.notEqual(approverOf('Anna Lee'), approverOf('Ann Lee'));
});

test('D0054 somebody is the same person at the machine and in the office', () => {
  for (const operator of ['ann', atMachine('root', 'Ann'), atMachine('one, claimed name Bob', ' ANN ')])
    assert.equal(approverOf(nameOf(operator)), 'ann', operator);
});
