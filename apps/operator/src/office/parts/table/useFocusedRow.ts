/** The row of a table that has the focus, moved by keys and by the mouse. */
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useKeys } from '../../frame/keys.ts';
import { useTexts } from '../../texts.ts';
import type { TableProps } from './table-props.ts';
import { HEAD_PX, ROW_PX, scrollToRow } from './useWindow.ts';

export interface FocusedRow {
  /** The number of the row that had the focus last; -1 if none. */
  readonly at: number;
  /** The row that Tab leads to. */
  readonly tabStop: number;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  /** Focuses a row and opens it. */
  readonly press: (at: number) => void;
  readonly choose: (at: number) => void;
}

interface Parts<Row> {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly props: TableProps<Row>;
}

export function useFocusedRow<Row>({ scroller, props }: Parts<Row>): FocusedRow {
  const { rows, keyOf, openKey, onOpen, choice } = props;
  const { list } = rows;
  const [focusedKey, setFocusedKey] = useState<string | undefined>(openKey);
  /** The row to focus once it is drawn. */
  const pending = useRef(-1);
  const at = focusedKey === undefined ? -1 : list.findIndex((row) => keyOf(row) === focusedKey);
  useLayoutEffect(() => {
    if (pending.current < 0) return;
    scroller.current
      ?.querySelector<HTMLElement>(`[data-row="${pending.current}"]`)
      ?.focus({ preventScroll: true });
    pending.current = -1;
  });
  const focus = (to: number) => {
    const row = list[Math.max(0, Math.min(to, list.length - 1))];
    if (row === undefined || scroller.current === null) return;
    pending.current = list.indexOf(row);
    setFocusedKey(keyOf(row));
    scrollToRow(scroller.current, pending.current);
    // Drawn already: no rendering follows that would focus it.
    scroller.current
      .querySelector<HTMLElement>(`[data-row="${pending.current}"]`)
      ?.focus({ preventScroll: true });
  };
  const open = (to: number) => {
    const row = list[to];
    if (row !== undefined) onOpen?.(row);
  };
  const choose = (to: number) => {
    const row = list[to];
    if (row === undefined || choice === undefined) return;
    const keys = new Set(choice.keys);
    if (!keys.delete(keyOf(row))) keys.add(keyOf(row));
    choice.onChange(keys);
  };
  useTableKeys(list.length > 0, {
    move: (by) => focus(at + by),
    choose: choice === undefined ? undefined : () => choose(at),
  });
  const pageRows = () =>
    Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - HEAD_PX) / ROW_PX) - 1);
  return {
    at,
    tabStop: at < 0 ? 0 : at,
    choose,
    press: (to) => {
      focus(to);
      open(to);
    },
    onKeyDown: (event) => {
      const isRow = event.target instanceof HTMLElement && event.target.dataset['row'] !== undefined;
      if (!isRow) return;
      const moves: Readonly<Record<string, () => void>> = {
        ArrowDown: () => focus(at + 1),
        ArrowUp: () => focus(at - 1),
        PageDown: () => focus(at + pageRows()),
        PageUp: () => focus(at - pageRows()),
        Home: () => focus(0),
        End: () => focus(list.length - 1),
        Enter: () => open(at),
        ' ': () => choose(at),
      };
      const move = moves[event.key];
      if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      move();
    },
  };
}

interface TableKeys {
  readonly move: (by: number) => void;
  readonly choose: (() => void) | undefined;
}

function useTableKeys(hasRows: boolean, { move, choose }: TableKeys): void {
  const { t } = useTexts();
  useKeys(
    hasRows
      ? [
          { keys: 'J', label: t('keyNext'), run: () => move(1) },
          { keys: 'K', label: t('keyPrevious'), run: () => move(-1) },
          ...(choose === undefined ? [] : [{ keys: 'X', label: t('keyChoose'), run: choose }]),
        ]
      : [],
  );
}
