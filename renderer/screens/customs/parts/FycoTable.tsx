import { Button, Menu, MenuItem, NonIdealState } from '@blueprintjs/core';
import { type FycoRow, fycoRow } from '@contract/customs/fyco';
import { permit } from '@contract/permissions';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { ChosenBar } from '../../../resource/ChosenBar';
import { columnsOf } from '../../../resource/columns';
import { ExportMenu } from '../../../resource/ExportMenu';
import { FilterBar } from '../../../resource/FilterBar';
import { ListFoot } from '../../../resource/ListFoot';
import { ListMenus } from '../../../resource/ListMenus';
import { NoMatch } from '../../../resource/NoMatch';
import { RecordTable } from '../../../resource/RecordTable';
import type { Rows } from '../../../resource/rows';
import { useChosen } from '../../../resource/useChosen';
import { billPath } from '../../bill/parts/billPath';
import { FycoDrawer, takesResult } from './FycoDrawer';
import { BILL_COLUMNS, useBillRows } from './useBillRows';
import { useParcelActions } from './useParcelActions';

const FILTERS = ['state', 'reason', 'type', 'result', 'trackingNo', 'boxNo', 'noticeAt', 'resultAt'] as const;

interface Props {
  /** The inspections of this bill alone. */
  readonly bill?: { readonly id: number; readonly landingAirportId: number; readonly open: boolean };
}

/** Inspections as a list, of one bill or over all, with the entry of their results. */
export function FycoTable({ bill }: Props) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const mayEnter = useAllowed(permit('bill.customs.parcels')) && (bill?.open ?? true);
  const list = bill ? 'fycoOfBill' : 'fyco';
  const [opened, setOpened] = useState<FycoRow | null>(null);
  const { state, setAsked, filtered, query, rows, sort, onSort } = useBillRows<FycoRow>('fyco', '-noticeAt', {
    list,
    billId: bill?.id,
  });
  const chosen = useChosen(list, rows, query, parcelOf, mayEnter);
  const { selected, done, count, known } = chosen;
  const { ask, titleOf, dialogs } = useParcelActions({
    ...(bill ? { billId: bill.id, landingAirportId: bill.landingAirportId } : {}),
    onDone: done,
  });
  const enter = (row: FycoRow) => {
    const parcel = parcelOf(row);
    if (parcel) ask('results', [parcel]);
  };
  const columns = useMemo(
    () =>
      columnsOf<FycoRow>(
        fycoRow,
        [
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
        { sorts: ['noticeAt', 'resultAt'], label: (field) => speech.label(field, 'fyco') },
      ),
    [speech, bill],
  );
  return (
    <section className="fc-list">
      <FilterBar
        schema={fycoRow}
        filters={FILTERS}
        resource="fyco"
        asked={state.kept}
        onAsk={setAsked}
        placeholder={t('customs.fycoKeyword')}
        chosen={
          count > 0 && (
            <ChosenBar chosen={chosen}>
              <Button
                intent="primary"
                onClick={() =>
                  ask(
                    'results',
                    'ids' in selected
                      ? selected.ids.flatMap((id) => known(id) ?? [])
                      : { inspections: selected },
                  )
                }
              >
                {titleOf('results')}
              </Button>
            </ChosenBar>
          )
        }
      >
        <ListMenus state={state} columns={columns} />
        <ExportMenu
          rows={rows}
          name={t('customs.fycoTitle')}
          call="fyco.export"
          within="query"
          query={query}
          list={list}
          columns={columns}
        />
        {bill && mayEnter && (
          <>
            <Button onClick={() => ask('select', [])}>{titleOf('select')}</Button>
            <Button intent="primary" onClick={() => ask('results', [])}>
              {titleOf('results')}
            </Button>
          </>
        )}
      </FilterBar>
      <RecordTable
        list={list}
        label={t('customs.fycoTitle')}
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={onSort}
        {...chosen.table}
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
            {!bill && (
              <MenuItem text={t('customs.openBill')} onClick={() => navigate(billPath(row.billId))} />
            )}
          </Menu>
        )}
        empty={
          filtered ? (
            <NoMatch onClear={() => setAsked({})} />
          ) : (
            <NonIdealState title={t('customs.fycoEmpty')} description={t('customs.fycoEmptyDetail')} />
          )
        }
        offset={20}
      />
      <ListFoot rows={rows} chosen={count} />
      <FycoDrawer
        row={opened && latest(rows, opened)}
        onResults={mayEnter ? enter : undefined}
        resultsText={titleOf('results')}
        ofOne={bill !== undefined}
        onClose={() => setOpened(null)}
      />
      {dialogs}
    </section>
  );
}

/** An inspection's parcel; null where it is not known of which parcel of its box it is. */
const parcelOf = ({ billId, trackingNo }: FycoRow) => (trackingNo === null ? null : { billId, trackingNo });

/** The row as the list has it now, which changes with its result; as it was opened when it has left the list. */
function latest(rows: Rows<FycoRow>, opened: FycoRow): FycoRow {
  return rows.there().find(({ id }) => id === opened.id) ?? opened;
}
