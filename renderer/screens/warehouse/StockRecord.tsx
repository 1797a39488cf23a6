import '../shared/warehouse/warehouse.css';
import { FormGroup, HTMLSelect, HTMLTable, Menu, MenuItem, NonIdealState } from '@blueprintjs/core';
import { billName } from '@contract/bill/billName';
import { metaOf } from '@contract/fields';
import { dayAt } from '@contract/rules/zonedTime';
import {
  type StockRecordRow,
  type StockWarehouse,
  stockMove,
  stockRecordFilters,
  stockRecordRow,
  stockRecordSorts,
  stockRecordTotals,
} from '@contract/warehouse/stock';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { read } from '../../api/queries';
import { usePart } from '../../api/unshownFailures';
import { useKept } from '../../app/drafts';
import { useSpeech } from '../../app/language';
import { fieldText } from '../../kinds';
import { date } from '../../kinds/date';
import { useLookups } from '../../kinds/lookups';
import { PlaceTime } from '../../kinds/PlaceTime';
import { NotLoaded } from '../../resource/Answered';
import type { ColumnChoice } from '../../resource/columns';
import { RecordList } from '../../resource/RecordList';
import { SumFoot } from '../../resource/SumFoot';
import { useRecordList } from '../../resource/useRecordList';
import { Skeleton } from '../../ui/Loading';
import { SidePanel } from '../../ui/SidePanel';
import { billPath } from '../shared/bill/billPath';

/** The bonded stock record: opening, in, out and closing of a period, by bill and customs document. */
export default function StockRecord() {
  const { t } = useTranslation();
  const { data, error, retry } = usePart(read('stock', 'warehouses'));
  if (error && !data) return <NotLoaded error={error} onRetry={retry} />;
  if (!data) return <Skeleton lines={6} />;
  const [first] = data;
  if (!first) return <NonIdealState title={t('stock.noWarehouse')} />;
  return <Record warehouses={data} first={first} />;
}

/** A period that is chosen, on the clock of the warehouse; this month by default. */
interface Span {
  readonly warehouseId: number;
  readonly from: string;
  readonly to: string;
}

function Record({ warehouses, first }: { warehouses: readonly StockWarehouse[]; first: StockWarehouse }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [chosen, setChosen] = useKept('warehouse', first.id);
  const warehouse = warehouses.find(({ id }) => id === chosen) ?? first;
  const today = dayAt(Date.now(), warehouse.timeZone);
  const [from, setFrom] = useKept('from', `${today.slice(0, 8)}01`);
  const [to, setTo] = useKept('to', today);
  const span: Span = { warehouseId: warehouse.id, from, to: to < from ? from : to };
  const [shown, setShown] = useState<StockRecordRow | null>(null);
  const list = useRecordList<StockRecordRow>({
    group: 'stockRecord',
    row: stockRecordRow,
    columns: COLUMNS,
    filters: stockRecordFilters,
    sorts: stockRecordSorts,
    order: 'billNo',
    narrow: () => ({ ...span }),
  });
  return (
    <RecordList
      of={list}
      label={t('stock.record')}
      placeholder={t('stock.recordKeyword')}
      above={
        <SpanFields
          warehouses={warehouses}
          span={span}
          onWarehouse={setChosen}
          onFrom={setFrom}
          onTo={setTo}
        />
      }
      onOpen={setShown}
      actions={(row) => (
        <Menu>
          <MenuItem text={t('stock.moves')} onClick={() => setShown(row)} />
          <MenuItem
            text={t('warehouse.openBill')}
            onClick={() => navigate(billPath(row.billId, 'custody'))}
          />
        </Menu>
      )}
      empty={{ title: t('stock.recordNone'), detail: t('stock.recordNoneDetail') }}
      foot={
        <SumFoot
          totals={stockRecordTotals}
          resource="stockRecord"
          query={read('stockRecord', 'totals', { query: { ...list.filter, ...span } })}
        />
      }
    >
      <SidePanel
        isOpen={shown !== null}
        width={720}
        title={shown ? billName(shown) : ''}
        onClose={() => setShown(null)}
      >
        {shown && <Moves of={shown} span={span} />}
      </SidePanel>
    </RecordList>
  );
}

