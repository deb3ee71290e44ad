/**
 * The glass house: ticks under the roof, the ledger tree, the reserves at the base. A ghost is
 * dashed and empty.
 */
import { useId } from 'react';
import {
  outline,
  project,
  RESERVES,
  RIDGE,
  SIDE,
  tickLine,
  TREE,
  treeEdges,
  WALL,
  type Point3,
} from './house-geometry.ts';

export interface HouseProps {
  readonly variant?: 'full' | 'ghost';
  /** Names and notes of the three floors, top first. */
  readonly labels?: readonly (readonly [name: string, note: string])[];
  /** Recent values between 0 and 1 to draw as the line of ticks. */
  readonly ticks?: readonly number[];
  readonly className?: string;
}

export function House({ variant = 'full', labels = [], ticks, className = '' }: HouseProps) {
  const id = useId();
  const ghost = variant === 'ghost';
  return (
    <svg viewBox="-300 -310 600 600" className={`house overflow-visible ${className}`} aria-hidden>
      <Paints id={id} />
      <ellipse cx="0" cy="190" rx="330" ry="130" fill={`url(#${id}glow)`} />
      <g stroke="var(--h-grid)" strokeWidth=".8" fill="none">
        {[5.2, 6].map((k) => (
          <polygon
            key={k}
            points={outline([SIDE - k, SIDE - k, 0], [k, SIDE - k, 0], [k, k, 0], [SIDE - k, k, 0])}
          />
        ))}
      </g>
      <g stroke="var(--h-back)" strokeWidth=".9" fill="none" strokeDasharray={ghost ? '4 5' : undefined}>
        <polygon points={outline([0, 0, 0], [0, SIDE, 0], [0, SIDE, WALL], [0, 0, WALL])} />
        <polygon points={outline([0, 0, 0], [SIDE, 0, 0], [SIDE, 0, WALL], [2, 0, RIDGE], [0, 0, WALL])} />
      </g>
      {variant === 'full' && <Inside ticks={ticks} />}
      <FrontPanes id={id} ghost={ghost} />
      {!ghost && <Glass id={id} />}
      {labels.map((label, floor) => (
        <FloorLabel key={label[0]} floor={floor} name={label[0]} note={label[1]} />
      ))}
    </svg>
  );
}

function Paints({ id }: { readonly id: string }) {
  return (
    <defs>
      <linearGradient id={`${id}gl`} x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stopColor="var(--h-g1)" />
        <stop offset=".5" stopColor="var(--h-g2)" />
        <stop offset="1" stopColor="var(--h-g3)" />
      </linearGradient>
      <linearGradient id={`${id}gr`} x1="1" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="var(--h-g1)" />
        <stop offset=".6" stopColor="var(--h-g3)" />
        <stop offset="1" stopColor="var(--h-g2)" />
      </linearGradient>
      <radialGradient id={`${id}glow`}>
        <stop offset="0" stopColor="var(--brand)" stopOpacity=".34" />
        <stop offset="1" stopColor="var(--brand)" stopOpacity="0" />
      </radialGradient>
      <clipPath id={`${id}front`}>
        <polygon
          points={outline(
            [0, SIDE, 0],
            [SIDE, SIDE, 0],
            [SIDE, SIDE, WALL],
            [2, SIDE, RIDGE],
            [0, SIDE, WALL],
          )}
        />
      </clipPath>
    </defs>
  );
}

function Inside({ ticks }: { readonly ticks: readonly number[] | undefined }) {
  const line = tickLine(ticks);
  const floor = 2.26;
  return (
    <>
      <Slab z={0} />
      {RESERVES.map(([x, y, height]) => (
        <Cube key={`${x}/${y}`} at={[x, y, 0]} side={0.9} height={height * 0.86} />
      ))}
      <Slab z={1.2} />
      <g stroke="var(--h-hotline)" strokeWidth="1.1" fill="none">
        {treeEdges().map(([a, b]) => (
          <polyline key={[...a, ...b].join()} points={outline([...a, 1.22], [...b, 1.22])} />
        ))}
      </g>
      {TREE.flat().map(([x, y]) => (
        <Cube key={`${x}/${y}`} at={[x - 0.17, y - 0.17, 1.2]} side={0.34} height={0.2} />
      ))}
      <Slab z={floor} />
      <polygon
        points={`${outline([0.4, 2.6, floor], [3.6, 2.6, floor])} ${outline(...line.toReversed())}`}
        fill="var(--h-tick)"
        opacity=".16"
      />
      <polyline
        points={outline(...line)}
        fill="none"
        stroke="var(--h-tick)"
        strokeWidth="1.8"
        strokeLinejoin="round"
      />
      {line
        .filter((_, i) => i % 3 === 1)
        .map((point) => (
          <circle key={point[0]} cx={project(point)[0]} cy={project(point)[1]} r="2.6" fill="var(--h-tick)" />
        ))}
    </>
  );
}

