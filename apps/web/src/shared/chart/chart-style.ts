/**
 * klinecharts in the style of the site. Colours are read from the theme's variables, so that they
 * are defined once.
 */
import type { CandleStyle, CandleTooltipStyle, DeepPartial, IndicatorStyle, Styles } from 'klinecharts';
import { BRAND, brandLine, ON_BRAND } from './accent.ts';
import type { BarStyle } from './chart-layout.ts';

const FAMILY = 'Inter Variable, Inter, system-ui, sans-serif';
const DARK_TEXT = '#03141c';
const HALO = `${BRAND}59`;
const DASH = { style: 'dashed' as const, dashedValue: [3, 3] };

export interface ChartLook {
  readonly dark: boolean;
  readonly bars: BarStyle;
  readonly language: string;
  /** False if the chart is too small for it. */
  readonly legend: boolean;
}

export function chartStyle({ dark, bars, language, legend }: ChartLook): DeepPartial<Styles> {
  const css = getComputedStyle(document.documentElement);
  const colour = (name: string) => css.getPropertyValue(`--${name}`).trim();
  const colours: Colours = {
    up: colour('up'),
    down: colour('down'),
    text: colour('mut'),
    strong: colour('fg'),
    line: colour('line'),
    // Price tags have dark text on the bright colours of the dark theme, and white text on the deep
    // colours of the light one.
    onTag: dark ? DARK_TEXT : '#ffffff',
  };
  const { text, line } = colours;
  const axisText = { color: text, family: FAMILY, size: 11 };
  const cross = {
    line: { color: text, ...DASH },
    text: { color: ON_BRAND, backgroundColor: BRAND, borderColor: BRAND, family: FAMILY, size: 11 },
  };
  return {
    grid: { horizontal: { color: line }, vertical: { color: line } },
    candle: {
      type: bars,
      ...candleStyle(colours),
      tooltip: legend ? legendStyle(colours, language) : { showRule: 'none' },
    },
    indicator: indicatorStyle(colours, dark),
    xAxis: { axisLine: { color: line }, tickLine: { show: false }, tickText: axisText },
    yAxis: { axisLine: { show: false }, tickLine: { show: false }, tickText: axisText },
    separator: { color: line, size: 1, fill: true, activeBackgroundColor: `${BRAND}22` },
    crosshair: { horizontal: cross, vertical: cross },
    overlay: {
      point: { color: BRAND, borderColor: HALO, activeColor: BRAND, activeBorderColor: HALO },
      line: { color: brandLine(), size: 1.5 },
      rect: { color: `${BRAND}1f`, borderColor: BRAND },
      text: { color: ON_BRAND, backgroundColor: BRAND, family: FAMILY, size: 11 },
    },
  };
}

interface Colours {
  readonly up: string;
  readonly down: string;
  readonly text: string;
  readonly strong: string;
  readonly line: string;
  readonly onTag: string;
}

function candleStyle({ up, down, text, onTag }: Colours): DeepPartial<CandleStyle> {
  const extreme = { color: text, textFamily: FAMILY, textSize: 11 };
  return {
    area: {
      lineSize: 1.5,
      lineColor: brandLine(),
      backgroundColor: [
        { offset: 0, color: `${BRAND}05` },
        { offset: 1, color: `${BRAND}38` },
      ],
      point: { show: false },
    },
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
      high: extreme,
      low: extreme,
      last: {
        upColor: up,
        downColor: down,
        noChangeColor: text,
        line: { ...DASH, size: 1 },
        text: { family: FAMILY, size: 11, borderRadius: 2, color: onTag },
      },
    },
  };
}

function legendStyle({ text, strong }: Colours, language: string): DeepPartial<CandleTooltipStyle> {
  const titles = LEGEND[language === 'zh-CN' ? 'zh' : 'en'];
  return {
    showRule: 'always',
    offsetLeft: 8,
    offsetTop: 6,
    title: { show: false },
    legend: {
      size: 11,
      family: FAMILY,
      color: text,
      marginRight: 6,
      template: titles.map((title, index) => ({
        title: { text: `${title} `, color: text },
        value: { text: LEGEND_VALUES[index] ?? '', color: strong },
      })),
    },
  };
}

function indicatorStyle({ up, down, text }: Colours, dark: boolean): DeepPartial<IndicatorStyle> {
  const lines = [dark ? '#e8a33d' : '#a86a00', dark ? '#b06af5' : '#7c3fd1', brandLine()];
  return {
    lastValueMark: { show: false },
    tooltip: {
      offsetLeft: 8,
      offsetTop: 4,
      title: { size: 11, family: FAMILY, color: text, show: false },
      legend: { size: 11, family: FAMILY, color: text },
    },
    bars: [{ upColor: `${up}66`, downColor: `${down}66`, noChangeColor: `${text}66` }],
    lines: lines.map((color) => ({
      color,
      size: 1,
      smooth: false,
      style: 'solid' as const,
      dashedValue: [2, 2],
    })),
  };
}

/** One compact line above the candles: open, high, low, close, change, volume. */
const LEGEND = { en: ['O', 'H', 'L', 'C', '±', 'Vol'], zh: ['开', '高', '低', '收', '涨跌', '量'] } as const;
const LEGEND_VALUES = ['{open}', '{high}', '{low}', '{close}', '{change}', '{volume}'] as const;
