/** Splits a remaining time into days, hours, minutes and seconds; all are 0 after its end. */

export const LEFT_PARTS = ['days', 'hours', 'minutes', 'seconds'] as const;
export type TimeLeft = Readonly<Record<(typeof LEFT_PARTS)[number], number>>;

/** Rounded up, so that it reaches 0 at the end and not a second before. */
export function leftOf(ms: number): TimeLeft {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3_600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  };
}
