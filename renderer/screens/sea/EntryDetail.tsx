import './parts/entry.css';
import { Button, Callout } from '@blueprintjs/core';
import { Document } from '@blueprintjs/icons';
import { refusalOf } from '@contract/machine';
import { permit } from '@contract/permissions';
import { entryNo } from '@contract/rules/customs';
import { entryMissing } from '@contract/rules/entryMissing';
import { entryMachine, entryStates, type SeaEntry, seaEntry } from '@contract/sea/seaEntry';
import type { ParseKeys } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { read } from '../../api/queries';
import { useData } from '../../api/unsaid';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { livesBy } from '../../app/offered';
import { PdfPreview } from '../../app/paper/PdfPreview';
import { useTabPath } from '../../app/TabFrame';
import { closeTab } from '../../app/tabs';
import { ownTime } from '../../app/zone';
import { idIn } from '../../kinds/recordId';
import { DetailScreen, FieldGroups } from '../../resource/DetailScreen';
import type { PlainRow } from '../../resource/ListScreen';
import { RecordLoader } from '../../resource/RecordLoader';
import { StateActions } from '../../resource/StateActions';
import { Timeline } from '../../resource/Timeline';
import { usePlainActions } from '../../resource/usePlainActions';
import { StateTag, toneOf } from '../../ui/StateTag';
import { useShortcuts } from '../../ui/shortcuts';
import { billPath } from '../shared/bill/billPath';
import { useLogPart } from '../shared/config/useLogPart';
import { amendPath, ENTRIES, EntryDue, entryScreen } from '../shared/sea/entryScreen';
import { Exchanges } from './parts/Exchanges';
import { useRates } from './parts/entryForm';
import { FiledDifference } from './parts/FiledDifference';
import { useFilesPart } from './parts/filesPart';
import { MissingPanel } from './parts/MissingPanel';
import { entryActions, useEntrySteps } from './parts/useEntrySteps';
import { ASK_EVERY, useHeard } from './parts/useHeard';

/** Screen of one entry: declared data, costs, customs responses, differences from the filed version, and its log. */
export default function EntryDetail() {
  const id = idIn(useParams().id);
  return (
    <RecordLoader
      ask={id === null ? null : read('seaEntry', 'get', { params: { id } })}
      list={ENTRIES}
      title={({ entryNo: no }) => entryNo.format?.(no ?? '') ?? ''}
    >
      {(entry) => <Detail entry={entry} />}
    </RecordLoader>
  );
}

/** Fields compared with the filed version. */
const FILED = seaEntry.draft.filter((name) => name !== 'remark');
/** States in which it can still be edited, and so differ from the filed version. */
const OPEN: ReadonlySet<SeaEntry['state']> = new Set(['draft', 'pending_approval', 'approved', 'rejected']);

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
    refetchInterval: ASK_EVERY,
  });
  useHeard(status?.answers.length, ['seaEntry', 'seaBill']);
  const files = useFilesPart('entry', entry);
  const steps = useEntrySteps(entry);
  const { remove } = usePlainActions(entryScreen, () => undefined);
  const facts = { ...entry, ...(status?.facts ?? { submitter: false, decides: 'no' as const }) };
  const no = entryNo.format?.(entry.entryNo ?? '') ?? '';
  const edit = () => !refusalOf(entryMachine, 'update', facts) && navigate(amendPath(id));
  useShortcuts([{ combo: 'e', label: t('common.edit'), run: () => mayEdit && edit() }]);
  const open = OPEN.has(entry.state);
  const log = useLogPart('seaEntry', id);
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
              first={['submit', 'approve', 'transmit', 'solve', 'fileSummary', 'pay', 'update']}
              all={entryActions}
              onAct={(action) => {
                if (action === 'update') edit();
                else if (action === 'remove')
                  void remove(entry as unknown as PlainRow).then(
                    (gone) => gone && navigate(closeTab(path) ?? ENTRIES),
                  );
                else steps.act(action as Parameters<typeof steps.act>[0]);
              }}
            />
          </>
        }
        parts={[
          {
            id: 'facts',
            title: t('common.overview'),
            panel: <EntryFacts entry={entry} open={open} />,
          },
          {
            id: 'lines',
            title: t('sea.groupLines'),
            count: entry.lineCount,
            panel: (
              <div className="fc-entry-wide">
                <EntryGroups
                  entry={entry}
                  groups={[
                    ['sea.groupManifestBills', ['heldNos', 'bills', 'containerNos', 'grossWeight']],
                    ['sea.groupLines', ['lines', 'invoices', 'charges']],
                  ]}
                />
              </div>
            ),
          },
          {
            id: 'duty',
            title: t('sea.duty'),
            panel: (
              <div className="fc-entry-wide">
                <EntryGroups
                  entry={entry}
                  groups={[
                    [
                      'sea.duty',
                      ['totalValue', 'dutyTotal', 'mpf', 'hmf', 'otherFees', 'grandTotal', 'duties'],
                    ],
                  ]}
                />
              </div>
            ),
          },
          {
            id: 'answers',
            title: t('sea.customs'),
            count: status?.answers.length,
            panel: (
              <Timeline
                label={t('sea.customs')}
                empty={t('sea.noAnswers')}
                entries={(status?.answers ?? []).map(({ id: key, event, at, code, text }) => ({
                  key,
                  title: speech.choice('filingEvent', event),
                  at: ownTime(at),
                  detail: [code, text].filter(Boolean).join(' '),
                }))}
              />
            ),
          },
          {
            id: 'exchanges',
            lives: livesBy('filing.list'),
            title: t('sea.exchanges'),
            count: status?.filings.length,
            panel: (
              <Exchanges filings={status?.filings ?? []} right={permit('sea.entry.file')} group="seaEntry" />
            ),
          },
          ...(open && status?.filed
            ? [
                {
                  id: 'difference',
                  title: t('sea.changes'),
                  panel: (
                    <FiledDifference
                      row={seaEntry.row}
                      resource="seaEntry"
                      filed={status.filed}
                      now={entry as unknown as Record<string, unknown>}
                      fields={FILED}
                    />
                  ),
                },
              ]
            : []),
          files,
          log,
        ]}
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

