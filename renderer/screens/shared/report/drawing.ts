import { BarChart, LineChart, PieChart, ScatterChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { type EChartsType, init, use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { CanvasRenderer } from 'echarts/renderers';

// Registers only the parts of the library that are used; this module is loaded with the first chart.
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

/** Options of the library; see chartOption. */
export type Option = Readonly<Record<string, unknown>>;

/** Draws a chart in the size of an element. */
export function draw(place: HTMLElement, option: Option): EChartsType {
  const chart = init(place);
  chart.setOption(option);
  return chart;
}

/** Returns a picture of a chart as a data URI, at twice the screen resolution. */
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
