/**
 * Shown while a page's script loads; 120 seconds after the navigation began it has failed (R8.3).
 */
import { useEffect, useState } from 'react';
import { navigationMsLeft } from '#shared/chunk.ts';

export function RoutePending() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), navigationMsLeft());
    return () => clearTimeout(timer);
  }, []);
  if (late) throw new Error('ChunkLoadError: timeout');
  return (
    <main aria-busy className="grid min-h-[60vh] flex-1 place-items-center">
      <i aria-hidden className="bg-brand skeleton h-0.5 w-40" />
    </main>
  );
}
