import type { Chart, ChartPoint, Unit } from '@contract/report/report';
import type { Option } from './drawing';

/** Input of a chart: all values are already texts or numbers. */
export interface ChartInput {
  readonly chart: Chart;
  readonly points: readonly ChartPoint[];
  readonly keyText: (key: ChartPoint['key']) => string;
  readonly partText: (part: ChartPoint['key']) => string;
  readonly seriesText: (name: string) => string;
  readonly valueText: (value: number, unit: Unit) => string;
  readonly dark: boolean;
}

/** Ten colours distinct from each other and both backgrounds, also for the colour-blind; patterns are added as well. */
const COLOURS = {
  light: [
    '#215db0',
    '#c87619',
    '#1c6e42',
    '#9d3f9d',
    '#ac2f33',
    '#00747c',
    '#7961db',
    '#866103',
    '#b83c6c',
    '#5f6b7c',
  ],
  dark: [
    '#68c1ee',
    '#fbb360',
    '#72ca9b',
    '#d69fd6',
    '#fa999c',
    '#7ae1d8',
    '#bdadff',
    '#fbd065',
    '#ff66a1',
    '#abb3bf',
  ],
};
type Theme = keyof typeof COLOURS;
const TEXT = { light: '#404854', dark: '#d3d8de' };
const LINE = { light: '#dce0e5', dark: '#404854' };
const GROUND = { light: '#ffffff', dark: '#2f343c' };

/** Number of letters that fit side by side under a chart of minimum width. */
const ROOM = 44;
const TURNED = { interval: 0, hideOverlap: false, rotate: 35 };

interface Slice {
  readonly name: string;
  readonly percent: number;
}

interface NamedSeries {
  readonly name: string;
  readonly unit: Unit;
  readonly line: boolean;
  readonly joined: boolean;
  readonly data: readonly (number | null)[];
}

type Key = string | number | null;
const distinct = (keys: readonly Key[]): Key[] => [...new Set(keys)];

/** Returns the series over the keys: one per number of a point, or per value of the field that splits them. */
function seriesOf({ chart, points, partText, seriesText }: ChartInput, keys: readonly Key[]): NamedSeries[] {
  const series = Object.entries(chart.series);
  if (!chart.split)
    return series.map(([number, options]) => ({
      name: seriesText(number),
      unit: options.unit,
      line: options.line === true,
      joined: options.joined === true || chart.by === 'period',
      data: keys.map((key) => points.find((point) => point.key === key)?.values[number] ?? null),
    }));
  const [found] = series;
  if (!found) return [];
  const [name, { unit }] = found;
  const known = new Map(points.map((point) => [`${point.key} ${point.part}`, point.values[name] ?? null]));
  return distinct(points.map(({ part }) => part ?? null)).map((part) => ({
    name: partText(part),
    unit,
    line: false,
    joined: true,
    data: keys.map((key) => known.get(`${key} ${part}`) ?? 0),
  }));
}

/** Returns the options that do not depend on the axes: colours, patterns, tooltip, legend. */
function commonOption(chart: Chart, series: readonly NamedSeries[], text: object, theme: Theme): object {
  const columns = series.filter(({ line }) => !line).length;
  return {
    animationDuration: 300,
    color: COLOURS[theme],
    textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
    // Patterns in addition to colours, if there is more than one series.
    aria: {
      enabled: true,
      label: { enabled: false },
      decal: { show: columns > 1 || chart.kind === 'pie' },
    },
    tooltip: {
      trigger: chart.kind === 'pie' || chart.kind === 'scatter' ? 'item' : 'axis',
      confine: true,
      axisPointer: { type: 'shadow' },
      backgroundColor: GROUND[theme],
      borderColor: LINE[theme],
      textStyle: { ...text, fontSize: 12 },
    },
    legend:
      series.length > 1 && chart.kind !== 'scatter'
        ? { top: 0, type: 'plain', textStyle: text, itemHeight: 10, itemWidth: 18 }
        : { show: false },
  };
}

