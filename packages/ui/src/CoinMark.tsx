/** Coin discs, drawn by us. An unknown coin shows its first letters. */
import { COIN_COLOUR_UNKNOWN, COIN_MARKS, COIN_STROKE } from './coin-marks.ts';

export function CoinMark({ code, size = 28 }: { readonly code: string; readonly size?: number }) {
  const mark = COIN_MARKS[code];
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 24 24" className="shrink-0">
      <circle cx="12" cy="12" r="12" fill={mark?.[0] ?? COIN_COLOUR_UNKNOWN} />
      {mark === undefined ? (
        <text x="12" y="15.4" textAnchor="middle" fontSize="9" fontWeight="600" fill="#fff">
          {code.slice(0, 2)}
        </text>
      ) : (
        <path
          d={mark[1]}
          fill="none"
          stroke="#fff"
          strokeWidth={COIN_STROKE}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
    </svg>
  );
}
