import { Button, Checkbox, FormGroup, InputGroup, TextArea } from '@blueprintjs/core';
import { looseReasons } from '@contract/customs/loose';
import { type ParcelState, parcelStates } from '@contract/customs/parcel';
import { numbersIn } from '@contract/rules/numbers';
import type { BoxView, LooseParcel } from '@contract/warehouse/box';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { useSpeech } from '../../../app/language';
import { ShortSelect } from '../../../kinds/ChoiceInput';
import { AppDialog } from '../../../ui/AppDialog';
import { ErrorText } from '../../../ui/Failed';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { beginLine, useTabOfScanner } from '../../../ui/scanner';
import { notify } from '../../../ui/toaster';

type Reason = NonNullable<LooseParcel['looseReason']>;
/** Where parcels go: into no box, a new one, or one of the bill. */
export type RepackTarget = 'loose' | 'newBox' | 'box';
export const repackTargets = ['loose', 'newBox', 'box'] as const;
const TARGET = {
  loose: 'warehouse.repackLoose',
  newBox: 'warehouse.repackNew',
  box: 'warehouse.repackBox',
} as const;
/** Parcels listed to be ticked; any other is scanned. */
const LISTED = 100;
/** Those that keep a box come first. */
const FIRST: readonly ParcelState[] = ['held', 'failed', 'abnormal'];

interface TickedParcel {
  readonly id: number;
  readonly trackingNo: string;
  readonly state: ParcelState;
}

/** Selects where parcels go. */
export function RepackTargetSelect(props: {
  id: string;
  value: RepackTarget;
  onChange: (to: RepackTarget) => void;
}) {
  const { t } = useTranslation();
  return (
    <ShortSelect
      id={props.id}
      required
      options={repackTargets.map((value) => ({ value, label: t(TARGET[value]), search: value }))}
      value={props.value}
      onChange={(chosen) => props.onChange(repackTargets.find((to) => to === chosen) ?? props.value)}
    />
  );
}

/** Selects why parcels are taken out. */
export function RepackReasonSelect(props: { id: string; value: Reason; onChange: (reason: Reason) => void }) {
  const { choice } = useSpeech();
  return (
    <ShortSelect
      id={props.id}
      required
      options={looseReasons.map((value) => ({ value, label: choice('looseReason', value), search: value }))}
      value={props.value}
      onChange={(chosen) => props.onChange(looseReasons.find((reason) => reason === chosen) ?? props.value)}
    />
  );
}

/** Dialog that takes parcels out of a box, or puts loose ones into a box; they are ticked or scanned. */
export function RepackDialog(props: {
  billId: number;
  /** The box; null for the loose parcels of the bill. */
  box: BoxView | null;
  /** Called with the box that the parcels are in now, if it is a new one. */
  onDone: (made: BoxView | null) => void;
}) {
  const { billId, box, onDone } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const id = useId();
  const key = useRef(crypto.randomUUID());
  const [typed, setTyped] = useState('');
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [reason, setReason] = useState<Reason>('held');
  const [to, setTo] = useState<RepackTarget>(box ? 'loose' : 'newBox');
  const [boxNo, setBoxNo] = useState('');
  const [failed, setFailed] = useState('');
  const tab = useTabOfScanner(beginLine);
  const inBox = usePart({
    ...read('parcel', 'list', {
      query: { billId: [billId], boxNo: box?.boxNo ?? '', sort: 'trackingNo', pageSize: 500 },
    }),
    enabled: box !== null,
  });
  const loose = usePart({ ...read('box', 'loose', { params: { id: billId } }), enabled: box === null });
  const all: readonly TickedParcel[] = box
    ? (inBox.data?.list ?? []).filter((parcel) => parcel.boxNo === box.boxNo)
    : (loose.data ?? []);
  const held = (parcel: TickedParcel) => FIRST.includes(parcel.state);
  const listed = [...all.filter(held), ...all.filter((parcel) => !held(parcel))].slice(0, LISTED);
  const trackingNos = [...new Set([...numbersIn(typed).map((no) => no.toUpperCase()), ...ticked])];
  const ready = trackingNos.length > 0 && (to !== 'box' || boxNo.trim() !== '');
  const save = async () => {
    try {
      const { changed, box: made } = await client.box.repack(
        {
          params: { id: billId },
          body: { trackingNos, reason, newBox: to === 'newBox', boxNo: to === 'box' ? boxNo.trim() : null },
        },
        { key: key.current },
      );
      const text = made
        ? t('warehouse.repackedInto', { count: changed, no: made.boxNo })
        : t('warehouse.repackedOut', { count: changed });
      notify({ text, intent: 'success' });
      onDone(to === 'newBox' ? made : null);
    } catch (error) {
      // The corrected request needs a new key.
      key.current = crypto.randomUUID();
      const { error: refused, message } = failureOf(error);
      setFailed(Object.values(refused.fields ?? {})[0] ?? message);
    }
    await invalidate(queryClient, 'box');
  };
  return (
    <AppDialog
      title={box ? t('warehouse.repackOf', { no: box.boxNo }) : t('warehouse.repackIn')}
      onClose={() => onDone(null)}
      onSubmit={() => ready && void save()}
      actions={
        <>
          <Button onClick={() => onDone(null)}>{t('common.cancel')}</Button>
          <Button type="submit" intent="primary" disabled={!ready}>
            {t(to === 'loose' ? 'warehouse.repackTake' : 'warehouse.repackMove')} ({trackingNos.length})
          </Button>
        </>
      }
    >
      <FormGroup label={t('warehouse.repackAsk')} labelFor={id}>
        <TextArea
          id={id}
          fill
          autoFocus
          rows={3}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={tab}
        />
      </FormGroup>
      <ul className="fc-repack-list" aria-label={t('warehouse.repackListed')}>
        {listed.map((parcel) => (
          <li key={parcel.id}>
            <Checkbox
              checked={ticked.has(parcel.trackingNo)}
              label={parcel.trackingNo}
              onChange={({ currentTarget: { checked } }) => {
                const next = new Set(ticked);
                if (checked) next.add(parcel.trackingNo);
                else next.delete(parcel.trackingNo);
                setTicked(next);
              }}
            />
            <StateTag tone={toneOf(parcelStates, parcel.state)}>
              {speech.state('parcel', parcel.state)}
            </StateTag>
          </li>
        ))}
      </ul>
      {all.length > listed.length && (
        <span className="fc-muted">{t('warehouse.repackMore', { count: all.length - listed.length })}</span>
      )}
      <FormGroup label={t('files.keptReason')} labelFor={`${id}-reason`}>
        <RepackReasonSelect id={`${id}-reason`} value={reason} onChange={setReason} />
      </FormGroup>
      <FormGroup label={t('warehouse.repackTo')} labelFor={`${id}-to`}>
        <RepackTargetSelect id={`${id}-to`} value={to} onChange={setTo} />
      </FormGroup>
      {to === 'box' && (
        <FormGroup label={t('warehouse.boxNo')} labelFor={`${id}-box`}>
          <InputGroup
            id={`${id}-box`}
            value={boxNo}
            onChange={(event) => setBoxNo(event.currentTarget.value)}
          />
        </FormGroup>
      )}
      <ErrorText text={failed} />
    </AppDialog>
  );
}
