import { usePart } from '../../api/unshownFailures';
import { NotLoaded } from '../../resource/Answered';
import '../../resource/outgoing.css';
import { Tag } from '@blueprintjs/core';
import { billName } from '@contract/bill/billName';
import { type ThirdPartyLine, thirdPartyRow } from '@contract/partners/thirdParty';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { read } from '../../api/queries';
import { useSpeech } from '../../app/language';
import { ownTime } from '../../app/zone';
import { useLookups } from '../../kinds/lookups';
import type { ColumnChoice } from '../../resource/columns';
import { RecordList } from '../../resource/RecordList';
import { useRecordList } from '../../resource/useRecordList';
import { Skeleton } from '../../ui/Loading';
import { SidePanel } from '../../ui/SidePanel';
import { StateTag } from '../../ui/StateTag';
import { billPath } from '../shared/bill/billPath';
import { Wire } from '../shared/bill/Wire';

const FILTERS = ['result', 'customerId', 'partner', 'billNo', 'batchNo', 'at'] as const;
const TONE = { created: 'good', duplicate: 'neutral', refused: 'warning', failed: 'bad' } as const;

const CUSTOMERS = ['customer'] as const;

/** Log of the requests of partners' systems, with the responses. */
export default function ThirdPartLog() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [opened, setOpened] = useState<number | null>(null);
  const lookups = useLookups(CUSTOMERS);
  const columns = useMemo((): ColumnChoice<ThirdPartyLine>[] => {
    // The log stores the customer's English name, as for its key; show it in the user's language.
    const whose = ({ customerId, partner }: ThirdPartyLine) => {
      const customer = customerId === null ? undefined : lookups.find('customer', customerId);
      return customer && customer.nameEn === partner ? speech.name(customer) : partner;
    };
    return [
      { name: 'at', width: 140 },
      {
        name: 'result',
        width: 140,
        cell: (row) => (
          <StateTag tone={TONE[row.result]}>{speech.choice('partnerResult', row.result)}</StateTag>
        ),
      },
      { name: 'partner', width: 190, cell: whose, text: whose },
      { name: 'billNo', width: 130 },
      { name: 'batchNo', width: 110 },
      { name: 'responseStatus', width: 100 },
      { name: 'durationMs', width: 110 },
      { name: 'endpoint', width: 260 },
      { name: 'ip', width: 120 },
      { name: 'customerId', hidden: true },
    ];
  }, [speech, lookups]);
  const list = useRecordList<ThirdPartyLine>({
    group: 'thirdParty',
    row: thirdPartyRow,
    columns,
    filters: FILTERS,
    sorts: ['at'],
    order: '-at',
  });
  return (
    <RecordList
      of={list}
      label={speech.words.menu['bill.thirdPart']}
      onOpen={({ id }) => setOpened(id)}
      empty={{ title: t('bill.partnerEmpty'), detail: t('bill.partnerEmptyDetail') }}
    >
      <SidePanel
        isOpen={opened !== null}
        width={620}
        title={speech.words.menu['bill.thirdPart']}
        onClose={() => setOpened(null)}
      >
        {opened !== null && <OneCall id={opened} />}
      </SidePanel>
    </RecordList>
  );
}

function OneCall({ id }: { id: number }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { data, error, retry } = usePart(read('thirdParty', 'get', { params: { id } }));
  if (error && !data) return <NotLoaded error={error} onRetry={retry} />;
  if (!data) return <Skeleton lines={8} />;
  const number = billName(data);
  return (
    <div className="fc-wire-detail">
      <header>
        <h3>{data.partner}</h3>
        <StateTag tone={TONE[data.result]}>{speech.choice('partnerResult', data.result)}</StateTag>
        <Tag minimal>{data.responseStatus}</Tag>
      </header>
      <p>
        {data.billId === null ? number : <Link to={billPath(data.billId)}>{number}</Link>}
        <br />
        <span className="fc-muted">
          {ownTime(data.at)} · {data.endpoint}
          {data.durationMs === null ? '' : ` · ${t('bill.pushMs', { ms: data.durationMs })}`}
        </span>
      </p>
      <h4>{t('common.request')}</h4>
      <Wire text={data.requestBody} />
      <h4>{t('bill.response')}</h4>
      <Wire text={data.responseBody} />
    </div>
  );
}
