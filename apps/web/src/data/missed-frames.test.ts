/**
 * Goal: no gap in what the stream feeds goes unnoticed, and none is seen where none is. Method:
 * sequences of frames with the frames that follow a gap.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MissedFrames } from './missed-frames.ts';

/** [seq, previous], 'cut' for another connection, 'forget' for the end of a subscription. */
type Step = readonly [number, number | null] | 'cut' | 'forget';
function gapsIn(steps: readonly Step[]): readonly boolean[] {
  const missed = new MissedFrames();
  const found: boolean[] = [];
  for (const step of steps) {
    if (step === 'cut') missed.cutAll();
    else if (step === 'forget') missed.forget('deals:btcusdt');
    else found.push(missed.areBefore({ channel: 'deals:btcusdt', seq: step[0], previous: step[1] }));
  }
  return found;
}

test('R4.10 R14.5 frames are missing after another connection and after a jump of the numbers, and never else', () => {
  const table: readonly (readonly [string, readonly Step[], readonly boolean[]])[] = [
    ['the first snapshot', [[5, null]], [false]],
    [
      'frames in order',
      [
        [5, null],
        [6, 5],
        [9, 6],
      ],
      [false, false, false],
    ],
    [
      'a jump',
      [
        [5, null],
        [8, 7],
        [9, 8],
      ],
      [false, true, false],
    ],
    [
      'a second listener',
      [
        [5, null],
        [5, null],
        [6, 5],
      ],
      [false, false, false],
    ],
    [
      'a snapshot that is ahead',
      [
        [5, null],
        [7, null],
        [8, 5],
        [9, 8],
      ],
      [false, false, false, false],
    ],
    ['another connection', [[5, null], 'cut', [9, null], [10, 9]], [false, true, false]],
    ['the same state after it', [[5, null], 'cut', [5, null]], [false, true]],
    ['two connections', [[5, null], 'cut', 'cut', [6, null], [7, 6]], [false, true, false]],
    ['a server whose numbers are lower', [[5, null], 'cut', [2, null], [4, 3]], [false, true, true]],
    ['a connection before any frame', ['cut', [5, null]], [false]],
    ['a subscription that had ended', [[5, null], 'cut', 'forget', [9, null]], [false, false]],
  ];
  for (const [name, steps, gaps] of table) assert.deepEqual(gapsIn(steps), gaps, name);
});

test('R14.5 a gap of one channel is none of another', () => {
  const missed = new MissedFrames();
  const frame = (channel: string, seq: number, previous: number | null) => ({ channel, seq, previous });
  assert.equal(missed.areBefore(frame('ticks', 1, null)), false);
  missed.cutAll();
  assert.equal(missed.areBefore(frame('deals:btcusdt', 1, null)), false);
  assert.equal(missed.areBefore(frame('ticks', 4, null)), true);
});
