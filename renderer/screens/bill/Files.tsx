import { NonIdealState } from '@blueprintjs/core';
import { fileJobRow } from '@contract/files/fileJobRow';
import { useTranslation } from 'react-i18next';
import { allOf, useAnswers } from '../../api/answers';
import { read } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { useSpeech } from '../../app/language';
import { FilterBar } from '../../resource/FilterBar';
import { ListMenus } from '../../resource/ListMenus';
import { NoMatch } from '../../resource/NoMatch';
import { StateTabs } from '../../resource/StateTabs';
import { useListState } from '../../resource/useListState';
import { panelOf } from '../../ui/panelOf';
import { FileTable, useFileColumns } from './parts/FileTable';
import { UploadMenu } from './parts/UploadMenu';

const FILTERS = ['kind', 'billNo', 'fileName', 'createdAt', 'createdBy'] as const;

/** The four statuses, and all; what is being worked on stands with what waits. */
const VIEWS = {
  all: undefined,
  unprocessed: ['unprocessed', 'processing'],
  success: ['success'],
  failed: ['failed'],
  exception: ['exception'],
} as const;
type View = keyof typeof VIEWS;
const NAMES = Object.keys(VIEWS) as View[];

/** Every file that was sent to be converted: how it stands, what came of it, and sending another. */
export default function Files() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const state = useListState<View>('fileJob', '', { tab: 'all' });
  const { asked, setAsked, tab: view, setTab: setView } = state;
  const [opened, setOpened] = useKept<number | null>('id', null);
  const columns = useFileColumns(false);
  const statusOf = (name: View) => (VIEWS[name] ? { status: [...VIEWS[name]] } : {});
  const counts = allOf(
    useAnswers(
      NAMES.map((name) => read('fileJob', 'list', { query: { ...asked, ...statusOf(name), pageSize: 1 } })),
    ),
  );
  const filtered = Object.keys(asked).length > 0 || view !== 'all';
  return (
    <section className="fc-list">
      <StateTabs
        id="file-view"
        states={NAMES}
        shown={view}
        onShow={setView}
        nameOf={(name) => (name === 'all' ? t('common.all') : speech.state('fileJob', name))}
        counts={counts}
        countOf={(found, name) => found[NAMES.indexOf(name)]?.total}
      />
      <FilterBar schema={fileJobRow} filters={FILTERS} resource="fileJob" asked={state.kept} onAsk={setAsked}>
        <ListMenus state={state} columns={columns} />
        <UploadMenu />
      </FilterBar>
      <div className="fc-list" {...panelOf('file-view', view)}>
        <FileTable
          asked={{ ...asked, ...statusOf(view) }}
          ofOne={false}
          opened={opened}
          onOpen={setOpened}
          empty={
            filtered ? (
              <NoMatch
                onClear={() => {
                  setAsked({});
                  setView('all');
                }}
              />
            ) : (
              <NonIdealState
                title={t('files.listEmpty')}
                description={t('files.listEmptyDetail')}
                action={<UploadMenu />}
              />
            )
          }
        />
      </div>
    </section>
  );
}
