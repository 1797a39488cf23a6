import type { Bill } from '@contract/bill/bill';
import { customsBoxRow } from '@contract/customs/customsBox';
import { boxStates } from '@contract/warehouse/box';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '../../../api/client';
import { handOver } from '../../../app/drafts';
import { useSpeech } from '../../../app/language';
import type { ColumnChoice } from '../../../resource/columns';
import { RecordList } from '../../../resource/RecordList';
import { useRecordList } from '../../../resource/useRecordList';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { billPath } from '../../shared/bill/billPath';

type CustomsBox = OutputOf<'parcel', 'boxes'>['list'][number];

const FILTERS = ['boxNo', 'boxState', 'clearanceBatch', 'destinationCode'] as const;

/** Boxes of a bill with the number of parcels in each customs state. */
export function CustomsBoxes({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const columns = useMemo(
    (): ColumnChoice<CustomsBox>[] => [
      { name: 'boxNo', width: 190 },
      {
        name: 'boxState',
        width: 110,
        cell: ({ boxState }) => (
          <StateTag tone={toneOf(boxStates, boxState)}>{speech.state('box', boxState)}</StateTag>
        ),
        text: ({ boxState }) => speech.state('box', boxState),
      },
      'totalParcelCount',
      'parcelsClearance',
      'parcelsFree',
      'parcelsHeld',
      'parcelsFailed',
      'parcelsAbnormal',
      'parcelsCompleted',
      { name: 'clearanceBatch', width: 150 },
      { name: 'destinationCode', width: 130 },
      'weight',
    ],
    [speech],
  );
  const list = useRecordList<CustomsBox>({
    group: 'parcel',
    calls: { list: 'parcel.boxes', export: 'parcel.exportBoxes' },
    list: 'customsBox',
    within: 'customsBox-',
    row: customsBoxRow,
    columns,
    filters: FILTERS,
    sorts: ['boxNo'],
    order: 'boxNo',
    narrow: () => ({ billId: [bill.id] }),
  });
  const openParcels = ({ boxNo }: CustomsBox) => {
    const path = billPath(bill.id);
    handOver(path, 'parcel-tab', 'all');
    handOver(path, 'parcel-asked', { boxNo });
    handOver(path, 'part', 'parcels');
  };
  return (
    <RecordList
      of={list}
      label={t('customs.boxes')}
      placeholder={speech.label('boxNo', 'parcel')}
      onOpen={openParcels}
      empty={{ title: t('customs.boxesEmpty'), detail: t('customs.boxesEmptyDetail') }}
      offset={-10}
    />
  );
}
