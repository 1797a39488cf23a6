import { Button, NonIdealState } from '@blueprintjs/core';
import { type CmrView, cmrFilters, cmrRow, cmrSorts, cmrStates, cmrTotals } from '@contract/linehaul/cmr';
import { permit } from '@contract/permissions';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { read } from '../../api/queries';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { useSaveFile } from '../../app/useSaveFile';
import { ChosenBar } from '../../resource/ChosenBar';
import { columnsOf } from '../../resource/columns';
import { ExportMenu } from '../../resource/ExportMenu';
import { FilterBar } from '../../resource/FilterBar';
import { ListFoot } from '../../resource/ListFoot';
import { ListMenus } from '../../resource/ListMenus';
import { NoMatch } from '../../resource/NoMatch';
import { RecordTable } from '../../resource/RecordTable';
import { useRows } from '../../resource/rows';
import { SumFoot } from '../../resource/SumFoot';
import { useChosen } from '../../resource/useChosen';
import { useListState } from '../../resource/useListState';
import { AddButton } from '../../ui/AddButton';
import { StateTag, toneOf } from '../../ui/StateTag';

const pathOf = ({ id }: CmrView) => `/config/cmr/detail/${id}`;

/** Consignment notes of all trucks. */
export default function CmrList() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const mayAdd = useAllowed(permit('bill.cmr.edit'));
  const state = useListState('cmr', '-createdAt');
  const { asked, setAsked, sort, setSort } = state;
  const saveFile = useSaveFile('showInFolder');
  const columns = useMemo(
    () =>
      columnsOf<CmrView>(
        cmrRow,
        [
          { name: 'cmrNo', width: 160 },
          {
            name: 'state',
            width: 110,
            cell: ({ state }) => (
              <StateTag tone={toneOf(cmrStates, state)}>{speech.state('cmr', state)}</StateTag>
            ),
            text: ({ state }) => speech.state('cmr', state),
          },
          { name: 'fromWarehouseId', width: 120 },
          { name: 'toDestinationId', width: 120 },
          { name: 'carrierCompanyId', width: 120 },
          { name: 'plateNo', width: 110 },
          { name: 'trailerNo', width: 110 },
          { name: 'vehicleType', width: 120 },
          { name: 'totalPallets', width: 80 },
          { name: 'totalBoxes', width: 80 },
          { name: 'totalParcels', width: 90 },
          { name: 'totalWeight', width: 110 },
          'loadedAt',
          'departedAt',
          'arrivedAt',
          'podAt',
          { name: 'podBoxCount', width: 90 },
          { name: 'driverName', hidden: true },
          { name: 'reservations', hidden: true },
          { name: 'remark', hidden: true },
        ],
        { sorts: cmrSorts, label: (field) => speech.label(field, 'cmr') },
      ),
    [speech],
  );
  const query = { ...asked, ...(sort ? { sort } : {}) };
  const rows = useRows<CmrView>((page, pageSize) => ({
    ...read('cmr', 'list', { query: { ...query, page, pageSize } }),
  }));
  const chosen = useChosen('cmr', rows, query, () => null, true);
  const { selected, count } = chosen;
  const add = mayAdd && <AddButton onAdd={() => navigate('/config/cmr/add')}>{t('cmr.add')}</AddButton>;
  return (
    <section className="fc-list">
      <FilterBar
        schema={cmrRow}
        filters={cmrFilters}
        resource="cmr"
        asked={state.kept}
        onAsk={setAsked}
        placeholder={t('cmr.keyword')}
        chosen={
          count > 0 && (
            <ChosenBar chosen={chosen}>
              <Button
                intent="primary"
                onClick={() =>
                  void saveFile({ call: 'cmr.zip', input: { body: selected }, name: `${t('cmr.list')}.zip` })
                }
              >
                {t('cmr.zip', { count })}
              </Button>
            </ChosenBar>
          )
        }
      >
        <ListMenus state={state} columns={columns} />
        <ExportMenu
          rows={rows}
          name={t('cmr.list')}
          call="cmr.export"
          within="query"
          query={query}
          list="cmr"
          columns={columns}
        />
        {add}
      </FilterBar>
      <RecordTable
        list="cmr"
        label={t('cmr.list')}
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={(to) => setSort(to || '-createdAt')}
        {...chosen.table}
        pathOf={pathOf}
        empty={
          Object.keys(asked).length > 0 ? (
            <NoMatch onClear={() => setAsked({})} />
          ) : (
            <NonIdealState
              title={t('cmr.none')}
              description={t('cmr.noneDetail')}
              {...(add ? { action: add } : {})}
            />
          )
        }
      />
      <ListFoot rows={rows} chosen={count}>
        <SumFoot totals={cmrTotals} resource="cmr" query={read('cmr', 'totals', { query: asked as never })} />
      </ListFoot>
    </section>
  );
}
