import { Button } from '@blueprintjs/core';
import { type CmrView, cmrFilters, cmrRow, cmrSorts, cmrStates, cmrTotals } from '@contract/linehaul/cmr';
import { permit } from '@contract/permissions';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { read } from '../../api/queries';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { useSaveFile } from '../../app/useSaveFile';
import type { ColumnChoice } from '../../resource/columns';
import { RecordList } from '../../resource/RecordList';
import { SumFoot } from '../../resource/SumFoot';
import { useRecordList } from '../../resource/useRecordList';
import { AddButton } from '../../ui/AddButton';
import { StateTag, toneOf } from '../../ui/StateTag';

const pathOf = ({ id }: CmrView) => `/config/cmr/detail/${id}`;

/** Consignment notes of all trucks. */
export default function CmrList() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const mayAdd = useAllowed(permit('bill.cmr.edit'));
  const saveFile = useSaveFile('showInFolder');
  const columns = useMemo(
    (): ColumnChoice<CmrView>[] => [
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
    [speech],
  );
  const list = useRecordList<CmrView>({
    group: 'cmr',
    row: cmrRow,
    columns,
    filters: cmrFilters,
    sorts: cmrSorts,
    order: '-createdAt',
    choice: { possible: true },
  });
  const { selected, count } = list.chosen;
  const add = mayAdd && <AddButton onAdd={() => navigate('/config/cmr/add')}>{t('cmr.add')}</AddButton>;
  return (
    <RecordList
      of={list}
      label={t('cmr.list')}
      placeholder={t('cmr.keyword')}
      chosenButtons={
        <Button
          intent="primary"
          onClick={() =>
            void saveFile({ call: 'cmr.zip', input: { body: selected }, name: `${t('cmr.list')}.zip` })
          }
        >
          {t('cmr.zip', { count })}
        </Button>
      }
      buttons={add}
      pathOf={pathOf}
      empty={{ title: t('cmr.none'), detail: t('cmr.noneDetail'), action: add }}
      foot={
        <SumFoot totals={cmrTotals} resource="cmr" query={read('cmr', 'totals', { query: list.filter })} />
      }
    />
  );
}
