import './report.css';
import { Button, Menu, MenuItem } from '@blueprintjs/core';
import { metaOf } from '@contract/fields';
import { filterParts } from '@contract/paging';
import { reports } from '@contract/report';
import {
  type ChartPoint,
  commonFields,
  commonFilters,
  type Grain,
  pointField,
  type Report as ReportOf,
  shownFields,
  type TileAnswer,
} from '@contract/report/report';
import { fieldOf } from '@contract/rowFields';
import { formatDay } from '@contract/rules/zonedTime';
import type { ParseKeys } from 'i18next';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { type Answer, useAnswer } from '../../api/answers';
import { read } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { useSpeech } from '../../app/language';
import { useServed } from '../../app/offered';
import { useTabPath } from '../../app/TabFrame';
import { textOf } from '../../kinds';
import { targetsOf, useLookups } from '../../kinds/lookups';
import { Answered } from '../../resource/Answered';
import type { ColumnChoice } from '../../resource/columns';
import { RecordList } from '../../resource/RecordList';
import { useRecordList } from '../../resource/useRecordList';
import { ChartCard } from '../shared/report/ChartCard';
import type { NumberName } from '../shared/report/names';
import { numberText } from '../shared/report/numbers';
import { PeriodFields } from './parts/PeriodFields';
import { ScheduleReport } from './parts/ScheduleReport';
import { Tiles } from './parts/Tiles';
import { useLead } from './parts/useLead';
import { usePeriod } from './parts/usePeriod';

type Row = { readonly id: number } & Readonly<Record<string, unknown>>;
interface Summary {
  readonly tiles: Readonly<Record<string, TileAnswer>>;
  readonly charts: Readonly<Record<string, readonly ChartPoint[]>>;
}

/** Column widths in pixels, for values longer than usual for their kind. */
const WIDTHS: Readonly<Record<string, number>> = {
  billNo: 130,
  batchNo: 125,
  boxNo: 150,
  caseNo: 145,
  cmrNo: 155,
  fileName: 230,
  mrn: 170,
  salesStaffId: 130,
  status: 165,
  trackingNo: 165,
  type: 150,
};

/**
 * Screen of every report: period and filters, tiles, charts, and the rows beneath, which can be opened and exported.
 */
export default function Report() {
  const path = useTabPath();
  const report = reports.find((one) => one.path === path.split('?')[0]);
  return report ? <ReportScreen key={report.name} report={report} /> : null;
}

