import { namesOf } from '@contract/names';
import '../../shared/warehouse/warehouse.css';
import { Button, Menu, MenuItem, NonIdealState, Tag } from '@blueprintjs/core';
import { Barcode } from '@blueprintjs/icons';
import { type Bill, billMachine } from '@contract/bill/bill';
import type { Place } from '@contract/custody/place';
import { metaOf } from '@contract/fields';
import type { FileKind } from '@contract/files/fileKindNames';
import { permit } from '@contract/permissions';
import { type BoxState, type BoxView, boxRow, boxStates } from '@contract/warehouse/box';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useKept } from '../../../app/drafts';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { fieldCell } from '../../../kinds';
import { columnsOf } from '../../../resource/columns';
import { ListFoot } from '../../../resource/ListFoot';
import { RecordTable } from '../../../resource/RecordTable';
import { RowPanel } from '../../../resource/RowPanel';
import { useRows } from '../../../resource/rows';
import { chosenCount, NO_SELECTION, type Selection } from '../../../resource/selection';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { notify, notifyFailed } from '../../../ui/toaster';
import { UploadMenu } from '../../shared/bill/UploadMenu';
import { LabelDialog } from '../../shared/warehouse/LabelDialog';
import { RepackDialog } from '../../shared/warehouse/RepackDialog';
import { usePhoto } from '../../shared/warehouse/usePhoto';
import { WeighDialog } from '../../shared/warehouse/WeighDialog';
import { Collections } from './Collections';
import { LooseParcels } from './LooseParcels';

const STATES = namesOf(boxStates);
/** Kinds of files from scales and scanners elsewhere. */
const BY_FILE: readonly FileKind[] = ['box_weight', 'warehouse_box', 'box_parcel'];
/** Fields of a box in read-only view. */
const FACTS = [
  'declaredParcels',
  'scannedParcels',
  'weight',
  'measuredWeight',
  'destinationCode',
  'uldNo',
  'place',
  'placedAt',
  'inboundAt',
  'outboundAt',
  'remark',
] as const satisfies readonly (keyof BoxView)[];
const SORTS = ['boxNo', 'state', 'weight', 'inboundAt', 'outboundAt', 'uldNo'] as const;

