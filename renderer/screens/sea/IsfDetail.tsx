import '../shared/sea/filing.css';
import { isfMissing } from '@contract/rules/isfMissing';
import { type IsfAnswer, type IsfFacts, isfSent, isfStates, type SeaIsf, seaIsf } from '@contract/sea/seaIsf';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { read } from '../../api/queries';
import { useData } from '../../api/unshownFailures';
import { useSpeech } from '../../app/language';
import { requireCalls } from '../../app/offered';
import { ownTime } from '../../app/zone';
import { idIn } from '../../kinds/recordId';
import { DetailScreen, FieldGroups } from '../../resource/DetailScreen';
import { RecordLoader } from '../../resource/RecordLoader';
import { StateActions } from '../../resource/StateActions';
import { Timeline, type TimelineEntry } from '../../resource/Timeline';
import { StateTag, toneOf } from '../../ui/StateTag';
import { Deciders } from '../shared/business/Deciders';
import { useLogPart } from '../shared/config/useLogPart';
import { ISF_LIST, IsfDeadline } from '../shared/sea/isfScreen';
import { seaBillPath } from '../shared/sea/seaBillScreen';
import { Exchanges } from './parts/Exchanges';
import { FiledDifference } from './parts/FiledDifference';
import { useFilesPart } from './parts/filesPart';
import { useIsfGroups } from './parts/isfGroups';
import { MissingPanel } from './parts/MissingPanel';
import { OpenAnswer } from './parts/OpenAnswer';
import { ISF_ACTIONS, useIsfActions } from './parts/useIsfActions';
import { POLL_INTERVAL, useResponseRefetch } from './parts/useResponseRefetch';

/** Screen of one ISF: its data, its customs status, and all messages about it. */
export default function IsfDetail() {
  const id = idIn(useParams().id);
  return (
    <RecordLoader
      query={id === null ? null : read('seaIsf', 'get', { params: { id } })}
      list={ISF_LIST}
      title={({ isfNo }) => isfNo}
    >
      {(isf) => <Detail isf={isf} />}
    </RecordLoader>
  );
}

const DRAFTS: ReadonlySet<string> = new Set(['draft', 'pending_approval', 'approved', 'rejected']);
/** True if a filed ISF is being changed. */
const isAmended = ({ standing, state }: SeaIsf) => standing !== null && DRAFTS.has(state);

function Detail({ isf }: { isf: SeaIsf }) {
  const { t } = useTranslation();
  const { id, standing } = isf;
  const { act, machine, panel } = useIsfActions(isf);
  const status = useData({
    ...read('netchbIsf', 'status', { query: { id } }),
    // Poll, since customs responds at any time.
    refetchInterval: POLL_INTERVAL,
  });
  const filed = useData({
    ...read('seaIsf', 'filed', { params: { id } }),
    enabled: standing !== null,
  });
  useResponseRefetch(status?.answers.length, ['seaIsf', 'seaBill']);
  const files = useFilesPart('isf', isf);
  const groups = useIsfGroups(isf.isfType);
  const shown = groups.map(({ title, fields }) => ({ title, fields: fields as (keyof SeaIsf & string)[] }));
  const contents = shown.filter(({ fields }) => !fields.includes('lines'));
  const goods = shown.filter(({ fields }) => fields.includes('lines'));
  const facts: IsfFacts | undefined = status && { ...isf, ...status.facts };
  const log = useLogPart('seaIsf', id);
  return (
    <>
      <DetailScreen
        number={isf.isfNo}
        subtitle={[isf.mblNo, isf.hblNo, isf.vesselName && `${isf.vesselName} ${isf.voyageNo ?? ''}`]
          .filter(Boolean)
          .join(' · ')}
        badges={<IsfBadges isf={isf} deciders={status?.deciders ?? []} />}
        actions={
          facts && (
            <StateActions
              machine={machine}
              row={facts}
              first={['acknowledge', 'submit', 'approve', 'return', 'transmit']}
              all={ISF_ACTIONS}
              onAct={act}
            />
          )
        }
        parts={[
          {
            id: 'facts',
            title: t('common.contents'),
            panel: <IsfContents isf={isf} groups={contents} />,
          },
          {
            id: 'goods',
            title: t('sea.isfGroupGoods'),
            count: isf.lines.length,
            panel: (
              <div className="fc-filing-wide">
                <FieldGroups<SeaIsf> schema={seaIsf.row} resource="seaIsf" row={isf} groups={goods} />
              </div>
            ),
          },
          {
            id: 'timeline',
            title: t('common.timeline'),
            count: status?.answers.length,
            panel: <IsfTimeline isf={isf} answers={status?.answers ?? []} />,
          },
          ...(isAmended(isf) && filed
            ? [
                {
                  id: 'changes',
                  title: t('sea.changes'),
                  panel: (
                    <FiledDifference
                      row={seaIsf.row}
                      resource="seaIsf"
                      filed={filed}
                      now={isf}
                      fields={isfSent}
                    />
                  ),
                },
              ]
            : []),
          {
            id: 'exchanges',
            requiredCalls: requireCalls('filing.list'),
            title: t('sea.exchanges'),
            count: status?.filings.length,
            panel: (
              <Exchanges
                filings={status?.filings ?? []}
                right={machine.actions.transmit.permission}
                group="seaIsf"
              />
            ),
          },
          files,
          log,
        ]}
      />
      {panel}
    </>
  );
}