function Cube({ at, side, height }: { readonly at: Point3; readonly side: number; readonly height: number }) {
  const [x, y, z] = at;
  const [x2, y2, top] = [x + side, y + side, z + height];
  return (
    <g stroke="var(--h-line)" strokeWidth=".7" strokeLinejoin="round">
      <polygon points={outline([x, y2, z], [x2, y2, z], [x2, y2, top], [x, y2, top])} fill="var(--h-hot2)" />
      <polygon points={outline([x2, y, z], [x2, y2, z], [x2, y2, top], [x2, y, top])} fill="var(--h-hot3)" />
      <polygon points={outline([x, y, top], [x2, y, top], [x2, y2, top], [x, y2, top])} fill="var(--h-hot)" />
    </g>
  );
}

function Slab({ z }: { readonly z: number }) {
  const margin = 0.18;
  const far = SIDE - margin;
  return (
    <g>
      <polygon
        points={outline([margin, margin, z], [far, margin, z], [far, far, z], [margin, far, z])}
        fill="var(--h-slab)"
        stroke="var(--h-line)"
        strokeWidth=".8"
      />
      <g stroke="var(--h-grid)" strokeWidth=".6" fill="none">
        {[1, 2, 3].map((i) => (
          <g key={i}>
            <polyline points={outline([i, margin, z], [i, far, z])} />
            <polyline points={outline([margin, i, z], [far, i, z])} />
          </g>
        ))}
      </g>
    </g>
  );
}

function FrontPanes({ id, ghost }: { readonly id: string; readonly ghost: boolean }) {
  const left = ghost ? 'none' : `url(#${id}gl)`;
  const right = ghost ? 'none' : `url(#${id}gr)`;
  return (
    <g
      stroke="var(--h-edge)"
      strokeWidth="1.3"
      strokeLinejoin="round"
      strokeDasharray={ghost ? '4 5' : undefined}
    >
      <polygon points={outline([0, 0, WALL], [0, SIDE, WALL], [2, SIDE, RIDGE], [2, 0, RIDGE])} fill={left} />
      <polygon
        points={outline([SIDE, 0, 0], [SIDE, SIDE, 0], [SIDE, SIDE, WALL], [SIDE, 0, WALL])}
        fill={right}
      />
      <polygon
        points={outline([SIDE, 0, WALL], [SIDE, SIDE, WALL], [2, SIDE, RIDGE], [2, 0, RIDGE])}
        fill={right}
      />
      <polygon
        points={outline([0, SIDE, 0], [SIDE, SIDE, 0], [SIDE, SIDE, WALL], [2, SIDE, RIDGE], [0, SIDE, WALL])}
        fill={left}
      />
    </g>
  );
}

function Glass({ id }: { readonly id: string }) {
  return (
    <>
      <g stroke="var(--h-mull)" strokeWidth=".8" fill="none">
        {[4 / 3, 8 / 3].map((i) => (
          <g key={i}>
            <polyline points={outline([SIDE, i, 0], [SIDE, i, WALL], [2, i, RIDGE])} />
            <polyline points={outline([i, SIDE, 0], [i, SIDE, WALL + 1.03])} />
          </g>
        ))}
        {[1.2, 2.26].map((z) => (
          <polyline key={z} points={outline([0, SIDE, z], [SIDE, SIDE, z], [SIDE, 0, z])} />
        ))}
        <polyline points={outline([0, SIDE, WALL], [SIDE, SIDE, WALL])} />
      </g>
      <g clipPath={`url(#${id}front)`}>
        <polygon className="sheen" points="-196,30 -140,52 -66,-160 -122,-180" fill="var(--h-sheen)" />
        <polygon points="-112,150 -84,160 20,-110 -8,-120" fill="var(--h-sheen)" opacity=".55" />
      </g>
    </>
  );
}

const FLOOR_HEIGHTS = [2.3, 1.2, 0.2] as const;
const LABEL_X = 250;

function FloorLabel({
  floor,
  name,
  note,
}: {
  readonly floor: number;
  readonly name: string;
  readonly note: string;
}) {
  const [x, y] = project([SIDE, 0.25, FLOOR_HEIGHTS[floor] ?? 0]);
  return (
    <g>
      <circle cx={x} cy={y} r="3" fill="var(--h-tick)" />
      <polyline
        points={`${x},${y} ${LABEL_X - 18},${y - 24} ${LABEL_X},${y - 24}`}
        fill="none"
        stroke="var(--h-edge)"
        strokeWidth="1"
      />
      <text x={LABEL_X + 8} y={y - 25} className="fill-fg text-[13.5px] font-semibold">
        {name}
      </text>
      <text x={LABEL_X + 8} y={y - 8} className="fill-mut text-[11.5px]">
        {note}
      </text>
    </g>
  );
}
