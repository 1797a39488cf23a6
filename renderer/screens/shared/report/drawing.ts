import { BarChart, LineChart, PieChart, ScatterChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { type EChartsType, init, use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { CanvasRenderer } from 'echarts/renderers';

// What is drawn, and no more of the library: it comes with the first chart that is shown.
use([
  AriaComponent,
  BarChart,
  CanvasRenderer,
  GridComponent,
  LabelLayout,
  LegendComponent,
  LineChart,
  PieChart,
  ScatterChart,
  TooltipComponent,
]);

/** How the library draws: see chartOption. */
export type Option = Readonly<Record<string, unknown>>;

/** Draws into an element, which says how large. */
export function draw(place: HTMLElement, option: Option): EChartsType {
  const chart = init(place);
  chart.setOption(option);
  return chart;
}

/** A picture of a chart as a data URI, twice as fine as it is shown. */
export function picture(option: Option, size: { width: number; height: number }): string {
  const place = document.createElement('div');
  place.style.width = `${size.width}px`;
  place.style.height = `${size.height}px`;
  const chart = init(place, null, size);
  chart.setOption({ ...option, animation: false });
  const url = chart.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor: '#ffffff' });
  chart.dispose();
  return url;
}
