/** The beginning of a text, for lists. */
const SUMMARY_LENGTH = 120;

/** Cuts between characters: half of an emoji would be shown as a sign of damage. */
export function summaryOf(text: string): string {
  const characters = Array.from(text);
  return characters.length <= SUMMARY_LENGTH ? text : `${characters.slice(0, SUMMARY_LENGTH - 1).join('')}…`;
}
