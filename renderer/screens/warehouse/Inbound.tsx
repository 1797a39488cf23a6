import '../shared/warehouse/warehouse.css';
import { Menu, MenuItem } from '@blueprintjs/core';
import { permit } from '@contract/permissions';
import { type InboundLeg, inboundLegRow } from '@contract/warehouse/pick';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useKept } from '../../app/drafts';
import { useGo } from '../../app/go';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { date } from '../../kinds/date';
import type { ColumnChoice } from '../../resource/columns';
import { RecordList } from '../../resource/RecordList';
import { useRecordList } from '../../resource/useRecordList';
import { billPath } from '../shared/bill/billPath';
import { Progress } from '../shared/warehouse/Progress';

const SORTS = [
  'billNo',
  'pickNo',
  'pickupFinishAt',
  'inboundStartAt',
  'inboundFinishAt',
  'pickupBoxes',
] as const;

const FILTERS = ['legState', 'warehouseId', 'customerId', 'photoRequired', 'plateNo'] as const;

/** Today's trucks to the warehouse, with the progress of counting. */
export default function Inbound() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const go = useGo();
  const mayScan = useAllowed(permit('bill.warehouse.edit'), 'box.progress', 'box.scan');
  const [day, setDay] = useKept('day', '');
  /** Typed text, possibly no day yet. */
  const [typed, setTyped] = useState<unknown>(day || null);
  const columns = useMemo(
    (): ColumnChoice<InboundLeg>[] => [
      { name: 'billNo', width: 140 },
      { name: 'batchNo', width: 130 },
      { name: 'legState', width: 110 },
      {
        name: 'progress',
        label: t('warehouse.progress'),
        fields: ['inboundBoxes', 'pickupBoxes'],
        width: 150,
        text: ({ inboundBoxes, pickupBoxes }) => `${inboundBoxes} / ${pickupBoxes}`,
        cell: ({ inboundBoxes, pickupBoxes }) => (
          <div className="fc-inline-progress">
            <span>
              {inboundBoxes} / {pickupBoxes}
            </span>
            <Progress done={inboundBoxes} expected={pickupBoxes} />
          </div>
        ),
      },
      { name: 'missingBoxes', width: 110 },
      { name: 'surplusBoxes', width: 110 },
      'customerId',
      'warehouseId',
      'photoRequired',
      { name: 'plateNo', width: 110 },
      { name: 'pickNo', width: 140 },
      'pickupFinishAt',
      'inboundStartAt',
      'inboundFinishAt',
      'stage',
      { name: 'kind', hidden: true },
    ],
    [t],
  );
  const list = useRecordList<InboundLeg>({
    group: 'inboundBatch',
    words: 'pick',
    row: inboundLegRow,
    columns,
    filters: FILTERS,
    sorts: SORTS,
    order: '-pickupFinishAt',
    narrow: () => (day ? { date: day } : {}),
  });
  const scan = ({ billId }: InboundLeg) => `/warehouse/scan?bill=${billId}&leg=inbound`;
  return (
    <RecordList
      of={list}
      label={speech.words.menu['bill.warehouse']}
      before={
        <div className="fc-inbound-day">
          <label htmlFor="inbound-day">{t('warehouse.day')}</label>
          <date.Input
            id="inbound-day"
            name="day"
            meta={{ kind: 'date' }}
            value={typed}
            onChange={(value) => {
              setTyped(value);
              if (value === null || value === '') setDay('');
              else if (/^\d{4}-\d\d-\d\d$/.test(String(value))) setDay(String(value));
            }}
            onBlur={() => undefined}
            invalid={false}
            disabled={false}
            required={false}
            row={{}}
          />
        </div>
      }
      onOpen={(row, behind) => {
        const scans = mayScan && row.legState !== 'finished';
        go(scans ? scan(row) : billPath(row.billId, 'trips'), behind);
      }}
      actions={(row) => (
        <Menu>
          {mayScan && row.legState !== 'finished' && (
            <MenuItem text={t('warehouse.scanInbound')} onClick={() => navigate(scan(row))} />
          )}
          <MenuItem text={t('warehouse.openBill')} onClick={() => navigate(billPath(row.billId, 'trips'))} />
        </Menu>
      )}
      narrowed={day !== ''}
      onClear={() => {
        setDay('');
        setTyped(null);
      }}
      empty={{ title: t('warehouse.inboundEmpty'), detail: t('warehouse.inboundEmptyDetail') }}
    />
  );
}
