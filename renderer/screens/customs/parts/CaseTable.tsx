import { Button, Menu, MenuItem, NonIdealState } from '@blueprintjs/core';
import {
  type AbnormalCase,
  type CaseAction,
  caseFilters,
  caseMachine,
  caseRow,
  caseSorts,
} from '@contract/customs/abnormalCase';
import { refusalOf } from '@contract/machine';
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
import { useChosen } from '../../../resource/useChosen';
import { AddButton } from '../../../ui/AddButton';
import { SidePanel } from '../../../ui/SidePanel';
import { billPath } from '../../bill/parts/billPath';
import { CaseDrawer } from './CaseDrawer';
import { NewCase } from './NewCase';
import { BILL_COLUMNS, useBillRows } from './useBillRows';
import { useCaseActions } from './useCaseActions';

/** The bill whose cases alone are shown. */
export interface CaseBill {
  readonly id: number;
  readonly billNo: string;
  readonly batchNo: string;
  readonly open: boolean;
}

const ACTIONS: readonly Exclude<CaseAction, 'update'>[] = ['start', 'resolve', 'close', 'reopen'];

/** Abnormal cases as a list, of one bill or over all, from open to closed. */
export function CaseTable({ bill }: { bill?: CaseBill }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const mayEdit = useAllowed(permit('bill.cases.edit')) && (bill?.open ?? true);
  const list = bill ? 'caseOfBill' : 'abnormalCase';
  const [opened, setOpened] = useState<number | 'new' | null>(null);
  const { state, setAsked, filtered, query, rows, sort, onSort } = useBillRows<AbnormalCase>(
    'abnormalCase',
    '-foundAt',
    {
      list,
      billId: bill?.id,
    },
  );
  const chosen = useChosen(list, rows, query, ({ caseNo }) => caseNo, mayEdit);
  const { selected, done, count, known, remember } = chosen;
  const { act, dialogs } = useCaseActions({ nameOf: (id) => known(id) ?? `#${id}`, onDone: done });
  const actOn = (action: Exclude<CaseAction, 'update'>, row: AbnormalCase) => {
    remember(row);
    act(action, { ids: [row.id] });
  };
  const columns = useMemo(
    () =>
      columnsOf<AbnormalCase>(
        caseRow,
        [
          { name: 'caseNo', width: 145 },
          { name: 'state', width: 110 },
          { name: 'type', width: 150 },
          { name: 'level', width: 80 },
          ...(bill ? [] : BILL_COLUMNS),
          { name: 'boxNo', width: 150 },
          { name: 'trackingNo', width: 165 },
          { name: 'quantity', width: 80 },
          { name: 'foundAt' },
          { name: 'foundBy', width: 130 },
          { name: 'responsible', width: 110 },
          { name: 'description', width: 220 },
          { name: 'resolution', width: 220 },
          { name: 'photoCount', width: 80 },
          { name: 'closedAt' },
          { name: 'createdAt', hidden: true },
          { name: 'updatedAt', hidden: true },
        ],
        { sorts: caseSorts, label: (field) => speech.label(field, 'abnormalCase') },
      ),
    [speech, bill],
  );
  const filters = caseFilters.filter(
    (name) => name !== 'id' && name !== 'billId' && !(bill && name === 'billNo'),
  );
  const add = mayEdit && <AddButton onAdd={() => setOpened('new')}>{t('customs.newCase')}</AddButton>;
  return (
    <section className="fc-list">
      <FilterBar
        schema={caseRow}
        filters={filters}
        resource="abnormalCase"
        asked={state.kept}
        onAsk={setAsked}
        placeholder={t('customs.caseKeyword')}
        chosen={
          count > 0 && (
            <ChosenBar chosen={chosen}>
              {ACTIONS.map((action) => (
                <Button key={action} onClick={() => act(action, selected)}>
                  {speech.action('abnormalCase', action)}
                </Button>
              ))}
            </ChosenBar>
          )
        }
      >
        <ListMenus state={state} columns={columns} />
        <ExportMenu
          rows={rows}
          name={speech.words.menu['bill.cases']}
          call="abnormalCase.export"
          within="query"
          query={query}
          list={list}
          columns={columns}
        />
        {add}
      </FilterBar>
      <RecordTable
        list={list}
        label={speech.words.menu['bill.cases']}
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={onSort}
        {...chosen.table}
        onOpen={(row) => setOpened(row.id)}
        actions={(row) => (
          <Menu>
            <MenuItem text={t('common.open')} label="Enter" onClick={() => setOpened(row.id)} />
            {!bill && (
              <MenuItem text={t('customs.openBill')} onClick={() => navigate(billPath(row.billId))} />
            )}
            {mayEdit &&
              ACTIONS.map((action) => {
                const refused = refusalOf(caseMachine, action, row);
                return (
                  <MenuItem
                    key={action}
                    text={speech.action('abnormalCase', action)}
                    disabled={refused !== undefined}
                    label={refused ? speech.message(refused) : ''}
                    onClick={() => actOn(action, row)}
                  />
                );
              })}
          </Menu>
        )}
        empty={
          filtered ? (
            <NoMatch onClear={() => setAsked({})} />
          ) : (
            <NonIdealState
              title={t('customs.casesEmpty')}
              description={t('customs.casesEmptyDetail')}
              {...(add ? { action: add } : {})}
            />
          )
        }
        offset={20}
      />
      <ListFoot rows={rows} chosen={count} />
      <SidePanel
        isOpen={opened === 'new'}
        width={560}
        title={t('customs.newCase')}
        onClose={() => setOpened(null)}
      >
        {opened === 'new' && <NewCase bill={bill} onDone={() => setOpened(null)} />}
      </SidePanel>
      <CaseDrawer
        id={opened === 'new' ? null : opened}
        mayEdit={mayEdit}
        onAct={actOn}
        onClose={() => setOpened(null)}
      />
      {dialogs}
    </section>
  );
}
