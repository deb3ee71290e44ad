/** klinecharts in the look of the site. Colours are read from the theme's variables, so that there is one list of them. */
import type { DeepPartial, Styles } from 'klinecharts';

const FAMILY = 'Inter Variable, Inter, system-ui, sans-serif';
const BRAND = '#009dd9';

export function chartStyle(dark: boolean): DeepPartial<Styles> {
  const css = getComputedStyle(document.documentElement);
  const colour = (name: string) => css.getPropertyValue(`--${name}`).trim();
  const [up, down, text, line] = [colour('up'), colour('down'), colour('mut'), colour('line')];
  // Price tags: dark text on bright colours in the dark theme, white on the deep ones of the light theme.
  const onTag = dark ? '#03141c' : '#ffffff';
  const dash = { style: 'dashed' as const, dashedValue: [3, 3] };
  const axisText = { color: text, family: FAMILY, size: 11 };
  const cross = {
    line: { color: text, ...dash },
    text: { color: '#03141c', backgroundColor: BRAND, borderColor: BRAND, family: FAMILY, size: 11 },
  };
  return {
    grid: { horizontal: { color: line }, vertical: { color: line } },
    candle: {
      bar: {
        upColor: up,
        downColor: down,
        noChangeColor: text,
        upBorderColor: up,
        downBorderColor: down,
        noChangeBorderColor: text,
        upWickColor: up,
        downWickColor: down,
        noChangeWickColor: text,
      },
      priceMark: {
        high: { color: text, textFamily: FAMILY, textSize: 11 },
        low: { color: text, textFamily: FAMILY, textSize: 11 },
        last: {
          upColor: up,
          downColor: down,
          noChangeColor: text,
          line: { ...dash, size: 1 },
          text: { family: FAMILY, size: 11, borderRadius: 2, color: onTag },
        },
      },
      tooltip: { showRule: 'none' },
    },
    indicator: {
      lastValueMark: { show: false },
      tooltip: {
        offsetLeft: 8,
        offsetTop: 4,
        title: { size: 11, family: FAMILY, color: text, show: false },
        legend: { size: 11, family: FAMILY, color: text },
      },
      bars: [{ upColor: `${up}66`, downColor: `${down}66`, noChangeColor: `${text}66` }],
      lines: [dark ? '#e8a33d' : '#a86a00', dark ? '#b06af5' : '#7c3fd1', BRAND].map((color) => ({
        color,
        size: 1,
        smooth: false,
        style: 'solid' as const,
        dashedValue: [2, 2],
      })),
    },
    xAxis: { axisLine: { color: line }, tickLine: { show: false }, tickText: axisText },
    yAxis: { axisLine: { show: false }, tickLine: { show: false }, tickText: axisText },
    separator: { color: line, size: 1, fill: true, activeBackgroundColor: `${BRAND}22` },
    crosshair: { horizontal: cross, vertical: cross },
  };
}