/** State of an ISF here and at customs, its deadline, and whom it waits for. */
function IsfBadges({ isf, deciders }: { isf: SeaIsf; deciders: readonly number[] }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { standing } = isf;
  return (
    <>
      <StateTag tone={toneOf(isfStates, isf.state)}>{speech.state('seaIsf', isf.state)}</StateTag>
      <IsfDeadline isf={isf} />
      {isf.amendmentNo > 0 && (
        <StateTag tone="info">{t('sea.amendmentNo', { no: isf.amendmentNo })}</StateTag>
      )}
      {isAmended(isf) && standing && (
        <StateTag tone={toneOf(isfStates, standing)}>
          {t('sea.atCustoms', { state: speech.choice('isfStanding', standing) })}
        </StateTag>
      )}
      {isf.state === 'pending_approval' && <Deciders waiting={isf.waiting} deciders={deciders} />}
    </>
  );
}

/** Contents of an ISF: what it lacks as a draft, its fields, its customs status, and the link to its bill. */
function IsfContents({
  isf,
  groups,
}: {
  isf: SeaIsf;
  groups: ComponentProps<typeof FieldGroups<SeaIsf>>['groups'];
}) {
  const { t } = useTranslation();
  const missing = isf.missingCount > 0 && DRAFTS.has(isf.state);
  return (
    <>
      <OpenAnswer text={isf.openAnswer} />
      {missing && <MissingPanel row={seaIsf.row} resource="seaIsf" missing={isfMissing(isf)} />}
      <FieldGroups<SeaIsf>
        schema={seaIsf.row}
        resource="seaIsf"
        row={isf}
        groups={[
          ...groups,
          {
            title: t('sea.isfGroupCustoms'),
            fields: [
              'action',
              'cbpTransactionNo',
              'standing',
              'dueAt',
              'filedAt',
              'lateFiling',
              'acceptedAt',
              'lastAnswer',
              'submittedAt',
              'submittedBy',
              'approvedAt',
              'approvedBy',
              'reason',
              'createdAt',
              'createdBy',
              'updatedAt',
              'updatedBy',
            ],
          },
        ]}
      />
      {isf.seaBillId !== null && (
        <p>
          <Link to={seaBillPath(isf.seaBillId)}>{t('sea.openBill')}</Link>
        </p>
      )}
    </>
  );
}

/** History of an ISF: user actions and customs responses, newest first. */
function IsfTimeline({ isf, answers }: { isf: SeaIsf; answers: readonly IsfAnswer[] }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const steps = (
    [
      ['createdAt', 'create'],
      ['submittedAt', 'submit'],
      ['approvedAt', 'approve'],
      ['filedAt', 'transmit'],
    ] as const
  ).flatMap(([field, action]) => {
    const at = isf[field];
    return at === null ? [] : [{ key: field, at, title: speech.choice('logAction', action) }];
  });
  const responses = answers.map(({ id, at, event, codes, reference }) => ({
    key: id,
    at,
    title: t('sea.customsSaid', { event: speech.choice('filingEvent', event) }),
    detail: [reference, ...codes.map(({ code, text }) => `${code} ${text}`)].filter(Boolean).join('; '),
  }));
  const entries: TimelineEntry[] = [...steps, ...responses]
    .sort((one, other) => other.at.localeCompare(one.at))
    .map((entry) => ({ ...entry, at: ownTime(entry.at) }));
  return <Timeline entries={entries} label={t('common.timeline')} empty={t('common.historyEmpty')} />;
}
