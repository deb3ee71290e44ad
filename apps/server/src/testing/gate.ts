/**
 * A promise that opens when somebody calls `open`: a test uses it to hold work back, or to wait
 * until work gets there.
 */
export interface Gate<T = undefined> {
  readonly opened: Promise<T>;
  open(value: T): void;
}

export function newGate<T = undefined>(): Gate<T> {
  let open: (value: T) => void = () => undefined;
  const opened = new Promise<T>((resolve) => (open = resolve));
  return { opened, open: (value) => open(value) };
}
