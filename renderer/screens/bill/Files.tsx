import { namesOf } from '@contract/names';
import { useTranslation } from 'react-i18next';
import { allOf, useAnswers } from '../../api/answers';
import { read } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { useSpeech } from '../../app/language';
import { UploadMenu } from '../shared/bill/UploadMenu';
import { FileTable, fileViews, useFileList, viewOf } from './parts/FileTable';

const VIEWS = namesOf(fileViews);

/** Screen of all files sent for conversion, with their state, their result, and the upload. */
export default function Files() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [opened, setOpened] = useKept<number | null>('id', null);
  const list = useFileList();
  const { query } = list.state;
  const counts = allOf(
    useAnswers(
      VIEWS.map((name) => read('fileJob', 'list', { query: { ...query, ...viewOf(name), pageSize: 1 } })),
    ),
  );
  return (
    <FileTable
      of={list}
      tabs={{
        id: 'file-view',
        states: VIEWS,
        nameOf: (name) => (name === 'all' ? t('common.all') : speech.state('fileJob', name)),
        counts,
        countOf: (found, name) => found[VIEWS.indexOf(name)]?.total,
      }}
      buttons={<UploadMenu />}
      opened={opened}
      onOpen={setOpened}
    />
  );
}
