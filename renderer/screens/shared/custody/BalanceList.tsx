import './custody.css';
import { Tag } from '@blueprintjs/core';
import { billStages } from '@contract/bill/bill';
import { type BalanceRow, balanceRow, placeNames } from '@contract/custody/balance';
import type { Place } from '@contract/custody/place';
import { namesOf } from '@contract/names';
import { permit } from '@contract/permissions';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useAnswer } from '../../../api/answers';
import { read } from '../../../api/queries';
import { useKept } from '../../../app/drafts';
import { useGo } from '../../../app/go';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { Answered } from '../../../resource/Answered';
import type { ColumnChoice } from '../../../resource/columns';
import { RecordList } from '../../../resource/RecordList';
import { useRecordList } from '../../../resource/useRecordList';
import { ChoiceButtons } from '../../../ui/Choices';
import { billPath } from '../bill/billPath';
import { Stops } from './Stops';

/** Bills whose balance is shown: those with the ids, or those of a customer. */
type Bills = { readonly id: number[] } | { readonly customerId: number[] };

const OPEN = namesOf(billStages).filter((stage) => stage !== 'delivery' && stage !== 'removed');
/** Places without a column unless somebody shows them. */
const RARE: ReadonlySet<Place> = new Set(['collected', 'customs', 'returned', 'destroyed', 'never']);

/** Columns of the balance; a number of boxes leads to the boxes of the bill at that place. */
function useColumns(): readonly ColumnChoice<BalanceRow>[] {
  const seesBoxes = useAllowed(permit('bill.warehouse.view'));
  return useMemo(
    () => [
      { name: 'billNo', width: 130 },
      { name: 'batchNo', width: 130 },
      'stage',
      'boxCount',
      { name: 'surplusBoxes', hidden: true },
      { name: 'repackedBoxes', hidden: true },
      'receivedBoxes',
      ...placeNames.map((place): ColumnChoice<BalanceRow> => {
        const name = `${place}Boxes` as const;
        return {
          name,
          hidden: RARE.has(place),
          cell: (row) =>
            row[name] > 0 && seesBoxes ? (
              <Link to={`${billPath(row.id, 'boxes')}&boxPlace=${place}`}>{row[name]}</Link>
            ) : (
              row[name]
            ),
        };
      }),
      'parcels',
      'heldParcels',
      ...placeNames.map((place) => ({ name: `${place}Parcels`, hidden: true })),
      { name: 'eta', hidden: true },
      { name: 'ata', hidden: true },
      { name: 'podAt', hidden: true },
    ],
    [seesBoxes],
  );
}

const FILTERS = ['billNo', 'eta', 'ata', 'podAt'] as const;

/**
 * Where the goods of several bills are: each place with its boxes and parcels, which leads to the bills behind it, and a
 * line for each bill. `chooses`: open bills, or all of them.
 */
export function BalanceList({
  bills,
  chooses = false,
  label,
}: {
  bills: Bills;
  chooses?: boolean;
  label: string;
}) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const go = useGo();
  const [place, setPlace] = useState<Place | null>(null);
  const [shown, setShown] = useKept<'open' | 'all'>('balance-shown', 'open');
  const columns = useColumns();
  const narrowed = { ...bills, ...(chooses && shown === 'open' ? { stage: OPEN } : {}) };
  const list = useRecordList<BalanceRow>({
    group: 'custodyBalance',
    within: 'balance-',
    row: balanceRow,
    columns,
    filters: FILTERS,
    sorts: ['eta', 'billNo'],
    order: '-eta',
    narrow: () => ({ ...narrowed, ...(place ? { place } : {}) }),
  });
  const { place: _place, ...whole } = list.filter;
  const total = useAnswer(read('custodyBalance', 'total', { query: whole }));
  const stageChoice = chooses && (
    <ChoiceButtons
      size="small"
      value={shown}
      options={[
        { value: 'open', label: t('custody.openBills') },
        { value: 'all', label: t('custody.allBills') },
      ]}
      onChange={setShown}
    />
  );
  const sums = (
    <Answered answer={total} lines={3}>
      {({ stops, boxCount, surplusBoxes, repackedBoxes, receivedBoxes, parcels, heldParcels }) => (
        <div className="fc-balance">
          <p className="fc-muted">
            {[
              t('custody.announced', { count: boxCount }),
              t('custody.received', { n: receivedBoxes }),
              surplusBoxes > 0 && t('custody.surplus', { n: surplusBoxes }),
              repackedBoxes > 0 && t('custody.repacked', { n: repackedBoxes }),
              t('custody.parcels', { count: parcels }),
              heldParcels > 0 && t('custody.held', { n: heldParcels }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <Stops stops={stops} onOpen={({ place: chosen }) => setPlace(chosen)} />
        </div>
      )}
    </Answered>
  );
  const only = place && (
    <Tag size="large" minimal intent="primary" onRemove={() => setPlace(null)}>
      {speech.state('place', place)}
    </Tag>
  );
  return (
    <RecordList
      of={list}
      label={label}
      above={sums}
      // Its place moves while the sums load: rows that took the focus by their place did so only at times.
      below
      {...(chooses ? {} : { head: only ?? <span /> })}
      before={
        chooses && (
          <>
            {only}
            {stageChoice}
          </>
        )
      }
      narrowed={place !== null || (chooses && shown === 'open')}
      onClear={() => {
        setPlace(null);
        setShown('all');
      }}
      onOpen={({ id }, behind) => go(billPath(id, 'custody'), behind)}
      empty={{ title: t('custody.noBills') }}
      offset={30}
    />
  );
}
