import { permit } from '@contract/permissions';
import { type SeaEntry, seaEntry } from '@contract/sea/seaEntry';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '../../../api/client';
import { useSpeech } from '../../../app/language';
import { requireCalls } from '../../../app/offered';
import { ownTime } from '../../../app/zone';
import type { DetailPart } from '../../../resource/DetailScreen';
import { Timeline } from '../../../resource/Timeline';
import { useLogPart } from '../../shared/config/useLogPart';
import { EntryFacts, EntryGroups } from './EntryFacts';
import { Exchanges } from './Exchanges';
import { FiledDifference } from './FiledDifference';
import { useFilesPart } from './filesPart';

/** Fields compared with the filed version. */
const FILED = seaEntry.draft.filter((name) => name !== 'remark');
/** States in which it can still be edited, and so differ from the filed version. */
const OPEN: ReadonlySet<SeaEntry['state']> = new Set(['draft', 'pending_approval', 'approved', 'rejected']);

/** Parts of an entry's screen; `status` is undefined until loaded. */
export function useEntryParts(
  entry: SeaEntry,
  status: OutputOf<'seaEntry', 'status'> | undefined,
): readonly DetailPart[] {
  const { t } = useTranslation();
  const speech = useSpeech();
  const files = useFilesPart('entry', entry);
  const log = useLogPart('seaEntry', entry.id);
  const open = OPEN.has(entry.state);
  return [
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
              ['sea.duty', ['totalValue', 'dutyTotal', 'mpf', 'hmf', 'otherFees', 'grandTotal', 'duties']],
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
      requiredCalls: requireCalls('filing.list'),
      title: t('sea.exchanges'),
      count: status?.filings.length,
      panel: <Exchanges filings={status?.filings ?? []} right={permit('sea.entry.file')} group="seaEntry" />,
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
                now={entry}
                fields={FILED}
              />
            ),
          },
        ]
      : []),
    files,
    log,
  ];
}
