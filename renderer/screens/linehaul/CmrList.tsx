import { Button, NonIdealState } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { type CmrView, cmrFilters, cmrRow, cmrSorts, cmrStates } from '@contract/linehaul/cmr';
import { permit } from '@contract/permissions';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { keepRows, read } from '../../api/queries';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { useShortcuts } from '../../app/shortcuts';
import { openTabBehind } from '../../app/tabs';
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
import { chosenCount, NONE, type Selection } from '../../resource/selection';
import { useListState } from '../../resource/useListState';
import { StateTag } from '../../ui/StateTag';

/** Consignment notes of all trucks. */
export default function CmrList() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const mayAdd = useAllowed(permit('bill.cmr.edit'));
  const state = useListState('cmr', '-createdAt');
  const { asked, setAsked, sort, setSort } = state;
  const [chosen, setChosen] = useState<Selection>(NONE);
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
              <StateTag tone={cmrStates[state].tone}>{speech.state('cmr', state)}</StateTag>
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
    ...keepRows,
  }));
  const add = () => navigate('/config/cmr/add');
  useShortcuts([{ combo: 'n', label: t('cmr.add'), run: () => mayAdd && add() }]);
  const ids = chosen === 'matching' ? [] : ([...chosen.ids] as number[]);
  return (
    <section className="fc-list">
      <FilterBar
        schema={cmrRow}
        filters={cmrFilters}
        resource="cmr"
        asked={state.kept}
        onAsk={(next) => {
          setAsked(next);
          setChosen(NONE);
        }}
        placeholder={t('cmr.keyword')}
        chosen={
          ids.length > 0 && (
            <ChosenBar count={ids.length} onClear={() => setChosen(NONE)}>
              <Button
                intent="primary"
                onClick={() =>
                  void saveFile({ call: 'cmr.zip', input: { body: { ids } }, name: `${t('cmr.list')}.zip` })
                }
              >
                {t('cmr.zip', { count: ids.length })}
              </Button>
            </ChosenBar>
          )
        }
      >
        <ListMenus state={state} columns={columns} />
        <ExportMenu
          name={t('cmr.list')}
          call="cmr.export"
          within="query"
          query={query}
          list="cmr"
          columns={columns}
        />
        {mayAdd && (
          <Button intent="primary" icon={<Plus />} onClick={add}>
            {t('cmr.add')}
          </Button>
        )}
      </FilterBar>
      <RecordTable
        list="cmr"
        label={t('cmr.list')}
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={(to) => setSort(to || '-createdAt')}
        selection={chosen}
        onSelection={setChosen}
        onOpen={(cmr, behind) => {
          const path = `/config/cmr/detail/${cmr.id}`;
          if (behind) openTabBehind(path);
          else navigate(path);
        }}
        empty={
          Object.keys(asked).length > 0 ? (
            <NoMatch onClear={() => setAsked({})} />
          ) : (
            <NonIdealState
              title={t('cmr.none')}
              description={t('cmr.noneDetail')}
              {...(mayAdd ? { action: <Button onClick={add}>{t('cmr.add')}</Button> } : {})}
            />
          )
        }
        offset={78}
      />
      <ListFoot total={rows.total} capped={rows.totalCapped} chosen={chosenCount(chosen, rows.total)} />
    </section>
  );
}
