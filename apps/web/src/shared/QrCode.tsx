/** A QR code as one path: dark on white in both themes, because cameras need that. */
import { encode } from 'uqr';

export interface QrCodeProps {
  readonly text: string;
  readonly label: string;
  readonly size: number;
}

const QUIET_MODULES = 2;

export function QrCode({ text, label, size }: QrCodeProps) {
  const { data, size: modules } = encode(text, { ecc: 'M', border: QUIET_MODULES });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${modules} ${modules}`}
      width={size}
      height={size}
      shapeRendering="crispEdges"
      className="rounded-lg bg-white"
    >
      <path d={path} fill="#03141c" />
    </svg>
  );
}
