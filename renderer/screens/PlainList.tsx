import { Button } from '@blueprintjs/core';
import { ArrowLeft } from '@blueprintjs/icons';
import { resourceNames } from '@contract/resourceNames';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useAllowed } from '../app/guard';
import { useSpeech } from '../app/language';
import { useTabPath } from '../app/TabFrame';
import { closeTab } from '../app/tabs';
import { idIn } from '../kinds/recordId';
import { ListScreen, type PlainScreen } from '../resource/ListScreen';
import { FileWizard } from './shared/bill/FileWizard';
import { ImportHistory } from './shared/bill/ImportHistory';

/** List of a plain resource, or the import of a file into it with `?import` in the path. */
export function PlainList({ screen }: { screen: PlainScreen }) {
  const [search] = useSearchParams();
  const mayEdit = useAllowed(screen.resource.edit);
  const imported = search.get('import');
  return imported !== null && mayEdit ? (
    <RecordImport screen={screen} jobId={idIn(imported)} />
  ) : (
    <ListScreen screen={screen} />
  );
}

/** Import of a file of records; `jobId` is an earlier import whose refused rows are to be corrected. */
function RecordImport({ screen, jobId }: { screen: PlainScreen; jobId: number | null }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const path = useTabPath();
  const kind = resourceNames.find((name) => name === screen.group);
  const list = speech.words.menu[screen.menu];
  if (!kind) return null;
  const leave = () => {
    closeTab(path);
    navigate(path.split('?')[0] ?? path);
  };
  return (
    <section>
      <div className="fc-import-top">
        <Button variant="minimal" icon={<ArrowLeft />} onClick={leave}>
          {t('common.toList')}
        </Button>
      </div>
      <FileWizard
        kind={kind}
        jobId={jobId}
        title={list}
        also={() => (
          <Button intent="primary" onClick={leave}>
            {t('common.toList')}
          </Button>
        )}
        beneath={<ImportHistory kind={kind} />}
      />
    </section>
  );
}
