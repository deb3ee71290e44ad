/** Times as texts of the server show them. */

/** A time as refusals show it. */
export function timeText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
