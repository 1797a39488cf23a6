import { NonIdealState } from '@blueprintjs/core';
import type { Bill } from '@contract/bill/bill';
import { customsBoxRow } from '@contract/customs/parcel';
import { boxStates } from '@contract/warehouse/box';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '../../../api/client';
import { read } from '../../../api/queries';
import { handOver } from '../../../app/drafts';
import { useSpeech } from '../../../app/language';
import { columnsOf } from '../../../resource/columns';
import { FilterBar } from '../../../resource/FilterBar';
import { ListFoot } from '../../../resource/ListFoot';
import { ListMenus } from '../../../resource/ListMenus';
import { NoMatch } from '../../../resource/NoMatch';
import { RecordTable } from '../../../resource/RecordTable';
import { useRows } from '../../../resource/rows';
import { useListState } from '../../../resource/useListState';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { billPath } from './billPath';

type CustomsBox = OutputOf<'parcel', 'boxes'>['list'][number];

const FILTERS = ['boxNo', 'boxState', 'clearanceBatch', 'destinationCode'] as const;

/** The boxes of a bill as customs sees them: how many parcels of each are in which state. */
export function CustomsBoxes({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const state = useListState('customsBox', 'boxNo', { within: 'customsBox-' });
  const { asked, setAsked, sort, setSort } = state;
  const columns = useMemo(
    () =>
      columnsOf<CustomsBox>(
        customsBoxRow,
        [
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
        { sorts: ['boxNo'], label: (field) => speech.label(field, 'parcel') },
      ),
    [speech],
  );
  const rows = useRows<CustomsBox>((page, pageSize) => ({
    ...read('parcel', 'boxes', {
      query: { ...asked, billId: [bill.id], sort: sort || 'boxNo', page, pageSize } as never,
    }),
  }));
  const openParcels = ({ boxNo }: CustomsBox) => {
    const path = billPath(bill.id);
    handOver(path, 'parcel-tab', 'all');
    handOver(path, 'parcel-asked', { boxNo });
    handOver(path, 'part', 'parcels');
  };
  return (
    <section className="fc-list">
      <FilterBar
        schema={customsBoxRow}
        filters={FILTERS}
        resource="parcel"
        asked={state.kept}
        onAsk={setAsked}
        placeholder={speech.label('boxNo', 'parcel')}
      >
        <ListMenus state={state} columns={columns} />
      </FilterBar>
      <RecordTable
        list="customsBox"
        label={t('customs.boxes')}
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={(to) => setSort(to || 'boxNo')}
        onOpen={openParcels}
        empty={
          Object.keys(asked).length > 0 ? (
            <NoMatch onClear={() => setAsked({})} />
          ) : (
            <NonIdealState title={t('customs.boxesEmpty')} description={t('customs.boxesEmptyDetail')} />
          )
        }
        offset={-10}
      />
      <ListFoot rows={rows} chosen={0} />
    </section>
  );
}
