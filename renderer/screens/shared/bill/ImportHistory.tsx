import { Button, HTMLTable } from '@blueprintjs/core';
import { fileJobMachine } from '@contract/files/fileJob';
import { type FileJob, fileJobStates } from '@contract/files/fileJobRow';
import type { FileKind } from '@contract/files/fileKindNames';
import { refusalOf } from '@contract/machine';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useSpeech } from '../../../app/language';
import { ownTime } from '../../../app/zone';
import { useNumber } from '../../../kinds/NumberInput';
import { SidePanel } from '../../../ui/SidePanel';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { useFilePermits } from './filePermits';
import { JobView } from './JobView';
import { correctPath } from './UploadMenu';
import { useJobActions } from './useJobActions';

/** Earlier imports of a kind with their results, and undo. */
export function ImportHistory({ kind }: { kind: FileKind }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [opened, setOpened] = useState<number | null>(null);
  const navigate = useNavigate();
  const { act, dialogs } = useJobActions();
  const correct = (job: FileJob) => {
    setOpened(null);
    navigate(correctPath(job));
  };
  const number = useNumber();
  const mayUndo = useFilePermits()('undo', kind);
  const data = useData(read('fileJob', 'list', { query: { kind: [kind], pageSize: 8 } }));
  if (!data || data.list.length === 0) return null;
  return (
    <section className="fc-history">
      <h2>{t('importing.history')}</h2>
      <HTMLTable compact striped>
        <thead>
          <tr>
            {(['fileName', 'createdAt', 'okRows', 'errorRows', 'status'] as const).map((field) => (
              <th key={field} className={field.endsWith('Rows') ? 'fc-number' : undefined}>
                {speech.label(field, 'fileJob')}
              </th>
            ))}
            <th />
          </tr>
        </thead>
        <tbody>
          {data.list.map((job) => (
            <tr key={job.id}>
              <td>{job.fileName}</td>
              <td>{ownTime(job.createdAt)}</td>
              <td className="fc-number">{number(job.okRows)}</td>
              <td className="fc-number">{number(job.errorRows)}</td>
              <td>
                <StateTag tone={toneOf(fileJobStates, job.status)}>
                  {speech.state('fileJob', job.status)}
                </StateTag>{' '}
                {job.undoneAt && (
                  <span className="fc-muted">{t('files.undoneAt', { at: ownTime(job.undoneAt) })}</span>
                )}
              </td>
              <td>
                <Button size="small" variant="minimal" onClick={() => setOpened(job.id)}>
                  {t('common.details')}
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
      <SidePanel
        isOpen={opened !== null}
        width={760}
        title={t('common.details')}
        onClose={() => setOpened(null)}
      >
        {opened !== null && <JobView id={opened} onCorrect={correct} onGone={() => setOpened(null)} />}
      </SidePanel>
      {dialogs}
    </section>
  );
}
