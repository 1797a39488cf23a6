import { Button, HTMLTable } from '@blueprintjs/core';
import { type FileJob, fileJobMachine, fileJobStates } from '@contract/files/fileJob';
import { refusalOf } from '@contract/machine';
import { permit } from '@contract/permissions';
import { formatInstant } from '@contract/rules/zonedTime';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { read } from '../../api/queries';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { ownZone } from '../../app/zone';
import { StateTag } from '../../ui/StateTag';
import { FileWizard } from './parts/FileWizard';
import { openBillList } from './parts/openBillList';
import { useJobActions } from './parts/useJobActions';

/** Main bills from a file. */
export default function BillImport() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const show = (job: FileJob) => {
    openBillList({ asked: { importJobId: [job.id] } });
    navigate('/bill/bill_manage');
  };
  return (
    <FileWizard
      kind="bill"
      title={t('importing.title')}
      importAll={(count) => t('importing.importAll', { count })}
      importGood={(count) => t('importing.importGood', { count })}
      also={(job) =>
        job.okRows > 0 && job.appliedAt && !job.undoneAt ? (
          <Button intent="primary" onClick={() => show(job)}>
            {t('importing.showThem')}
          </Button>
        ) : null
      }
      beneath={<History />}
    />
  );
}

/** Imports so far. */
function History() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const { act, dialogs } = useJobActions();
  const mayUndo = useAllowed(permit('bill.import.undo'));
  const { data } = useQuery(read('fileJob', 'list', { query: { kind: ['bill'], pageSize: 8 } }));
  if (!data || data.list.length === 0) return null;
  return (
    <section className="fc-history">
      <h2>{t('importing.history')}</h2>
      <HTMLTable compact striped>
        <thead>
          <tr>
            {(['fileName', 'createdAt', 'okRows', 'errorRows', 'status'] as const).map((field) => (
              <th key={field}>{speech.label(field, 'fileJob')}</th>
            ))}
            <th />
          </tr>
        </thead>
        <tbody>
          {data.list.map((job) => (
            <tr key={job.id}>
              <td>{job.fileName}</td>
              <td>{formatInstant(job.createdAt, ownZone)}</td>
              <td>{job.okRows}</td>
              <td>{job.errorRows}</td>
              <td>
                <StateTag tone={fileJobStates[job.status].tone}>
                  {speech.state('fileJob', job.status)}
                </StateTag>{' '}
                {job.undoneAt && (
                  <span className="fc-muted">
                    {t('files.undoneAt', { at: formatInstant(job.undoneAt, ownZone) })}
                  </span>
                )}
              </td>
              <td>
                <Button size="small" variant="minimal" onClick={() => navigate(`/bill/files?id=${job.id}`)}>
                  {t('files.details')}
                </Button>
                {mayUndo && !refusalOf(fileJobMachine, 'undo', job) && (
                  <Button size="small" variant="minimal" onClick={() => void act('undo', job)}>
                    {speech.action('fileJob', 'undo')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
      {dialogs}
    </section>
  );
}
