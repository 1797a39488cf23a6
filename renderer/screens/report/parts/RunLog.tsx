import { Answered } from '../../../resource/Answered';
import './schedule.css';
import { Button, HTMLTable } from '@blueprintjs/core';
import { type ReportRun, runStates } from '@contract/report/schedule';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../../api/answers';
import { desktop } from '../../../api/bridge';
import { read } from '../../../api/queries';
import { type Speech, useSpeech } from '../../../app/language';
import { useServed } from '../../../app/offered';
import { ownTime } from '../../../app/zone';
import { useNumber } from '../../../kinds/NumberInput';
import type { PlainRow } from '../../../resource/ListScreen';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { causeOf } from '../../shared/config/mailCause';
import { runNow } from './useRunNow';

/** Number of latest runs shown. */
const SHOWN = 30;
const UNDER_WAY: readonly ReportRun['state'][] = ['due', 'sending', 'waiting'];

/** Returns the text on a run's result: its destination, and its error. */
function outcomeOf({ fault, answer, error, ...run }: ReportRun, speech: Speech): string {
  const where = run.target === 'mail' ? run.toEmails.join(', ') : (run.folderName ?? '');
  const cause = fault
    ? [speech.choice('runFault', fault), answer].filter(Boolean).join(': ')
    : causeOf(speech, { error, answer });
  return [where, run.fileName, cause].filter(Boolean).join(' · ');
}

/** Latest runs of a schedule, with a button to run it now. */
export function RunLog(props: { row: PlainRow; mayEdit: boolean }) {
  return useServed('reportRun.list') ? <Runs {...props} /> : null;
}

function Runs({ row, mayEdit }: { row: PlainRow; mayEdit: boolean }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const number = useNumber();
  const answer = useAnswer({
    ...read('reportRun', 'list', { query: { scheduleId: [row.id], sort: '-slot', pageSize: SHOWN } }),
    refetchInterval: ({ state }) =>
      state.data?.list.some((run) => UNDER_WAY.includes(run.state)) ? 1000 : 15_000,
  });
  const mayRun = useServed('reportSchedule.run') && mayEdit;
  const waits = answer.data?.list.some(({ state }) => state === 'waiting') ?? false;
  // A run that waits for a folder of this computer is picked up at once, not at the next check.
  useEffect(() => {
    if (waits) void desktop.reportFolders.look();
  }, [waits]);
  return (
    <section className="fc-runs">
      <header>
        <h3>{t('report.schedule.runs')}</h3>
        {mayRun && (
          <Button onClick={() => void runNow(row.id, t('report.schedule.begun'))}>
            {t('report.schedule.runNow')}
          </Button>
        )}
      </header>
      <Answered answer={answer}>
        {({ list: runs }) =>
          runs.length === 0 ? (
            <p className="fc-muted">{t('report.schedule.runsNone')}</p>
          ) : (
            <HTMLTable compact>
              <thead>
                <tr>
                  <th>{speech.label('slot', 'reportRun')}</th>
                  <th>{speech.label('how', 'reportRun')}</th>
                  <th>{speech.label('state', 'reportRun')}</th>
                  <th className="fc-number">{speech.label('rows', 'reportRun')}</th>
                  <th>{t('report.schedule.outcome')}</th>
                </tr>
              </thead>
              <tbody>
                {runs.map((run) => (
                  <tr key={run.id}>
                    <td>{ownTime(run.slot)}</td>
                    <td>{speech.choice('runHow', run.how)}</td>
                    <td>
                      <StateTag tone={toneOf(runStates, run.state)}>
                        {speech.state('reportRun', run.state)}
                      </StateTag>
                    </td>
                    <td className="fc-number">{run.rows === null ? '–' : number(run.rows)}</td>
                    <td>{outcomeOf(run, speech)}</td>
                  </tr>
                ))}
              </tbody>
            </HTMLTable>
          )
        }
      </Answered>
    </section>
  );
}
