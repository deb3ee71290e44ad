/**
 * Keys of every page with choices or fields: arrows press the next button of a group of choices,
 * Escape leaves a field.
 */

/** May be called again: the listener stays one. */
export function installKeys(): void {
  document.addEventListener('keydown', onKey);
}

function onKey(event: KeyboardEvent): void {
  const { target, key, defaultPrevented, altKey, ctrlKey, metaKey } = event;
  if (defaultPrevented || altKey || ctrlKey || metaKey || !(target instanceof HTMLElement)) return;
  // A dialog closes by itself.
  if (key === 'Escape' && target.matches('input, textarea') && target.closest('dialog') === null)
    target.blur();
  const next = target.matches('[aria-pressed]') ? nextChoice(target, key) : undefined;
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.click();
}

function nextChoice(from: HTMLElement, key: string): HTMLElement | undefined {
  const choices = [
    ...(from.closest('[role=group]')?.querySelectorAll<HTMLElement>('[aria-pressed]:enabled') ?? []),
  ];
  const at = choices.indexOf(from);
  if (key === 'ArrowRight' || key === 'ArrowDown') return choices[at + 1] ?? choices[0];
  return key === 'ArrowLeft' || key === 'ArrowUp' ? choices.at(at - 1) : undefined;
}
