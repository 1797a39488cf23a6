import { Button } from '@blueprintjs/core';
import { jobMade } from '@contract/files/fileJob';
import type { FileJob } from '@contract/files/fileJobRow';
import type { SeaKind } from '@contract/files/fileKindNames';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { idIn } from '../../../kinds/recordId';
import { FileWizard } from '../../shared/bill/FileWizard';
import { ImportHistory } from '../../shared/bill/ImportHistory';

/** Maximum of drafts linked one by one; for more, their list is linked. */
const LED_TO = 6;

/** Upload of filings from a workbook, as drafts; the path may name a job whose returned rows are corrected. */
export function FilingUpload({ kind, list }: { kind: SeaKind; list: string }) {
  const [search] = useSearchParams();
  const job = search.get('job');
  return (
    <FileWizard
      key={kind}
      kind={kind}
      jobId={idIn(job)}
      also={(found) => <Drafts job={found} list={list} />}
      beneath={<ImportHistory kind={kind} />}
    />
  );
}

/** Links to the drafts created from a file. */
function Drafts({ job, list }: { job: FileJob; list: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const made = job.undoneAt === null ? (jobMade(job) ?? []) : [];
  if (made.length === 0) return null;
  return (
    <>
      <Button intent="primary" onClick={() => navigate(list)}>
        {t('sea.showDrafts')}
      </Button>
      {made.slice(0, LED_TO).map(({ id, number }) => (
        <Button key={id} onClick={() => navigate(`${list}/detail/${id}`)}>
          {number}
        </Button>
      ))}
      {made.length > LED_TO && (
        <span className="fc-muted">{t('sea.moreDrafts', { count: made.length - LED_TO })}</span>
      )}
    </>
  );
}
