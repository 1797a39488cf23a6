import { Button, Callout, HTMLTable, NonIdealState } from '@blueprintjs/core';
import { billTemplate, type ImportAnswer, type ImportJob } from '@contract/bill/billImport';
import { permit } from '@contract/permissions';
import { formatInstant } from '@contract/rules/zonedTime';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { failureOf } from '../../api/bridge';
import { client } from '../../api/client';
import { invalidate, queryClient, read } from '../../api/queries';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { ownZone } from '../../app/zone';
import { ImportWizard } from '../../resource/importing/ImportWizard';
import type { ImportSpec } from '../../resource/importing/importRun';
import { ask } from '../../ui/ask';
import { notify } from '../../ui/toaster';
import { openBillList } from './parts/openBillList';

const SPEC: ImportSpec = {
  name: 'bill',
  template: billTemplate,
  templateOf: { call: 'billImport.template', query: {} },
  send: { how: 'checked', call: 'billImport.run' },
};

/** Main bills from a file. */
export default function BillImport() {
  const { t } = useTranslation();
  const done = useCallback(() => void invalidate(queryClient, 'billImport'), []);
  return (
    <ImportWizard
      spec={SPEC}
      title={t('importing.title')}
      intro={t('importing.intro')}
      importAll={(count) => t('importing.importAll', { count })}
      importGood={(count) => t('importing.importGood', { count })}
      answer={(answer, again) => <Result answer={answer} again={again} />}
      onDone={done}
      beneath={<History />}
    />
  );
}

/** Takes an import back after asking; says what was kept because it was changed since. */
function useUndo() {
  const { t } = useTranslation();
  return async (job: Pick<ImportJob, 'id' | 'okRows'>) => {
    const yes = await ask({
      title: t('importing.undoAsk'),
      detail: t('importing.undoDetail', { count: job.okRows }),
      confirm: t('importing.undo'),
      cancel: t('common.cancel'),
    });
    if (!yes) return false;
    try {
      const { undone, kept } = await client.importJob.undo({ params: { id: job.id } });
      const text =
        kept.length > 0
          ? t('importing.undoneKept', { undone, kept: kept.map(({ number }) => number).join(', ') })
          : t('importing.undone', { count: undone });
      notify({ text, intent: kept.length > 0 ? 'warning' : 'success' });
    } catch (error) {
      notify({ text: failureOf(error).message, intent: 'danger' });
    }
    await invalidate(queryClient, 'importJob');
    await invalidate(queryClient, 'bill');
    return true;
  };
}

function Result({ answer, again }: { answer: ImportAnswer; again: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const undo = useUndo();
  const mayUndo = useAllowed(permit('bill.import.undo'));
  const { jobId, okRows, errorRows, errors } = answer;
  const show = () => {
    openBillList({ asked: { importJobId: jobId === null ? undefined : [jobId] } });
    navigate('/bill/bill_manage');
  };
  return (
    <div className="fc-import-result">
      <NonIdealState
        title={
          okRows === 0
            ? t('importing.notDone')
            : errorRows > 0
              ? t('importing.partly', { ok: okRows, errors: errorRows })
              : t('importing.done', { count: okRows })
        }
        action={
          <div className="fc-buttons">
            {okRows > 0 && (
              <Button intent="primary" onClick={show}>
                {t('importing.showThem')}
              </Button>
            )}
            <Button onClick={again}>{t('importing.another')}</Button>
            {okRows > 0 && jobId !== null && mayUndo && (
              <Button onClick={async () => (await undo({ id: jobId, okRows })) && again()}>
                {t('importing.undo')}
              </Button>
            )}
          </div>
        }
      />
      {errors.length > 0 && (
        <Callout compact intent="warning">
          <ul>
            {errors.slice(0, 20).map((error) => (
              <li key={`${error.row}-${error.column}`}>
                {t('importing.row')} {error.row} · {error.header}: {error.message}
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </div>
  );
}

/** Imports so far. */
function History() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const undo = useUndo();
  const mayUndo = useAllowed(permit('bill.import.undo'));
  const { data } = useQuery(read('importJob', 'list', { query: { pageSize: 8 } }));
  if (!data || data.list.length === 0) return null;
  return (
    <section className="fc-history">
      <h2>{t('importing.history')}</h2>
      <HTMLTable compact striped>
        <thead>
          <tr>
            {(['fileName', 'startedAt', 'okRows', 'errorRows', 'status'] as const).map((field) => (
              <th key={field}>{speech.label(field)}</th>
            ))}
            <th />
          </tr>
        </thead>
        <tbody>
          {data.list.map((job) => (
            <tr key={job.id}>
              <td>{job.fileName}</td>
              <td>{formatInstant(job.startedAt, ownZone)}</td>
              <td>{job.okRows}</td>
              <td>{job.errorRows}</td>
              <td>{speech.choice('importStatus', job.status)}</td>
              <td>
                {mayUndo && job.okRows > 0 && job.status !== 'undone' && (
                  <Button size="small" variant="minimal" onClick={() => void undo(job)}>
                    {t('importing.undo')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </section>
  );
}
