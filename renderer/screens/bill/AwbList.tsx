import './parts/nodes.css';
import { type Awb, awbFilters, awbSorts, awbStored, stageNames, stagesText } from '@contract/bill/awb';
import { billStages } from '@contract/bill/bill';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useGo } from '../../app/go';
import { useSpeech } from '../../app/language';
import type { ColumnChoice } from '../../resource/columns';
import { RecordList } from '../../resource/RecordList';
import { useRecordList } from '../../resource/useRecordList';
import { StateTag, toneOf } from '../../ui/StateTag';
import { billPath } from '../shared/bill/billPath';

/** Screen of the waybills, each with the number of its batches by stage, and whether it is finished. */
export default function AwbList() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const go = useGo();
  const columns = useMemo(
    (): ColumnChoice<Awb>[] => [
      { name: 'billNo', width: 140 },
      { name: 'batchCount', width: 90 },
      {
        name: 'stages',
        label: speech.label('stages', 'awb'),
        fields: ['stages'],
        width: 300,
        cell: ({ stages }) => (
          <span className="fc-stage-tags">
            {stageNames
              .filter((stage) => stages[stage])
              .map((stage) => (
                <StateTag key={stage} tone={toneOf(billStages, stage)}>
                  {speech.state('bill', stage)} {stages[stage]}
                </StateTag>
              ))}
          </span>
        ),
        text: ({ stages }) => stagesText(stages, (stage) => speech.state('bill', stage)),
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
    [speech],
  );
  const list = useRecordList<Awb>({
    group: 'awb',
    row: awbStored,
    columns,
    filters: awbFilters,
    sorts: awbSorts,
    order: '-eta',
  });
  return (
    <RecordList
      of={list}
      label={t('bill.awbList')}
      placeholder={t('bill.awbKeyword')}
      onOpen={(awb, behind) => go(billPath(awb.id, 'awb'), behind)}
      empty={{ title: t('bill.awbEmpty'), detail: t('bill.listEmptyDetail') }}
    />
  );
}