/** Boxes of a bill by their state; selected ones can be put on a pallet. */
export function BoxesPanel({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const open = billMachine.always.every(({ guard }) => !guard(bill));
  const mayEdit = useAllowed(permit('bill.warehouse.edit')) && open;
  const [state, setState] = useKept<BoxState | ''>('boxState', '');
  const [place, setPlace] = useKept<Place | ''>('boxPlace', '');
  const [sort, setSort] = useKept('boxSort', 'boxNo');
  const [selection, setSelection] = useState<Selection>(NO_SELECTION);
  const [opened, setOpened] = useState<BoxDialog | null>(null);
  const columns = useBoxColumns(bill);
  const rows = useRows<BoxView>((page, pageSize) => ({
    ...read('box', 'list', {
      params: { id: bill.id },
      query: {
        ...(state ? { state: [state] } : {}),
        ...(place ? { place: [place] } : {}),
        sort: sort || 'boxNo',
        page,
        pageSize,
      },
    }),
  }));
  const ids = selection === 'matching' ? [] : ([...selection.ids] as number[]);
  const palletise = usePalletise(() => setSelection(NO_SELECTION));
  const show = (to: BoxState | '') => {
    setState(to);
    setPlace('');
    setSelection(NO_SELECTION);
  };
  return (
    <section>
      <Collections bill={bill} mayEdit={mayEdit} />
      <div className="fc-box-tabs">
        <BoxTabs bill={bill} state={state} onState={show} place={place} onPlace={setPlace} />
        <span className="fc-spring" />
        {rows.total !== null && rows.total > 0 && (
          <Button size="small" icon={<Barcode />} onClick={() => setOpened({ as: 'labels' })}>
            {t('warehouse.labels')}
          </Button>
        )}
        {open && <UploadMenu billId={bill.id} of={BY_FILE} />}
        {mayEdit && ids.length > 0 && (
          <Button size="small" intent="primary" onClick={() => void palletise(ids)}>
            {t('warehouse.palletise', { count: ids.length })}
          </Button>
        )}
      </div>
      <LooseParcels
        billId={bill.id}
        onPutIn={mayEdit ? () => setOpened({ as: 'repack', box: null }) : null}
      />
      <RecordTable
        list="boxOfBill"
        label={t('warehouse.boxes')}
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={setSort}
        selection={selection}
        onSelection={setSelection}
        onOpen={(box) => setOpened({ as: mayEdit ? 'weigh' : 'facts', box })}
        actions={(box) =>
          mayEdit ? (
            <Menu>
              <BoxItems
                box={box}
                onWeigh={() => setOpened({ as: 'weigh', box })}
                onRepack={() => setOpened({ as: 'repack', box })}
              />
            </Menu>
          ) : null
        }
        empty={<NoBoxes onClear={state || place ? () => show('') : undefined} />}
        offset={30}
      />
      <ListFoot rows={rows} chosen={chosenCount(selection, rows.total ?? 0)} />
      <BoxDialogs
        bill={bill}
        opened={opened}
        onOpen={setOpened}
        labels={
          ids.length > 0
            ? { count: ids.length, which: { ids } }
            : { count: rows.total ?? 0, which: { billId: bill.id, ...(state ? { state } : {}) } }
        }
      />
    </section>
  );
}

/** A dialog or panel of the boxes. Parcels are repacked from a box, or from none. */
type BoxDialog =
  | { readonly as: 'labels' }
  | { readonly as: 'repack'; readonly box: BoxView | null }
  | { readonly as: 'weigh' | 'facts' | 'label'; readonly box: BoxView };

function BoxDialogs(props: {
  readonly bill: Bill;
  readonly opened: BoxDialog | null;
  readonly onOpen: (next: BoxDialog | null) => void;
  readonly labels: Parameters<typeof LabelDialog>[0]['of'];
}) {
  const { bill, opened, onOpen, labels } = props;
  const close = () => onOpen(null);
  return (
    <>
      <ShownBox bill={bill} box={opened?.as === 'facts' ? opened.box : null} onClose={close} />
      {opened?.as === 'labels' && <LabelDialog kind="box" of={labels} onDone={close} />}
      {opened?.as === 'label' && (
        <LabelDialog kind="box" of={{ count: 1, which: { ids: [opened.box.id] } }} onDone={close} />
      )}
      {opened?.as === 'repack' && (
        <RepackDialog
          billId={bill.id}
          box={opened.box}
          onDone={(made) => onOpen(made && { as: 'label', box: made })}
        />
      )}
      {opened?.as === 'weigh' && <WeighDialog box={opened.box} onDone={close} />}
    </>
  );
}

/** Returns a function that puts boxes on a new pallet; `onDone` is called when it is built. */
function usePalletise(onDone: () => void) {
  const { t } = useTranslation();
  return async (boxIds: number[]) => {
    try {
      const pallet = await client.pallet.create({ body: { boxIds } }, { key: crypto.randomUUID() });
      notify({ text: t('warehouse.palletBuilt', { no: pallet.palletNo }), intent: 'success' });
      onDone();
    } catch (failed) {
      notifyFailed(failed);
    }
    await invalidate(queryClient, 'pallet');
  };
}

function NoBoxes({ onClear }: { onClear: (() => void) | undefined }) {
  const { t } = useTranslation();
  return onClear ? (
    <NonIdealState
      title={t('common.listNoMatch')}
      action={<Button onClick={onClear}>{t('common.filterClear')}</Button>}
    />
  ) : (
    <NonIdealState title={t('warehouse.boxesNone')} description={t('warehouse.boxesNoneDetail')} />
  );
}

/** A box in read-only view. */
function ShownBox({ bill, box, onClose }: { bill: Bill; box: BoxView | null; onClose: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  return (
    <RowPanel
      row={box && { ...box, warehouseId: bill.warehouseId, landingAirportId: bill.landingAirportId }}
      title={({ boxNo }) => boxNo}
      schema={boxRow}
      resource="box"
      groups={() => [{ title: t('warehouse.boxes'), fields: FACTS }]}
      head={({ state }) => <StateTag tone={toneOf(boxStates, state)}>{speech.state('box', state)}</StateTag>}
      onClose={onClose}
    />
  );
}

/** Tabs of the states of a bill's boxes, and the place that another screen asked for. */
function BoxTabs(props: {
  readonly bill: Bill;
  readonly state: BoxState | '';
  readonly onState: (state: BoxState | '') => void;
  readonly place: Place | '';
  readonly onPlace: (place: Place | '') => void;
}) {
  const { bill, state, onState, place, onPlace } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const counts = useData(read('box', 'counts', { params: { id: bill.id } }));
  return (
    <>
      <Button size="small" active={state === ''} onClick={() => onState('')}>
        {t('common.all')} {counts?.all ?? ''}
      </Button>
      {STATES.filter((one) => (counts?.[one] ?? 0) > 0 || one === state).map((one) => (
        <Button key={one} size="small" active={state === one} onClick={() => onState(one)}>
          {speech.state('box', one)} {counts?.[one] ?? ''}
        </Button>
      ))}
      {place && (
        <Tag minimal onRemove={() => onPlace('')}>
          {speech.state('place', place)}
        </Tag>
      )}
    </>
  );
}

/** Columns of the boxes of a bill. */
function useBoxColumns(bill: Bill) {
  const { t } = useTranslation();
  const speech = useSpeech();
  return useMemo(() => {
    // Times are shown on the clock of the bill's warehouse.
    const time = (name: 'placedAt' | 'inboundAt' | 'outboundAt') => ({
      name,
      cell: (row: BoxView, context: Parameters<typeof fieldCell>[2]) =>
        fieldCell(name, metaOf(boxRow.shape[name]), {
          ...context,
          row: { ...row, warehouseId: bill.warehouseId, landingAirportId: bill.landingAirportId },
        }),
    });
    return columnsOf<BoxView>(
      boxRow,
      [
        { name: 'boxNo', width: 190 },
        { name: 'state', width: 110 },
        { name: 'place', width: 140 },
        time('placedAt'),
        'declaredParcels',
        'scannedParcels',
        'weight',
        'measuredWeight',
        { name: 'size', label: t('warehouse.boxSize'), width: 140, cell: sizeOf, text: sizeOf },
        { name: 'destinationCode', width: 120 },
        {
          name: 'palletNo',
          width: 150,
          cell: ({ palletNo }) => palletNo,
          text: ({ palletNo }) => palletNo ?? '',
        },
        { name: 'pickNo', width: 140, cell: ({ pickNo }) => pickNo, text: ({ pickNo }) => pickNo ?? '' },
        time('inboundAt'),
        time('outboundAt'),
        {
          name: 'photos',
          width: 80,
          cell: ({ photos }) => photos || '',
          text: ({ photos }) => String(photos),
        },
        { name: 'uldNo', hidden: true },
        { name: 'remark', hidden: true },
      ],
      { sorts: SORTS, speech, label: (field) => speech.label(field, 'box') },
    );
  }, [speech, t, bill.warehouseId, bill.landingAirportId]);
}

const sizeOf = ({ length, width, height }: BoxView): string =>
  length === null && width === null && height === null
    ? ''
    : [length, width, height].map((side) => side ?? '?').join(' × ');

function BoxItems(props: { box: BoxView; onWeigh: () => void; onRepack: () => void }) {
  const { box, onWeigh, onRepack } = props;
  const { t } = useTranslation();
  const { add, offered } = usePhoto('box.photo', box.id);
  return (
    <>
      <MenuItem text={t('warehouse.boxWeigh')} onClick={onWeigh} />
      {box.inboundAt !== null && box.outboundAt === null && (
        <MenuItem text={t('warehouse.repackTitle')} onClick={onRepack} />
      )}
      {offered && <MenuItem text={t('warehouse.photoAdd')} onClick={add} />}
    </>
  );
}
