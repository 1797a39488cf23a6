import { Button } from '@blueprintjs/core';
import { Document } from '@blueprintjs/icons';
import { refusalOf } from '@contract/machine';
import { entryNo } from '@contract/rules/customs';
import { entryMachine, entryStates, type SeaEntry, seaEntry } from '@contract/sea/seaEntry';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { read } from '../../api/queries';
import { useData } from '../../api/unshownFailures';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { PdfPreview } from '../../app/paper/PdfPreview';
import { useTabPath } from '../../app/TabFrame';
import { closeTab } from '../../app/tabs';
import { idIn } from '../../kinds/recordId';
import { DetailScreen } from '../../resource/DetailScreen';
import { RecordLoader } from '../../resource/RecordLoader';
import { StateActions } from '../../resource/StateActions';
import { usePlainActions } from '../../resource/usePlainActions';
import { StateTag, toneOf } from '../../ui/StateTag';
import { useShortcuts } from '../../ui/shortcuts';
import { amendPath, ENTRIES, EntryDue, entryScreen } from '../shared/sea/entryScreen';
import { useEntryParts } from './parts/useEntryParts';
import { entryActions, useEntrySteps } from './parts/useEntrySteps';
import { POLL_INTERVAL, useResponseRefetch } from './parts/useResponseRefetch';

/** Screen of one entry: declared data, costs, customs responses, differences from the filed version, and its log. */
export default function EntryDetail() {
  const id = idIn(useParams().id);
  return (
    <RecordLoader
      query={id === null ? null : read('seaEntry', 'get', { params: { id } })}
      list={ENTRIES}
      title={({ entryNo: no }) => entryNo.format?.(no ?? '') ?? ''}
    >
      {(entry) => <Detail entry={entry} />}
    </RecordLoader>
  );
}

function Detail({ entry }: { entry: SeaEntry }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const path = useTabPath();
  const mayEdit = useAllowed(seaEntry.edit);
  const [shown, setShown] = useState(false);
  const { id } = entry;
  const status = useData({
    ...read('seaEntry', 'status', { params: { id } }),
    // Poll, since customs responds at any time.
    refetchInterval: POLL_INTERVAL,
  });
  useResponseRefetch(status?.answers.length, ['seaEntry', 'seaBill']);
  const steps = useEntrySteps(entry);
  const { remove } = usePlainActions(entryScreen, () => undefined);
  const facts = { ...entry, ...(status?.facts ?? { submitter: false, decides: 'no' as const }) };
  const no = entryNo.format?.(entry.entryNo ?? '') ?? '';
  const edit = () => !refusalOf(entryMachine, 'update', facts) && navigate(amendPath(id));
  useShortcuts([{ combo: 'e', label: t('common.edit'), run: () => mayEdit && edit() }]);
  const parts = useEntryParts(entry, status);
  return (
    <>
      <DetailScreen
        number={no}
        subtitle={[
          speech.choice('usEntryType', entry.entryType),
          entry.importerName,
          [entry.vesselName, entry.voyageNo].filter(Boolean).join(' '),
        ]
          .filter(Boolean)
          .join(' · ')}
        badges={
          <>
            <StateTag tone={toneOf(entryStates, entry.state)}>
              {speech.state('seaEntry', entry.state)}
            </StateTag>
            <EntryDue entry={entry} />
            {entry.amendmentNo > 0 && (
              <StateTag tone="info">{t('sea.amendmentNo', { no: entry.amendmentNo })}</StateTag>
            )}
          </>
        }
        actions={
          <>
            <Button icon={<Document />} onClick={() => setShown(true)}>
              {t('sea.form7501')}
            </Button>
            <StateActions
              machine={entryMachine}
              row={facts}
              first={[
                'acknowledge',
                'submit',
                'approve',
                'transmit',
                'solve',
                'fileSummary',
                'pay',
                'update',
              ]}
              all={entryActions}
              onAct={(action) => {
                if (action === 'update') edit();
                else if (action === 'remove')
                  void remove(entry).then((isRemoved) => isRemoved && navigate(closeTab(path) ?? ENTRIES));
                else steps.act(action as Parameters<typeof steps.act>[0]);
              }}
            />
          </>
        }
        parts={parts}
      />
      {steps.panels}
      {shown && (
        <PdfPreview
          title={no}
          file={{ call: 'seaEntry.pdf', input: { params: { id } }, name: `7501-${no}.pdf` }}
          onClose={() => setShown(false)}
        />
      )}
    </>
  );
}
