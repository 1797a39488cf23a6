import './chart.css';
import { Button, HTMLTable } from '@blueprintjs/core';
import { Chart as ChartIcon, Media, Th } from '@blueprintjs/icons';
import type { ChartPoint } from '@contract/report/report';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop } from '../../../api/bridge';
import { useDark } from '../../../app/theme';
import { notify, notifyFailed } from '../../../ui/toaster';
import { useStableCallback } from '../../../ui/useStableCallback';
import { type ChartInput, chartOption } from './chartOption';
import type { Option } from './drawing';

const PICTURE = { width: 1000, height: 500 };

/** Chart, or the same numbers as a table; selecting a value in either filters the report by it. */
export function ChartCard({
  title,
  drawn,
  onPick,
}: {
  title: string;
  drawn: Omit<ChartInput, 'dark'>;
  /** Undefined if the report cannot be filtered by a value. */
  onPick: ((key: ChartPoint['key']) => void) | undefined;
}) {
  const { t } = useTranslation();
  const id = useId();
  const dark = useDark();
  const [table, setTable] = useState(false);
  const { points, keyText } = drawn;
  // Days without data are points of zeros; a text says more than an empty chart.
  const nothing = points.every(({ values }) => Object.values(values).every((value) => !value));
  const option = useMemo(() => chartOption({ ...drawn, dark }), [drawn, dark]);
  const save = async () => {
    try {
      const { picture } = await import('./drawing');
      const saved = await desktop.files.savePicture({
        // Pictures are for paper and email, so always on white.
        picture: picture(chartOption({ ...drawn, dark: false }), PICTURE),
        name: `${title}.png`,
      });
      if (!saved) return;
      const { name, token } = saved;
      notify({
        text: t('common.exported', { name }),
        intent: 'success',
        action: { text: t('common.showInFolder'), run: () => void desktop.files.showInFolder({ token }) },
      });
    } catch (error) {
      notifyFailed(error);
    }
  };
  return (
    <section className="fc-chart" aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        <Button
          variant="minimal"
          size="small"
          icon={table ? <ChartIcon /> : <Th />}
          aria-label={t(table ? 'report.asChart' : 'report.asTable')}
          title={t(table ? 'report.asChart' : 'report.asTable')}
          onClick={() => setTable(!table)}
        />
        <Button
          variant="minimal"
          size="small"
          icon={<Media />}
          disabled={nothing}
          aria-label={`${t('report.savePicture')}: ${title}`}
          title={t('report.savePicture')}
          onClick={() => void save()}
        />
      </header>
      {nothing ? (
        <p className="fc-muted">{t('report.empty')}</p>
      ) : table ? (
        <PointTable drawn={drawn} onPick={onPick} />
      ) : (
        <Drawing
          label={t('report.described', { title, count: points.length, name: keyText(largest(drawn)) })}
          option={option}
          onPick={
            onPick &&
            ((name) => {
              const point = points.find(({ key }) => keyText(key) === name);
              if (point) onPick(point.key);
            })
          }
        />
      )}
    </section>
  );
}

/** Returns the key of the point with the largest first number. */
function largest({ chart, points }: Omit<ChartInput, 'dark'>): ChartPoint['key'] {
  const [first = ''] = Object.keys(chart.series);
  const sizeOf = ({ values }: ChartPoint) => values[first] ?? 0;
  return points.reduce((most, point) => (sizeOf(point) > sizeOf(most) ? point : most)).key;
}

function Drawing({
  label,
  option,
  onPick,
}: {
  label: string;
  option: Option;
  onPick: ((name: string) => void) | undefined;
}) {
  const place = useRef<HTMLDivElement>(null);
  const pick = useStableCallback((name: string) => onPick?.(name));
  useEffect(() => {
    let ended = false;
    let end = () => {
      ended = true;
    };
    void import('./drawing').then(({ draw }) => {
      const element = place.current;
      if (ended || !element) return;
      const chart = draw(element, option);
      const watch = new ResizeObserver(() => chart.resize());
      watch.observe(element);
      chart.on('click', ({ name }) => pick(name));
      end = () => {
        watch.disconnect();
        chart.dispose();
      };
    });
    return () => end();
  }, [option, pick]);
  return (
    <div ref={place} role="img" aria-label={label} className={`fc-drawing${onPick ? ' fc-pickable' : ''}`} />
  );
}

function PointTable({
  drawn,
  onPick,
}: {
  drawn: Omit<ChartInput, 'dark'>;
  onPick: ((key: ChartPoint['key']) => void) | undefined;
}) {
  const { chart, points, keyText, partText, seriesText, valueText } = drawn;
  const { t } = useTranslation();
  const series = Object.entries(chart.series);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
    <div className="fc-drawing fc-points" tabIndex={0}>
      <HTMLTable compact>
        <thead>
          <tr>
            <th />
            {chart.split && <th />}
            {series.map(([name]) => (
              <th key={name} className="fc-number">
                {seriesText(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={`${point.key} ${point.part}`}>
              <th scope="row">
                {onPick && point.key !== null ? (
                  <Button
                    variant="minimal"
                    size="small"
                    title={t('report.pick', { name: keyText(point.key) })}
                    onClick={() => onPick(point.key)}
                  >
                    {keyText(point.key)}
                  </Button>
                ) : (
                  keyText(point.key)
                )}
              </th>
              {chart.split && <td>{partText(point.part ?? null)}</td>}
              {series.map(([name, { unit }]) => {
                const value = point.values[name];
                return (
                  <td key={name} className="fc-number">
                    {typeof value === 'number' ? valueText(value, unit) : '–'}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </div>
  );
}
