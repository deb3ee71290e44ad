/** The drawings of the coins, for the component and for the logo files of the server. */
export const COIN_MARKS: Readonly<Record<string, readonly [colour: string, path: string]>> = {
  BTC: [
    '#f7931a',
    'M9.2 7.5h3.4a2.1 2.1 0 0 1 0 4.2H9.2m0 0h3.9a2.3 2.3 0 0 1 0 4.6H9.2M9.2 7.5v8.8M10.8 5.8v1.7m1.9-1.7v1.7m-1.9 8.8V18m1.9-1.7V18M8 7.5h1.4M8 16.3h1.4',
  ],
  ETH: ['#627eea', 'm12 5-4.4 7.2L12 14.8l4.4-2.6zM7.6 13.6 12 19l4.4-5.4'],
  XRP: ['#3b444d', 'M7.2 7.4l3.3 3.2a2.1 2.1 0 0 0 3 0l3.3-3.2M7.2 16.6l3.3-3.2a2.1 2.1 0 0 1 3 0l3.3 3.2'],
  DOGE: ['#c2a633', 'M9.6 7.6h2.2a4.4 4.4 0 0 1 0 8.8H9.6zM8 12h4'],
  ADA: [
    '#0d47c4',
    'M12 7.2v.1M12 16.7v.1M7.9 9.6v.1M16.1 9.6v.1M7.9 14.3v.1M16.1 14.3v.1M12 10.6a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8',
  ],
  LTC: ['#5b6fa8', 'M11.6 7 9.4 16.4h6M8.6 13.4l5-2'],
  EOS: ['#4b535c', 'm12 5.6-3.4 5L7.4 15l4.6 3.2 4.6-3.2-1.2-4.4zM7.6 15h8.8'],
  SHIB: ['#e2571a', 'M8 8.4 9.6 10h4.8L16 8.4v5.2a4 4 0 0 1-8 0zM10.6 13.2v.1M13.4 13.2v.1'],
  HELIO: [
    '#c2410c',
    'M12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M12 5.4v1.4M12 17.2v1.4M5.4 12h1.4M17.2 12h1.4M7.4 7.4l1 1M15.6 15.6l1 1M16.6 7.4l-1 1M8.4 15.6l-1 1',
  ],
  TIDE: [
    '#0f766e',
    'M6.4 10.4c1.4-1.6 2.8-1.6 4.2 0s2.8 1.6 4.2 0 2.1-1.2 2.8-.6M6.4 14.4c1.4-1.6 2.8-1.6 4.2 0s2.8 1.6 4.2 0 2.1-1.2 2.8-.6',
  ],
  AUR: ['#6d3fd1', 'M7.4 16.6V12a4.6 4.6 0 0 1 9.2 0v4.6M10 16.6v-4.2a2 2 0 0 1 4 0v4.2'],
  USDT: ['#26a17b', 'M8 7.6h8M12 7.6v9M8.4 10.6c0 1.6 7.2 1.6 7.2 0'],
};
export const COIN_COLOUR_UNKNOWN = '#465260';
export const COIN_STROKE = 1.7;

/** A coin's disc as an SVG file. Throws for a coin without a drawing. */
export function coinSvg(code: string): string {
  const mark = COIN_MARKS[code];
  if (mark === undefined) throw new Error(`no drawing of ${code}`);
  const [colour, path] = mark;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24"><circle cx="12" cy="12" r="12" fill="${colour}"/><path d="${path}" fill="none" stroke="#fff" stroke-width="${COIN_STROKE}" stroke-linecap="round" stroke-linejoin="round"/></svg>\n`;
}