function ReportScreen({ report }: { report: ReportOf }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const period = usePeriod(report);
  const { node, days, grain, counted } = period;
  const [charts, setCharts] = useKept('charts', true);
  const group = report.name as 'reportBox';
  const title = speech.words.menu[report.menu];
  const schema = useMemo(() => z.object({ ...report.row.shape, ...commonFields }), [report]);
  const filters = useMemo(() => [...new Set<string>([...commonFilters, ...report.filters])], [report]);
  const columns = useMemo(
    (): ColumnChoice<Row>[] =>
      shownFields(report).map((name) => ({
        name,
        hidden: report.hidden.includes(name),
        ...(WIDTHS[name] ? { width: WIDTHS[name] } : {}),
      })),
    [report],
  );
  const list = useRecordList<Row>({
    group,
    words: 'report',
    row: schema,
    columns,
    filters,
    sorts: shownFields(report),
    order: report.order,
    narrow: () => period.query,
  });
  const { query: asked, kept, setQuery } = list.state;
  const summary = useAnswer({
    ...read(group, 'summary', { query: list.filter }),
    enabled: useServed(`${group}.summary`),
  });
  const { leads, follow } = useLead(report, asked, period.filterOf);
  const narrow = (by: string, key: ChartPoint['key']) => {
    if (key === null) return;
    if (by === 'period') return period.narrow(String(key));
    const [part] = filterParts(by, fieldOf(schema, by));
    if (part) setQuery({ ...kept, [part.name]: part.how === 'in' ? [key] : key });
  };
  return (
    <RecordList
      of={list}
      className="fc-report"
      label={title}
      above={
        <div className="fc-report-head">
          <PeriodFields report={report} period={period} />
          <span className="fc-spring" />
          <Button variant="minimal" aria-expanded={charts} onClick={() => setCharts(!charts)}>
            {t(charts ? 'report.hideCharts' : 'report.showCharts')}
          </Button>
        </div>
      }
      buttons={
        <ScheduleReport
          report={report}
          title={title}
          columns={list.columns}
          days={days}
          content={{ node, ...(grain ? { grain } : {}), asked, ...(list.sort ? { sort: list.sort } : {}) }}
        />
      }
      between={
        <AnsweredSummary answer={summary}>
          {(found) => (
            <>
              <Tiles report={report} answers={found.tiles} />
              {charts && (
                <div className="fc-charts">
                  {Object.keys(report.charts).map((name) => (
                    <ReportChart
                      key={name}
                      report={report}
                      name={name}
                      grain={counted}
                      points={found.charts[name] ?? []}
                      onPick={narrow}
                      filters={filters}
                    />
                  ))}
                </div>
              )}
            </>
          )}
        </AnsweredSummary>
      }
      onOpen={(row) => leads(row) && follow(row)}
      actions={(row) =>
        leads(row) ? (
          <Menu>
            <MenuItem text={t('common.open')} label="Enter" onClick={() => follow(row)} />
          </Menu>
        ) : null
      }
      onClear={period.reset}
      empty={{ title: t('report.empty'), detail: t('report.emptyDetail') }}
      offset={charts ? 0 : 20}
      below={charts}
    />
  );
}

/** Tiles and charts for the current period and filters; those of the previous ones are dimmed and inactive. */
function AnsweredSummary({
  answer,
  children,
}: {
  answer: Answer<Summary>;
  children: (found: Summary) => ReactNode;
}) {
  const { former } = answer;
  if (former === undefined)
    return (
      <Answered answer={answer} lines={6} whole>
        {children}
      </Answered>
    );
  return (
    <div className="fc-report-former" inert>
      {children(former)}
    </div>
  );
}

function ReportChart({
  report,
  name,
  grain,
  points,
  onPick,
  filters,
}: {
  report: ReportOf;
  name: string;
  grain: Grain;
  points: readonly ChartPoint[];
  onPick: (by: string, key: ChartPoint['key']) => void;
  filters: readonly string[];
}) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const chart = report.charts[name] as ReportOf['charts'][string];
  const metas = useMemo(
    () => [chart.by, ...(chart.split ? [chart.split] : [])].map((field) => metaOf(pointField(report, field))),
    [report, chart],
  );
  const lookups = useLookups(useMemo(() => targetsOf(metas), [metas]));
  const drawn = useMemo(() => {
    const textAt = (index: number) => (key: ChartPoint['key']) => {
      if (key === null) return t('common.none');
      const meta = metas[index];
      if (chart.by === 'period' && index === 0) {
        const day = formatDay(String(key));
        return grain === 'month' ? day.slice(3) : day.slice(0, 5);
      }
      return meta ? textOf(meta, key, { speech, lookups, row: {} }) : String(key);
    };
    return {
      chart,
      points,
      keyText: textAt(0),
      partText: textAt(1),
      seriesText: (series: string) => t(`report.numbers.${series as NumberName}`),
      valueText: (value: number, unit: Parameters<typeof numberText>[1]) =>
        numberText(value, unit, speech, t),
    };
  }, [chart, points, metas, grain, speech, lookups, t]);
  const pickable = chart.by === 'period' ? grain !== 'day' || points.length > 1 : filters.includes(chart.by);
  return (
    <ChartCard
      title={t(`report.charts.${report.name}.${name}` as ParseKeys<'screens'>)}
      drawn={drawn}
      onPick={pickable ? (key) => onPick(chart.by, key) : undefined}
    />
  );
}