type Groups = readonly (readonly [ParseKeys<'screens'>, readonly string[]])[];

/** Fields of an entry in titled groups. */
function EntryGroups({ entry, groups }: { entry: SeaEntry; groups: Groups }) {
  const { t } = useTranslation();
  return (
    <FieldGroups
      schema={seaEntry.row}
      resource="seaEntry"
      row={entry}
      groups={groups.map(([title, fields]) => ({ title: t(title), fields: fields as never }))}
    />
  );
}

/** Overview of an entry: what customs or the approver objects to, what it lacks while open, and its fields. */
function EntryFacts({ entry, open }: { entry: SeaEntry; open: boolean }) {
  const { t } = useTranslation();
  const rates = useRates();
  const missing = open && rates ? entryMissing(entry, rates) : [];
  return (
    <>
      {entry.reason && open && (
        <Callout compact intent="warning" className="fc-banner">
          {entry.reason}
        </Callout>
      )}
      {entry.lastAnswer && toneOf(entryStates, entry.state) !== 'good' && (
        <Callout
          compact
          intent={toneOf(entryStates, entry.state) === 'bad' ? 'danger' : 'warning'}
          className="fc-banner"
        >
          {entry.lastAnswer}
        </Callout>
      )}
      {open && missing.length > 0 && (
        <MissingPanel row={seaEntry.row} resource="seaEntry" missing={missing} />
      )}
      <p className="fc-entry-links">
        {entry.seaBillId !== null && (
          <Link to={`/sea/bill/detail/${entry.seaBillId}`}>{t('sea.toSeaBill', { no: entry.masterNo })}</Link>
        )}
        {entry.billId !== null && <Link to={billPath(entry.billId)}>{t('sea.toBill')}</Link>}
      </p>
      <EntryGroups
        entry={entry}
        groups={[
          [
            'sea.groupEntry',
            [
              ...['entryType', 'mode', 'netchbAccountId', 'filerCode', 'entryDate', 'entryDueOn'],
              ...['summaryDueOn', 'description', 'customerId', 'statementNo'],
            ],
          ],
          ['sea.groupImporter', ['importerTaxId', 'importer', 'consigneeTaxId', 'consignee']],
          [
            'sea.groupTransport',
            [
              ...['carrierCode', 'vesselName', 'voyageNo', 'exportCountry', 'foreignPort'],
              ...['exportDate', 'importDate', 'entryPort', 'unladingPort', 'processingPort'],
              ...['examPort', 'firmsCode'],
            ],
          ],
          ['common.bond', ['bondType', 'suretyCode', 'bondAmount']],
          [
            'sea.groupSteps',
            [
              ...['submittedAt', 'submittedBy', 'approvedAt', 'approvedBy', 'transmittedAt'],
              ...['acceptedAt', 'releasedAt', 'summaryFiledAt', 'paidAt', 'liquidatedAt'],
            ],
          ],
          ['config.groupOther', ['remark', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy']],
        ]}
      />
    </>
  );
}
