/** What the browser remembers of the user's choices, and who keeps it with the account. */

let follower: (key: string) => void = () => undefined;

/** Called with the storage key of each choice that this tab changes. */
export function followRemembered(next: (key: string) => void): void {
  follower = next;
}

/** `null` forgets it. */
export function remember(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // If the storage is full, the choice lasts until the page is left.
  }
  follower(key);
}
