import { Button, Menu, MenuItem, TabsExpander } from '@blueprintjs/core';
import { Barcode, More } from '@blueprintjs/icons';
import {
  type ParcelAction,
  type ParcelRow,
  type ParcelState,
  parcelMachine,
  parcelRow,
  parcelStates,
} from '@contract/customs/parcel';
import { parcelFilters, parcelSorts } from '@contract/customs/parcelApi';
import { refusalOf } from '@contract/machine';
import { namesOf } from '@contract/names';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAnswer } from '../../../api/answers';
import { read } from '../../../api/queries';
import { usePermits } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import type { ColumnChoice } from '../../../resource/columns';
import { RecordList } from '../../../resource/RecordList';
import { useRecordList } from '../../../resource/useRecordList';
import { DropDown } from '../../../ui/DropDown';
import { useOffered } from '../../../ui/shortcuts';
import { billPath } from '../bill/billPath';
import { LabelDialog, type ToLabel } from '../warehouse/LabelDialog';
import { ParcelDrawer } from './ParcelDrawer';
import { type ParcelTask, permissionOf, type TargetParcels, useParcelActions } from './useParcelActions';

interface Props {
  /** Name under which the layout of its columns is stored. */
  readonly list: string;
  readonly label: string;
  /** Bill to which the list is restricted, with a tab for each state. */
  readonly bill?: { readonly id: number; readonly landingAirportId: number; readonly open: boolean };
  /** State to which the list is restricted, over all bills. */
  readonly state?: ParcelState;
  readonly columns: readonly ColumnChoice<ParcelRow>[];
  readonly sort: string;
  /** Actions offered as buttons; those in `rest` are in a menu. */
  readonly first: readonly ParcelTask[];
  readonly rest: readonly ParcelTask[];
  readonly empty: { readonly title: string; readonly detail: string };
  /** Content at the end of a bill's tabs. */
  readonly tools?: ReactNode;
}

const STATES = namesOf(parcelStates);

/** List of parcels in its scope; for one bill, also the number in each state. */
function useParcelList({ list, bill, state, columns, sort }: Props) {
  const ofBill = bill ? { billId: [bill.id] } : {};
  const of = useRecordList<ParcelRow, 'all' | ParcelState, Pick<ParcelRow, 'billId' | 'trackingNo'>>({
    group: 'parcel',
    list,
    within: `${list}-`,
    row: parcelRow,
    columns,
    filters: parcelFilters.filter(
      (name) => name !== 'state' && name !== 'id' && name !== 'billId' && !(bill && name === 'billNo'),
    ),
    sorts: parcelSorts,
    order: sort,
    tab: state ?? 'all',
    narrow: (tab) => {
      const shown = state ?? tab;
      return { ...ofBill, ...(shown === 'all' ? {} : { state: [shown] }) };
    },
    choice: { possible: true, knownOf: ({ billId, trackingNo }) => ({ billId, trackingNo }) },
  });
  const counts = useAnswer({
    ...read('parcel', 'count', { query: { ...of.state.query, ...ofBill } }),
    enabled: bill !== undefined,
  });
  return { of, counts };
}