/** Returns the library's options for a chart. */
export function chartOption(drawn: ChartInput): Option {
  const { chart, keyText, dark } = drawn;
  const theme: Theme = dark ? 'dark' : 'light';
  const keys = distinct(drawn.points.map(({ key }) => key));
  const series = seriesOf(drawn, keys);
  const text = { color: TEXT[theme], fontFamily: 'inherit', fontSize: 11 };
  const common = commonOption(chart, series, text, theme);
  if (chart.kind === 'pie') return { ...common, ...pie(drawn, keys, series, text) };
  if (chart.kind === 'scatter') return { ...common, ...scatter(drawn, text, LINE[theme]) };

  const names = keys.map(keyText);
  const lying = chart.kind === 'bars';
  const axis = { axisLabel: { ...text, hideOverlap: true }, axisLine: { lineStyle: { color: LINE[theme] } } };
  // Rotate labels rather than omit any; for days, a few labels are enough.
  const wide = names.join('').length > ROOM;
  const tight = !lying && chart.by !== 'period' && (names.length > 6 || wide);
  const category = {
    ...axis,
    type: 'category',
    data: names,
    ...(lying ? { inverse: true } : {}),
    axisTick: { show: false },
    axisLabel: {
      ...axis.axisLabel,
      // Every bar is labelled, in small type if there are many.
      ...(lying ? { width: 120, overflow: 'truncate', interval: 0, hideOverlap: false } : {}),
      ...(lying && names.length > 10 ? { fontSize: 9 } : {}),
      ...(tight ? TURNED : {}),
    },
  };
  const units = series.map(({ unit, line }) => ({ unit, right: line }));
  const valueAxis = (right: boolean) => {
    const unit = units.find((one) => one.right === right)?.unit ?? 'count';
    return {
      ...axis,
      type: 'value',
      minInterval: unit === 'count' ? 1 : 0,
      splitLine: { show: !right, lineStyle: { color: LINE[theme] } },
      axisLabel: { ...text, formatter: (value: number) => drawn.valueText(value, unit) },
    };
  };
  const rights = units.some(({ right }) => right);
  const values = rights ? [valueAxis(false), valueAxis(true)] : valueAxis(false);
  return {
    ...common,
    grid: {
      left: 8,
      right: rights ? 8 : 18,
      top: series.length > 1 ? 34 : 12,
      bottom: 4,
      containLabel: true,
    },
    xAxis: lying ? values : category,
    yAxis: lying ? category : values,
    series: series.map(({ name, unit, line, joined, data }) => ({
      name,
      type: line || chart.kind === 'lines' || chart.kind === 'area' ? 'line' : 'bar',
      data,
      ...(line ? (lying ? { xAxisIndex: 1 } : { yAxisIndex: 1 }) : {}),
      ...((chart.kind === 'stacked' || chart.kind === 'area') && !line ? { stack: 'all' } : {}),
      ...(chart.kind === 'area' ? { areaStyle: {}, symbol: 'none' } : { symbolSize: 6 }),
      ...(line
        ? {
            lineStyle: { type: 'dashed', width: joined ? 2 : 0 },
            symbol: 'diamond',
            symbolSize: joined ? 8 : 11,
            z: 3,
          }
        : {}),
      barMaxWidth: 28,
      tooltip: { valueFormatter: (value: unknown) => shown(value, unit, drawn) },
    })),
  };
}

const shown = (value: unknown, unit: Unit, { valueText }: ChartInput): string =>
  typeof value === 'number' ? valueText(value, unit) : '–';

/** Returns a pie chart. Slices under a thirtieth of the whole have no label; the legend and the table name them. */
function pie(drawn: ChartInput, keys: readonly Key[], series: readonly NamedSeries[], text: object): object {
  const [one] = series;
  if (!one) return {};
  return {
    legend: { type: 'plain', orient: 'vertical', left: 0, top: 'middle', textStyle: text, itemHeight: 10 },
    series: [
      {
        type: 'pie',
        radius: ['38%', '72%'],
        center: ['62%', '50%'],
        data: keys.map((key, index) => ({ name: drawn.keyText(key), value: one.data[index] })),
        label: {
          ...text,
          formatter: ({ name, percent }: Slice) => `${name} ${shown(percent, 'percent', drawn)}`,
        },
        minShowLabelAngle: 12,
        tooltip: { valueFormatter: (value: unknown) => shown(value, one.unit, drawn) },
      },
    ],
  };
}

/** Returns a scatter chart: first number on the x axis, second on the y axis, a label at each point. */
function scatter(
  { chart, points, keyText, seriesText, valueText }: ChartInput,
  text: object,
  line: string,
): object {
  const [across, up] = Object.entries(chart.series);
  if (!across || !up) return {};
  const axis = ([name, { unit }]: typeof across) => ({
    type: 'value',
    name: seriesText(name),
    nameLocation: 'middle',
    nameGap: 26,
    nameTextStyle: text,
    scale: true,
    axisLabel: { ...text, hideOverlap: true, formatter: (value: number) => valueText(value, unit) },
    splitLine: { lineStyle: { color: line } },
  });
  return {
    grid: { left: 22, right: 30, top: 14, bottom: 22, containLabel: true },
    xAxis: axis(across),
    yAxis: { ...axis(up), nameGap: 46 },
    series: [
      {
        type: 'scatter',
        symbolSize: 11,
        data: points
          .filter(({ values }) => typeof values[up[0]] === 'number')
          .map(({ key, values }) => ({ name: keyText(key), value: [values[across[0]], values[up[0]]] })),
        label: { show: true, position: 'top', ...text, formatter: '{b}' },
        labelLayout: { hideOverlap: true },
        tooltip: {
          formatter: ({ name, value }: { name: string; value: [number, number] }) =>
            `${name}: ${valueText(value[0], across[1].unit)}, ${valueText(value[1], up[1].unit)}`,
        },
      },
    ],
  };
}
