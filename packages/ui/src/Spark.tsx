/** A sparkline of closing prices, in the colour of its direction. */
import { useId } from 'react';

export interface SparkProps {
  readonly points: readonly number[];
  readonly width?: number;
  readonly height?: number;
  readonly up: boolean;
}

export function Spark({ points, width = 96, height = 32, up }: SparkProps) {
  const id = useId();
  if (points.length < 2) return <span className="inline-block" style={{ width, height }} />;
  const low = Math.min(...points);
  const range = Math.max(...points) - low || 1;
  const path = points
    .map((point, index) => {
      const x = (index / (points.length - 1)) * width;
      return `${x.toFixed(1)},${(height - 3 - ((point - low) / range) * (height - 6)).toFixed(1)}`;
    })
    .join(' ');
  const colour = up ? 'var(--up)' : 'var(--down)';
  return (
    <svg
      aria-hidden
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className="block overflow-visible"
    >
      <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor={colour} stopOpacity=".22" />
        <stop offset="1" stopColor={colour} stopOpacity="0" />
      </linearGradient>
      <polygon points={`0,${height} ${path} ${width},${height}`} fill={`url(#${id})`} />
      <polyline points={path} fill="none" stroke={colour} strokeWidth="1.4" strokeLinejoin="round" />
    </svg>
  );
}
