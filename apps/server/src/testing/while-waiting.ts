/** For tests of streams, whose first events come only when something happens. */

const EVERY_MS = 300;

/** Acts now and then until a promise is settled, and returns what it resolved to. */
export async function whileWaiting<T>(waited: Promise<T>, act: () => Promise<unknown>): Promise<T> {
  const settled = waited.then(
    () => true,
    () => true,
  );
  const later = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(false), EVERY_MS));
  while (!(await Promise.race([settled, later()]))) await act();
  return waited;
}
