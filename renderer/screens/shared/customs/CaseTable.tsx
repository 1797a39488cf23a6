import { Button, Menu, MenuItem } from '@blueprintjs/core';
import {
  type AbnormalCase,
  type CaseStep,
  caseFilters,
  caseMachine,
  caseRow,
  caseSorts,
  caseSteps,
} from '@contract/customs/abnormalCase';
import { permit } from '@contract/permissions';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { ActionItems } from '../../../resource/ActionItems';
import type { ColumnChoice } from '../../../resource/columns';
import { RecordList } from '../../../resource/RecordList';
import { useRecordList } from '../../../resource/useRecordList';
import { AddButton } from '../../../ui/AddButton';
import { SidePanel } from '../../../ui/SidePanel';
import { billPath } from '../bill/billPath';
import { BILL_COLUMNS } from './billColumns';
import { CaseDrawer } from './CaseDrawer';
import { NewCase } from './NewCase';
import { NoticeDue } from './NoticeDue';
import { useCaseActions } from './useCaseActions';

/** Bill to which the list is restricted. */
export interface CaseBill {
  readonly id: number;
  readonly billNo: string;
  readonly batchNo: string;
  readonly open: boolean;
}

/** Abnormal cases as a list, of one bill or over all, from open to closed. */
export function CaseTable({ bill }: { bill?: CaseBill }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const mayEdit = useAllowed(permit('bill.cases.edit')) && (bill?.open ?? true);
  const [opened, setOpened] = useState<number | 'new' | null>(null);
  const columns = useMemo(
    (): ColumnChoice<AbnormalCase>[] => [
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
      { name: 'pickNo', width: 140 },
      { name: 'differenceReason', width: 130 },
      { name: 'noticeDueOn', width: 230, cell: (row) => <NoticeDue of={row} /> },
      { name: 'responsible', width: 110 },
      { name: 'claimFinding', width: 130, hidden: true },
      { name: 'claimAmount', width: 110, hidden: true },
      { name: 'settledAmount', width: 110, hidden: true },
      { name: 'noticeSentAt', hidden: true },
      { name: 'suitDueOn', width: 120, hidden: true },
      { name: 'description', width: 220 },
      { name: 'resolution', width: 220 },
      { name: 'photoCount', width: 80 },
      { name: 'closedAt' },
      { name: 'createdAt', hidden: true },
      { name: 'updatedAt', hidden: true },
    ],
    [bill],
  );
  const name = bill ? 'caseOfBill' : 'abnormalCase';
  const list = useRecordList<AbnormalCase, 'all', string>({
    group: 'abnormalCase',
    list: name,
    within: `${name}-`,
    row: caseRow,
    columns,
    filters: caseFilters.filter(
      (field) => field !== 'id' && field !== 'billId' && !(bill && field === 'billNo'),
    ),
    sorts: caseSorts,
    order: '-foundAt',
    narrow: () => (bill ? { billId: [bill.id] } : {}),
    choice: { possible: mayEdit, knownOf: ({ caseNo }) => caseNo },
  });
  const { selected, done, known, remember } = list.chosen;
  const { act, dialogs } = useCaseActions({ nameOf: (id) => known(id) ?? `#${id}`, onDone: done });
  const actOn = (action: CaseStep, row: AbnormalCase) => {
    remember(row);
    act(action, { ids: [row.id] });
  };
  const add = mayEdit && <AddButton onAdd={() => setOpened('new')}>{t('customs.newCase')}</AddButton>;
  return (
    <RecordList
      of={list}
      label={speech.words.menu['bill.cases']}
      placeholder={t('customs.caseKeyword')}
      chosenButtons={caseSteps.map((action) => (
        <Button key={action} onClick={() => act(action, selected)}>
          {speech.action('abnormalCase', action)}
        </Button>
      ))}
      buttons={add}
      onOpen={(row) => setOpened(row.id)}
      actions={(row) => (
        <Menu>
          <MenuItem text={t('common.open')} label="Enter" onClick={() => setOpened(row.id)} />
          {!bill && <MenuItem text={t('common.openBill')} onClick={() => navigate(billPath(row.billId))} />}
          {mayEdit && (
            <ActionItems
              machine={caseMachine}
              actions={caseSteps}
              row={row}
              onAct={(action) => actOn(action, row)}
            />
          )}
        </Menu>
      )}
      empty={{ title: t('customs.casesEmpty'), detail: t('customs.casesEmptyDetail'), action: add }}
      offset={20}
    >
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
    </RecordList>
  );
}
