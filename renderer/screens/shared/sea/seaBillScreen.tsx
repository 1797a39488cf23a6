import { refusalOf } from '@contract/machine';
import {
  type SeaBill,
  seaBill,
  seaBillMachine,
  seaBillStateNames,
  seaBillStates,
  seaBillTotals,
} from '@contract/sea/seaBill';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../../api/answers';
import { read } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import type { FilterParts } from '../../../kinds/kind';
import { useLookups } from '../../../kinds/lookups';
import type { PlainScreen } from '../../../resource/ListScreen';
import type { FormInside } from '../../../resource/RecordForm';
import type { ListQuery } from '../../../resource/refined';
import { SumFoot } from '../../../resource/SumFoot';
import { timeRules } from '../transport/airScreen';
import { NextDue } from './deadlines';
import { Legend, stateEntries } from './Legend';

/** Legend of the states, with the number of bills in each; each entry filters the list. */
function SeaBillLegend({ query, onChange }: { query: ListQuery; onChange: (changed: FilterParts) => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { state, ...rest } = query;
  const counts = useAnswer(read('seaBill', 'count', { query: rest }));
  const data = counts.data ?? counts.former;
  return (
    <Legend
      label={t('sea.legend')}
      counts={counts}
      entries={stateEntries(seaBillStates, {
        names: seaBillStateNames,
        word: (one) => speech.state('seaBill', one),
        counts: data,
        selected: state,
        select: (states) => onChange({ state: states }),
      })}
    />
  );
}

/** Totals of the matching sea bills. */
const SeaBillFoot = ({ query }: { query: ListQuery }) => (
  <SumFoot totals={seaBillTotals} resource="seaBill" query={read('seaBill', 'totals', { query })} />
);

export const SEA_BILLS = '/sea/bill';
export const seaBillPath = (id: number) => `/sea/bill/detail/${id}`;

/** Fields that a sea bill takes over from its voyage. */
const OF_VOYAGE = [
  'carrierScac',
  'vesselName',
  'imoNo',
  'voyageNo',
  'polCode',
  'podCode',
  'etd',
  'eta',
] as const;

/** Fills in ship, ports and times when another voyage is selected. */
function FromVoyage({ form }: { form: FormInside }) {
  const { rows } = useLookups(useMemo(() => ['seaTransport'] as const, []));
  const { seaTransportId } = form.values;
  const taken = useRef(seaTransportId);
  const voyage = rows('seaTransport').find(({ id }) => id === seaTransportId);
  const { set } = form;
  useEffect(() => {
    if (!voyage || taken.current === voyage.id) return;
    taken.current = voyage.id;
    for (const name of OF_VOYAGE) set(name, voyage[name] ?? null);
  }, [voyage, set]);
  return null;
}

function useHints() {
  const { t } = useTranslation();
  return () => ({
    hblNo: t('sea.hintHbl'),
    seaTransportId: t('sea.hintVoyage'),
    loadingAt: t('sea.hintLoading'),
    lastFreeDay: t('sea.hintLastFreeDay'),
  });
}

/** Bills by sea: their list, and the form of one. */
export const seaBillScreen: PlainScreen<SeaBill> = {
  group: 'seaBill',
  menu: 'sea.bill',
  resource: seaBill,
  columns: [
    { name: 'mblNo', width: 150 },
    { name: 'hblNo', width: 130 },
    { name: 'state', width: 110 },
    {
      name: 'dueAt',
      width: 320,
      cell: (row) => <NextDue bill={row} />,
    },
    'customerId',
    { name: 'vesselName', width: 140 },
    { name: 'voyageNo', width: 100 },
    { name: 'polCode', width: 90 },
    { name: 'podCode', width: 90 },
    { name: 'loadingAt', hidden: true },
    'etd',
    'eta',
    'ata',
    { name: 'lastFreeDay', width: 110 },
    { name: 'containerNos', width: 180 },
    { name: 'loadType', width: 90, hidden: true },
    { name: 'packages', width: 90 },
    { name: 'grossWeight', width: 110 },
    { name: 'volume', width: 100 },
    { name: 'atd', hidden: true },
    { name: 'carrierScac', hidden: true },
    { name: 'deliveryCode', hidden: true },
    { name: 'goodsEn', hidden: true },
    { name: 'seaTransportId', hidden: true },
    { name: 'warehouseId', hidden: true },
    { name: 'cancelReason', hidden: true },
    { name: 'remark', hidden: true },
    { name: 'createdAt', hidden: true },
  ],
  form: [
    { title: 'common.bill', fields: ['mblNo', 'hblNo', 'customerId', 'loadType', 'incoterm'] },
    { title: 'common.voyage', fields: ['seaTransportId', ...OF_VOYAGE, 'loadingAt'] },
    { title: 'sea.groupGoods', fields: ['packages', 'grossWeight', 'volume', 'goodsEn', 'goodsCn'] },
    { title: 'transport.containers', fields: ['containers'] },
    {
      title: 'common.delivery',
      fields: ['deliveryCode', 'destinationId', 'warehouseId', 'lastFreeDay'],
    },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  width: 720,
  addText: 'sea.addBill',
  open: (row) => seaBillPath(row.id),
  above: SeaBillLegend,
  foot: SeaBillFoot,
  fixed: (row) => refusalOf(seaBillMachine, 'update', row),
  rules: timeRules,
  useHints,
  more: FromVoyage,
  nameOf: (row) => String(row.mblNo),
};
