/**
 * After a purchase the button that opened its dialog is disabled, and would lose the focus to the
 * page: it goes to the field for the next amount.
 */
export function focusField(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}
