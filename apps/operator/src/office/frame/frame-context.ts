/** What a page asks of the frame around it. */
import { createContext, useContext, useEffect, type ReactNode } from 'react';

export interface Frame {
  readonly openPalette: () => void;
  readonly openKeys: () => void;
  readonly setLogged: (line: ReactNode) => void;
}

/** Its value never changes, so that a page is not rendered again when the frame is. */
export const FrameContext = createContext<Frame | null>(null);

export function useFrame(): Frame {
  const frame = useContext(FrameContext);
  if (frame === null) throw new Error('there is no frame around this component');
  return frame;
}

/**
 * Shows at the right of the foot which look at what is on the screen is in the log. Used by one
 * component of a page; undefined as long as nothing was looked at.
 */
export function useLogged(line: string | undefined): void {
  const { setLogged } = useFrame();
  useEffect(() => {
    if (line === undefined) return undefined;
    setLogged(line);
    return () => setLogged(null);
  }, [line, setLogged]);
}
