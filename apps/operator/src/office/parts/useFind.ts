/** The search field of a queue: what is typed is searched for after a pause. */
import { useEffect, useRef, useState } from 'react';
import type { Find } from './FindField.tsx';

const FIND_AFTER_MS = 400;

export function useFind({
  label,
  value,
  onFind,
}: {
  readonly label: string;
  readonly value: string;
  readonly onFind: (text: string) => void;
}): Find {
  const [typed, setTyped] = useState({ text: value, of: value });
  const text = typed.of === value ? typed.text : value;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    label,
    value: text,
    onChange: (next) => {
      setTyped({ text: next, of: value });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => onFind(next.trim()), FIND_AFTER_MS);
    },
  };
}
