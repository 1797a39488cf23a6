import { Button, Menu, MenuItem } from '@blueprintjs/core';
import { type FycoRow, fycoRow } from '@contract/customs/fyco';
import { permit } from '@contract/permissions';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import type { ColumnChoice } from '../../../resource/columns';
import { RecordList } from '../../../resource/RecordList';
import type { Rows } from '../../../resource/rows';
import { useRecordList } from '../../../resource/useRecordList';
import { billPath } from '../bill/billPath';
import { BILL_COLUMNS } from './billColumns';
import { FycoDrawer, takesResult } from './FycoDrawer';
import { useParcelActions } from './useParcelActions';

const FILTERS = ['state', 'reason', 'type', 'result', 'trackingNo', 'boxNo', 'noticeAt', 'resultAt'] as const;

interface Props {
  /** Bill to which the list is restricted. */
  readonly bill?: { readonly id: number; readonly landingAirportId: number; readonly open: boolean };
}

/** Inspections as a list, of one bill or over all, with the entry of their results. */
export function FycoTable({ bill }: Props) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const mayEnter = useAllowed(permit('bill.customs.parcels')) && (bill?.open ?? true);
  const [opened, setOpened] = useState<FycoRow | null>(null);
  const columns = useMemo(
    (): ColumnChoice<FycoRow>[] => [
      { name: 'trackingNo', width: 165 },
      ...(bill ? [] : BILL_COLUMNS),
      { name: 'boxNo', width: 150 },
      { name: 'state', width: 120 },
      { name: 'parcelState', width: 120 },
      { name: 'type', width: 140 },
      { name: 'reason', width: 140 },
      { name: 'noticeAt' },
      { name: 'noticeRef', width: 120 },
      { name: 'presentedAt' },
      { name: 'location', width: 130 },
      { name: 'inspectedAt' },
      { name: 'officer', width: 120 },
      { name: 'result', width: 120 },
      { name: 'resultAt' },
      { name: 'remark', width: 200 },
    ],
    [bill],
  );
  const name = bill ? 'fycoOfBill' : 'fyco';
  const list = useRecordList<FycoRow, 'all', Parcel>({
    group: 'fyco',
    list: name,
    within: `${name}-`,
    row: fycoRow,
    columns,
    filters: FILTERS,
    sorts: ['noticeAt', 'resultAt'],
    order: '-noticeAt',
    narrow: () => (bill ? { billId: [bill.id] } : {}),
    choice: { possible: mayEnter, knownOf: parcelOf },
  });
  const { selected, done, known } = list.chosen;
  const { start, titleOf, dialogs } = useParcelActions({
    ...(bill ? { billId: bill.id, landingAirportId: bill.landingAirportId } : {}),
    onDone: done,
  });
  const enter = (row: FycoRow) => {
    const parcel = parcelOf(row);
    if (parcel) start('results', [parcel]);
  };
  return (
    <RecordList
      of={list}
      label={t('customs.fycoTitle')}
      placeholder={t('customs.fycoKeyword')}
      chosenButtons={
        <Button
          intent="primary"
          onClick={() =>
            start(
              'results',
              'ids' in selected ? selected.ids.flatMap((id) => known(id) ?? []) : { inspections: selected },
            )
          }
        >
          {titleOf('results')}
        </Button>
      }
      buttons={
        bill &&
        mayEnter && (
          <>
            <Button onClick={() => start('select', [])}>{titleOf('select')}</Button>
            <Button intent="primary" onClick={() => start('results', [])}>
              {titleOf('results')}
            </Button>
          </>
        )
      }
      onOpen={setOpened}
      actions={(row) => (
        <Menu>
          <MenuItem text={t('common.open')} label="Enter" onClick={() => setOpened(row)} />
          {mayEnter && (
            <MenuItem
              text={titleOf('results')}
              disabled={!takesResult(row)}
              label={takesResult(row) ? '' : speech.state('fyco', row.state)}
              onClick={() => enter(row)}
            />
          )}
          {!bill && <MenuItem text={t('common.openBill')} onClick={() => navigate(billPath(row.billId))} />}
        </Menu>
      )}
      empty={{ title: t('customs.fycoEmpty'), detail: t('customs.fycoEmptyDetail') }}
      offset={20}
    >
      <FycoDrawer
        row={opened && latest(list.rows, opened)}
        onResults={mayEnter ? enter : undefined}
        resultsText={titleOf('results')}
        ofOne={bill !== undefined}
        onClose={() => setOpened(null)}
      />
      {dialogs}
    </RecordList>
  );
}

interface Parcel {
  readonly billId: number;
  readonly trackingNo: string;
}
/** Returns an inspection's parcel; null if the inspection names only the box. */
const parcelOf = ({ billId, trackingNo }: FycoRow): Parcel | null =>
  trackingNo === null ? null : { billId, trackingNo };

/** Returns the current row of the list, which changes with its result; the row as opened if it has left the list. */
function latest(rows: Rows<FycoRow>, opened: FycoRow): FycoRow {
  return rows.there().find(({ id }) => id === opened.id) ?? opened;
}
