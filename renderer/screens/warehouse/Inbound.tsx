import './warehouse.css';
import { Menu, MenuItem, NonIdealState } from '@blueprintjs/core';
import { permit } from '@contract/permissions';
import { type InboundLeg, inboundLegRow } from '@contract/warehouse/pick';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { keepRows, read } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { useGo } from '../../app/go';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { date } from '../../kinds/date';
import { columnsOf } from '../../resource/columns';
import { FilterBar } from '../../resource/FilterBar';
import { ListFoot } from '../../resource/ListFoot';
import { ListMenus } from '../../resource/ListMenus';
import { NoMatch } from '../../resource/NoMatch';
import { RecordTable } from '../../resource/RecordTable';
import { useRows } from '../../resource/rows';
import { useListState } from '../../resource/useListState';
import { billPath } from '../bill/parts/billPath';
import { Progress } from './parts/Progress';

const SORTS = [
  'billNo',
  'pickNo',
  'pickupFinishAt',
  'inboundStartAt',
  'inboundFinishAt',
  'pickupBoxes',
] as const;

/** What trucks bring to the warehouse today, and how far the counting has come. */
export default function Inbound() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const go = useGo();
  const mayScan = useAllowed(permit('bill.warehouse.edit'), 'box.progress', 'box.scan');
  const state = useListState('inboundBatch', '-pickupFinishAt');
  const { asked, setAsked, sort, setSort } = state;
  const [day, setDay] = useKept('day', '');
  /** As it is typed: not yet a day, perhaps. */
  const [typed, setTyped] = useState<unknown>(day || null);
  const columns = useMemo(
    () =>
      columnsOf<InboundLeg>(
        inboundLegRow,
        [
          { name: 'billNo', width: 140 },
          { name: 'batchNo', width: 130 },
          { name: 'legState', width: 110 },
          {
            name: 'progress',
            label: t('warehouse.progress'),
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
        { sorts: SORTS, label: (field) => speech.label(field, 'pick') },
      ),
    [speech, t],
  );
  const rows = useRows<InboundLeg>((page, pageSize) => ({
    ...read('inboundBatch', 'list', {
      query: { ...asked, ...(day ? { date: day } : {}), sort: sort || '-pickupFinishAt', page, pageSize },
    }),
    ...keepRows,
  }));
  const scan = ({ billId }: InboundLeg) => `/warehouse/scan?bill=${billId}&leg=inbound`;
  const filtered = Object.keys(asked).length > 0 || day !== '';
  return (
    <section className="fc-list">
      <FilterBar
        schema={inboundLegRow}
        filters={['legState', 'warehouseId', 'customerId', 'photoRequired', 'plateNo']}
        resource="pick"
        asked={state.kept}
        onAsk={setAsked}
        chosen={null}
      >
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
        <ListMenus state={state} columns={columns} />
      </FilterBar>
      <RecordTable
        list="inboundBatch"
        label={speech.words.menu['bill.warehouse']}
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={setSort}
        onOpen={(row, behind) => {
          const scans = mayScan && row.legState !== 'finished';
          go(scans ? scan(row) : billPath(row.billId, 'trips'), behind);
        }}
        actions={(row) => (
          <Menu>
            {mayScan && row.legState !== 'finished' && (
              <MenuItem text={t('warehouse.scanInbound')} onClick={() => navigate(scan(row))} />
            )}
            <MenuItem
              text={t('warehouse.openBill')}
              onClick={() => navigate(billPath(row.billId, 'trips'))}
            />
          </Menu>
        )}
        empty={
          filtered ? (
            <NoMatch
              onClear={() => {
                setAsked({});
                setDay('');
                setTyped(null);
              }}
            />
          ) : (
            <NonIdealState
              title={t('warehouse.inboundEmpty')}
              description={t('warehouse.inboundEmptyDetail')}
            />
          )
        }
      />
      <ListFoot total={rows.total} capped={rows.totalCapped} chosen={0} />
    </section>
  );
}
