/**
 * Moves the focus to a field: after a purchase to the one for the next amount, and to what is
 * missing.
 */
export function focusField(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}
