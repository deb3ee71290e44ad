/** A promise that a test fulfils: it holds work back, or waits for it. */
export interface Gate<T = undefined> {
  readonly opened: Promise<T>;
  open(value: T): void;
}

export function newGate<T = undefined>(): Gate<T> {
  let open: (value: T) => void = () => undefined;
  const opened = new Promise<T>((resolve) => (open = resolve));
  return { opened, open: (value) => open(value) };
}
