/** The empty glass house as SVG text, for a page without scripts; same geometry as on the site. */
import { outline, RIDGE, SIDE, WALL } from '@glasshouse/ui/house-geometry';

const polygon = (fill: string, ...points: Parameters<typeof outline>) =>
  `<polygon points="${outline(...points)}" fill="${fill}"/>`;
const polyline = (...points: Parameters<typeof outline>) => `<polyline points="${outline(...points)}"/>`;

export function houseSvg(): string {
  const grounds = [5.2, 6].map((far) =>
    polygon('none', [SIDE - far, SIDE - far, 0], [far, SIDE - far, 0], [far, far, 0], [SIDE - far, far, 0]),
  );
  const back = [
    polygon('none', [0, 0, 0], [0, SIDE, 0], [0, SIDE, WALL], [0, 0, WALL]),
    polygon('none', [0, 0, 0], [SIDE, 0, 0], [SIDE, 0, WALL], [2, 0, RIDGE], [0, 0, WALL]),
  ];
  const panes = [
    polygon('url(#gl)', [0, 0, WALL], [0, SIDE, WALL], [2, SIDE, RIDGE], [2, 0, RIDGE]),
    polygon('url(#gr)', [SIDE, 0, 0], [SIDE, SIDE, 0], [SIDE, SIDE, WALL], [SIDE, 0, WALL]),
    polygon('url(#gr)', [SIDE, 0, WALL], [SIDE, SIDE, WALL], [2, SIDE, RIDGE], [2, 0, RIDGE]),
    polygon('url(#gl)', [0, SIDE, 0], [SIDE, SIDE, 0], [SIDE, SIDE, WALL], [2, SIDE, RIDGE], [0, SIDE, WALL]),
  ];
  const bars = [
    ...[4 / 3, 8 / 3].flatMap((at) => [
      polyline([SIDE, at, 0], [SIDE, at, WALL], [2, at, RIDGE]),
      polyline([at, SIDE, 0], [at, SIDE, WALL + 1.03]),
    ]),
    ...[1.2, 2.26].map((z) => polyline([0, SIDE, z], [SIDE, SIDE, z], [SIDE, 0, z])),
    polyline([0, SIDE, WALL], [SIDE, SIDE, WALL]),
  ];
  const stop = (offset: number, colour: string) =>
    `<stop offset="${offset}" stop-color="var(--h-${colour})"/>`;
  return [
    '<svg class="house" viewBox="-300 -310 600 600" aria-hidden="true"><defs>',
    `<linearGradient id="gl" x2="1" y2="1">${stop(0, 'g1')}${stop(0.5, 'g2')}${stop(1, 'g3')}</linearGradient>`,
    `<linearGradient id="gr" x1="1" x2="0" y2="1">${stop(0, 'g1')}${stop(0.6, 'g3')}${stop(1, 'g2')}</linearGradient>`,
    '<radialGradient id="glow"><stop offset="0" stop-color="var(--brand)" stop-opacity=".34"/>',
    '<stop offset="1" stop-color="var(--brand)" stop-opacity="0"/></radialGradient></defs>',
    '<ellipse cy="190" rx="330" ry="130" fill="url(#glow)"/>',
    `<g stroke="var(--h-grid)" stroke-width=".8">${grounds.join('')}</g>`,
    `<g stroke="var(--h-back)" stroke-width=".9">${back.join('')}</g>`,
    `<g stroke="var(--h-edge)" stroke-width="1.3" stroke-linejoin="round">${panes.join('')}</g>`,
    `<g stroke="var(--h-mull)" stroke-width=".8" fill="none">${bars.join('')}</g></svg>`,
  ].join('');
}

/** The mark of the site's header. */
export const LOGO =
  '<svg class="mark" viewBox="0 0 24 24" fill="none" stroke="var(--brand)" stroke-linejoin="round" aria-hidden="true">' +
  '<path d="M3 11.4 8.2 7.6 14.8 2.6" stroke-width="1.3" stroke-opacity=".6"/>' +
  '<path d="M3 11.4v7L13.4 22v-7.2L8.2 8.2z" fill="var(--brand)" fill-opacity=".16" stroke-width="1.5"/>' +
  '<path d="M13.4 22 21 16.6V9.4" stroke-width="1.5"/>' +
  '<path d="M8.2 8.2 14.8 2.6 21 9.4l-7.6 5.4z" fill="var(--brand)" stroke-width="1.2"/></svg>';