const COLUMNS: readonly ColumnChoice<StockRecordRow>[] = [
  { name: 'billNo', width: 140 },
  { name: 'batchNo', width: 120 },
  { name: 'customerId', width: 110 },
  { name: 'clearanceBatch', width: 140 },
  { name: 'mrn', width: 170 },
  { name: 't1Mrn', width: 170 },
  { name: 'openingBoxes', width: 120 },
  { name: 'boxesIn', width: 90 },
  { name: 'boxesOut', width: 90 },
  { name: 'closingBoxes', width: 120 },
  { name: 'openingParcels', width: 130 },
  { name: 'parcelsIn', width: 100 },
  { name: 'parcelsOut', width: 100 },
  { name: 'closingParcels', width: 130 },
  { name: 'openingWeight', width: 130 },
  { name: 'weightIn', width: 110 },
  { name: 'weightOut', width: 110 },
  { name: 'closingWeight', width: 130 },
];

/** Choice of the warehouse and of the first and last day. */
function SpanFields(props: {
  readonly warehouses: readonly StockWarehouse[];
  readonly span: Span;
  readonly onWarehouse: (id: number) => void;
  readonly onFrom: (day: string) => void;
  readonly onTo: (day: string) => void;
}) {
  const speech = useSpeech();
  const id = useId();
  const { warehouses, span } = props;
  return (
    <div className="fc-list-head">
      {warehouses.length > 1 && (
        <FormGroup inline label={speech.label('warehouseId')} labelFor={id}>
          <HTMLSelect
            id={id}
            value={span.warehouseId}
            onChange={(event) => props.onWarehouse(Number(event.currentTarget.value))}
          >
            {warehouses.map((one) => (
              <option key={one.id} value={one.id}>
                {one.code} · {speech.name(one)}
              </option>
            ))}
          </HTMLSelect>
        </FormGroup>
      )}
      <Day name="from" value={span.from} onChange={props.onFrom} />
      <Day name="to" value={span.to} onChange={props.onTo} />
    </div>
  );
}

function Day(props: {
  readonly name: 'from' | 'to';
  readonly value: string;
  readonly onChange: (day: string) => void;
}) {
  const speech = useSpeech();
  const id = useId();
  /** Typed text, possibly no day yet. */
  const [typed, setTyped] = useState<unknown>(props.value);
  return (
    <div className="fc-inbound-day">
      <label htmlFor={id}>{speech.label(props.name)}</label>
      <date.Input
        id={id}
        name={props.name}
        meta={{ kind: 'date' }}
        value={typed}
        onChange={(value) => {
          setTyped(value);
          if (/^\d{4}-\d\d-\d\d$/.test(String(value))) props.onChange(String(value));
        }}
        onBlur={() => setTyped(props.value)}
        invalid={false}
        disabled={false}
        required={false}
        row={{}}
      />
    </div>
  );
}

const PLACES = ['warehouse', 'staff'] as const;
const SHOWN = ['way', 'boxes', 'parcels', 'weight', 'proof', 'proofText', 'recordedBy'] as const;

/** The moves behind the numbers of a line, each with its proof. */
function Moves({ of: row, span }: { of: StockRecordRow; span: Span }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const lookups = useLookups(PLACES);
  const { data, error, retry } = usePart(
    read('stockRecord', 'moves', {
      query: { ...span, billId: row.billId, ...(row.batchId === null ? {} : { batchId: row.batchId }) },
    }),
  );
  if (error && !data) return <NotLoaded error={error} onRetry={retry} />;
  if (!data) return <Skeleton lines={4} />;
  if (data.moves.length === 0) return <p className="fc-muted">{t('stock.movesNone')}</p>;
  return (
    <HTMLTable compact striped>
      <thead>
        <tr>
          <th>{speech.label('at')}</th>
          <th>{speech.label('place')}</th>
          {SHOWN.map((name) => (
            <th key={name}>{speech.label(name, 'stockRecord')}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.moves.map((move) => (
          <tr key={move.id}>
            <td>
              <PlaceTime
                at={move.at}
                zone="warehouse"
                row={{ warehouseId: row.warehouseId }}
                lookups={lookups}
              />
            </td>
            <td>
              {[move.place && speech.state('place', move.place), move.placeName].filter(Boolean).join(' · ')}
            </td>
            {SHOWN.map((name) => (
              <td key={name}>
                {fieldText(name, metaOf(stockMove.shape[name]), { speech, lookups, row: move })}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </HTMLTable>
  );
}
