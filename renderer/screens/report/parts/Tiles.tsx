import type { Report, Tile, TileAnswer } from '@contract/report/report';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type Speech, useSpeech } from '../../../app/language';
import type { NumberName } from '../../shared/report/names';
import { numberText } from '../../shared/report/numbers';

/** True if a number meets its goal; undefined without a goal or a number. */
export function isMet({ goal }: Tile, value: number | null): boolean | undefined {
  if (!goal || value === null) return undefined;
  return 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast;
}

const asNumber = (value: TileAnswer['value'] | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

/** Returns the notes beneath a number: the 90 % value, the previous value, the goal, and the unknown share. */
function notesOf(tile: Tile, answer: TileAnswer, speech: Speech, t: TFunction<'screens'>): string[] {
  const show = (value: number) => numberText(value, tile.unit, speech, t);
  const before = asNumber(answer.before);
  const { goal } = tile;
  return [
    ...(answer.p90 === null || answer.p90 === undefined
      ? []
      : [t('report.p90', { value: show(answer.p90) })]),
    ...(before === null ? [] : [t('report.before', { value: show(before) })]),
    ...(goal
      ? [
          'atMost' in goal
            ? t('report.goalMost', { value: show(goal.atMost) })
            : t('report.goalLeast', { value: show(goal.atLeast) }),
        ]
      : []),
    ...(answer.noData ? [t('report.noData', { count: answer.noData })] : []),
  ];
}

/** Tiles with the numbers at the top of a report. */
export function Tiles({
  report,
  answers,
}: {
  report: Report;
  answers: Readonly<Record<string, TileAnswer>>;
}) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const tiles = Object.entries(report.tiles);
  const room = { '--fc-tiles': tiles.length, '--fc-half': Math.ceil(tiles.length / 2) };
  return (
    <dl className="fc-numbers" style={room as React.CSSProperties}>
      {tiles.map(([name, tile]) => {
        const answer = answers[name];
        const value = asNumber(answer?.value);
        const reachesGoal = isMet(tile, value);
        return (
          <div key={name} className={reachesGoal === undefined ? '' : reachesGoal ? 'fc-met' : 'fc-missed'}>
            <dt>{t(`report.numbers.${name as NumberName}`)}</dt>
            <dd>
              <strong>{value === null ? '–' : numberText(value, tile.unit, speech, t)}</strong>
              {reachesGoal !== undefined && <em>{t(reachesGoal ? 'report.met' : 'report.missed')}</em>}
            </dd>
            {answer && notesOf(tile, answer, speech, t).map((note) => <dd key={note}>{note}</dd>)}
          </div>
        );
      })}
    </dl>
  );
}
