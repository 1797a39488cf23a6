import './parts/nodes.css';
import { NonIdealState } from '@blueprintjs/core';
import { type Awb, awbFilters, awbSorts, awbStored } from '@contract/bill/awb';
import { type BillStage, billStages } from '@contract/bill/bill';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../api/queries';
import { useGo } from '../../app/go';
import { useSpeech } from '../../app/language';
import { columnsOf } from '../../resource/columns';
import { FilterBar } from '../../resource/FilterBar';
import { ListFoot } from '../../resource/ListFoot';
import { ListMenus } from '../../resource/ListMenus';
import { NoMatch } from '../../resource/NoMatch';
import { RecordTable } from '../../resource/RecordTable';
import { useRows } from '../../resource/rows';
import { useListState } from '../../resource/useListState';
import { StateTag, toneOf } from '../../ui/StateTag';
import { billPath } from './parts/billPath';

/** Waybills, each with all its batches: how many stand where, and whether it is finished. */
export default function AwbList() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const go = useGo();
  const state = useListState('awb', '-eta');
  const { asked, setAsked, sort, setSort } = state;
  const columns = useMemo(
    () =>
      columnsOf<Awb>(
        awbStored,
        [
          { name: 'billNo', width: 140 },
          { name: 'batchCount', width: 90 },
          {
            name: 'stages',
            label: speech.label('stages', 'awb'),
            width: 300,
            cell: ({ stages }) => (
              <span className="fc-stage-tags">
                {STAGES.filter((stage) => stages[stage]).map((stage) => (
                  <StateTag key={stage} tone={toneOf(billStages, stage)}>
                    {speech.state('bill', stage)} {stages[stage]}
                  </StateTag>
                ))}
              </span>
            ),
            text: ({ stages }) =>
              STAGES.filter((stage) => stages[stage])
                .map((stage) => `${speech.state('bill', stage)} ${stages[stage]}`)
                .join(', '),
          },
          { name: 'finished', width: 90 },
          { name: 'flightNo', width: 112 },
          { name: 'originAirportId', width: 105 },
          { name: 'landingAirportId', width: 110 },
          'etd',
          'eta',
          'ata',
          'boxCount',
          'packageCount',
          'weight',
          { name: 'carrierCode', hidden: true },
          { name: 'mode', hidden: true },
        ],
        { sorts: awbSorts, label: (field) => speech.label(field, 'awb') },
      ),
    [speech],
  );
  const query = { ...asked, ...(sort ? { sort } : {}) };
  const rows = useRows<Awb>((page, pageSize) => ({
    ...read('awb', 'list', { query: { ...query, page, pageSize } }),
  }));
  return (
    <section className="fc-list">
      <FilterBar
        schema={awbStored}
        filters={awbFilters}
        resource="awb"
        asked={state.kept}
        onAsk={setAsked}
        placeholder={t('bill.awbKeyword')}
      >
        <ListMenus state={state} columns={columns} />
      </FilterBar>
      <RecordTable
        list="awb"
        label={t('bill.awbList')}
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={(to) => setSort(to || '-eta')}
        onOpen={(awb, behind) => go(billPath(awb.id, 'awb'), behind)}
        empty={
          Object.keys(asked).length > 0 ? (
            <NoMatch onClear={() => setAsked({})} />
          ) : (
            <NonIdealState title={t('bill.awbEmpty')} description={t('bill.listEmptyDetail')} />
          )
        }
      />
      <ListFoot rows={rows} chosen={0} />
    </section>
  );
}

const STAGES = Object.keys(billStages) as BillStage[];