/** Parcels as a list: of one bill by their states, or those of one state over all bills. */
export function ParcelTable(props: Props) {
  const { list, label, bill, first, rest, empty } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const { permits } = usePermits();
  const [opened, setOpened] = useState<number | null>(null);
  const [labelling, setLabelling] = useState<ToLabel | null>(null);

  const { of, counts } = useParcelList(props);
  const { selected, done, count, known } = of.chosen;
  const { start, titleOf, dialogs } = useParcelActions({
    ...(bill ? { billId: bill.id, landingAirportId: bill.landingAirportId } : {}),
    onDone: done,
  });
  const targetParcels = (): TargetParcels =>
    'ids' in selected ? selected.ids.flatMap((id) => known(id) ?? []) : { parcels: selected };
  const may = (doing: ParcelTask) => (bill?.open ?? true) && permits?.allows(permissionOf(doing)) === true;
  const buttons = first.filter(may);
  const menu = rest.filter(may);
  // Offers the menu's actions in the palette too; the bar offers its buttons itself.
  useOffered(() =>
    count > 0
      ? menu.map((doing) => ({ label: titleOf(doing), run: () => start(doing, targetParcels()) }))
      : [],
  );
  const tasks = { buttons, menu, titleOf };
  return (
    <RecordList
      of={of}
      label={label}
      placeholder={t('customs.keyword')}
      tabs={
        bill && {
          id: list,
          states: ['all', ...STATES],
          nameOf: (one) => (one === 'all' ? t('common.all') : speech.state('parcel', one)),
          counts,
          countOf: (found, one) => found[one],
          end: (
            <>
              <TabsExpander />
              {props.tools}
            </>
          ),
        }
      }
      chosenButtons={
        <>
          <TaskButtons {...tasks} onAsk={(doing) => start(doing, targetParcels())} />
          <Button
            icon={<Barcode />}
            onClick={() =>
              setLabelling({
                count,
                which: 'ids' in selected ? { ids: selected.ids } : { matching: selected },
              })
            }
          >
            {t('warehouse.labels')}
          </Button>
        </>
      }
      buttons={bill && <TaskButtons {...tasks} onAsk={(doing) => start(doing, [])} />}
      onOpen={(parcel) => setOpened(parcel.id)}
      actions={(parcel) => (
        <Menu>
          <MenuItem text={t('common.open')} label="Enter" onClick={() => setOpened(parcel.id)} />
          {!bill && (
            <MenuItem text={t('common.openBill')} onClick={() => navigate(billPath(parcel.billId))} />
          )}
          <MenuItem
            text={t('warehouse.labels')}
            onClick={() => setLabelling({ count: 1, which: { ids: [parcel.id] } })}
          />
          <TaskItems {...tasks} parcel={parcel} onAsk={(doing) => start(doing, [parcel])} />
        </Menu>
      )}
      empty={empty}
      offset={-10}
    >
      <ParcelDrawer
        id={opened}
        actions={[...buttons, ...menu].filter(
          (doing): doing is ParcelAction => doing in parcelMachine.actions,
        )}
        onAct={(doing, parcel) => start(doing, [parcel])}
        onClose={() => setOpened(null)}
      />
      {dialogs}
      {labelling && <LabelDialog kind="parcel" of={labelling} onDone={() => setLabelling(null)} />}
    </RecordList>
  );
}

interface Tasks {
  readonly buttons: readonly ParcelTask[];
  /** Tasks in the menu behind the buttons. */
  readonly menu: readonly ParcelTask[];
  readonly titleOf: (doing: ParcelTask) => string;
  readonly onAsk: (doing: ParcelTask) => void;
}

/** Tasks as buttons, the rarer ones in a menu. */
function TaskButtons({ buttons, menu, titleOf, onAsk }: Tasks) {
  const { t } = useTranslation();
  return (
    <>
      {buttons.map((doing, index) => (
        <Button key={doing} intent={index === 0 ? 'primary' : 'none'} onClick={() => onAsk(doing)}>
          {titleOf(doing)}
        </Button>
      ))}
      {menu.length > 0 && (
        <DropDown
          placement="bottom-end"
          content={
            <Menu>
              {menu.map((doing) => (
                <MenuItem key={doing} text={titleOf(doing)} onClick={() => onAsk(doing)} />
              ))}
            </Menu>
          }
        >
          <Button icon={<More />} title={t('customs.more')} aria-label={t('customs.more')} />
        </DropDown>
      )}
    </>
  );
}

/** Tasks in the menu of one parcel; those that its state refuses are disabled, with the reason. */
function TaskItems({ buttons, menu, titleOf, onAsk, parcel }: Tasks & { readonly parcel: ParcelRow }) {
  const speech = useSpeech();
  return [...buttons, ...menu].map((doing) => {
    const refused = refusedOn(doing, parcel);
    return (
      <MenuItem
        key={doing}
        text={titleOf(doing)}
        disabled={refused !== undefined}
        label={refused ? speech.message(refused) : ''}
        onClick={() => onAsk(doing)}
      />
    );
  });
}

/** Returns why an action is refused on a row; facts that the list lacks are checked by the API. */
function refusedOn(doing: ParcelTask, parcel: ParcelRow) {
  if (doing === 'results') return undefined;
  const facts = { ...parcel, delivered: false };
  return refusalOf(parcelMachine, doing === 'select' ? 'hold' : doing, facts);
}
