import { Button } from '@blueprintjs/core';
import type { FileJob } from '@contract/files/fileJobRow';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { FileWizard } from '../shared/bill/FileWizard';
import { ImportHistory } from '../shared/bill/ImportHistory';
import { openBillList } from '../shared/bill/openBillList';

/** Import of master bills from a file. */
export default function BillImport() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const show = (job: FileJob) => {
    openBillList({ query: { importJobId: [job.id] } });
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
      beneath={<ImportHistory kind="bill" />}
    />
  );
}
