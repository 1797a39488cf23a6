import './customs.css';
import { Button } from '@blueprintjs/core';
import { fycoApi, fycoStep } from '@contract/customs/fyco';
import { type ParcelAction, parcelGiven, parcelMachine } from '@contract/customs/parcel';
import { MAX_PARCEL_TARGETS } from '@contract/limits';
import { type PermissionId, permit } from '@contract/permissions';
import type { BulkAnswer } from '@contract/resource';
import { numbersIn } from '@contract/rules/numbers';
import { type ReactNode, useCallback, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { type Failure, failureOf } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useTyped } from '../../../app/drafts';
import { useSpeech } from '../../../app/language';
import { Restored } from '../../../app/Restored';
import { BulkResult } from '../../../resource/BulkResult';
import type { BulkSelection } from '../../../resource/selection';
import { AppDialog } from '../../../ui/AppDialog';
import { BusyButton } from '../../../ui/BusyButton';
import { ErrorText } from '../../../ui/Failed';
import { notify } from '../../../ui/toaster';
import { type FieldValues, filled, GivenFields, wrongIn } from './GivenFields';
import { type Target, TargetField } from './TargetField';

/** Actions on parcels: their own, and the two of inspections. */
export type ParcelTask = ParcelAction | 'select' | 'results';

/** Target parcel of an action, and its bill. */
export interface TargetParcel {
  readonly billId: number;
  readonly trackingNo: string;
}

/** All that match a filter, with the number the user saw. */
type Matching = Exclude<BulkSelection, { readonly ids: number[] }>;
/** Target parcels: a list, or all that match a filter of the parcel list or of the list of inspections. */
export type TargetParcels =
  | readonly TargetParcel[]
  | { readonly parcels: Matching }
  | { readonly inspections: Matching };
const isEach = (targets: TargetParcels): targets is readonly TargetParcel[] => Array.isArray(targets);
const countOf = (targets: TargetParcels): number =>
  isEach(targets) ? targets.length : ('parcels' in targets ? targets.parcels : targets.inspections).expected;

const {
  billId: _bill,
  trackingNos: _numbers,
  boxNos: _boxes,
  clearanceBatches: _batches,
  matching: _matching,
  ...selecting
} = fycoApi.select.body.shape;
const SCHEMAS: Readonly<Record<ParcelTask, z.ZodObject>> = {
  ...parcelGiven,
  select: fycoApi.select.body.pick(
    Object.fromEntries(Object.keys(selecting).map((name) => [name, true])) as { noticeAt: true },
  ),
  results: fycoStep,
};
/** Returns the permission that an action requires. */
export const permissionOf = (doing: ParcelTask): PermissionId =>
  doing === 'select' || doing === 'results'
    ? permit('bill.customs.parcels')
    : parcelMachine.actions[doing].permission;

/** Labels of each action's fields that differ from the usual ones. */
const LABELS: Readonly<Partial<Record<ParcelTask, Readonly<Record<string, string>>>>> = {
  free: { at: 'releasedAt' },
  hold: { at: 'noticeAt', type: 'inspectionType' },
  fail: { at: 'failedAt' },
  abnormal: { at: 'foundAt', type: 'abnormalType' },
  deliver: { at: 'completedAt' },
  complete: { at: 'completedAt' },
  select: { type: 'inspectionType' },
  results: { at: 'resultAt' },
};

type Call = (input: { body: object }) => Promise<BulkAnswer>;
const callOf = (doing: ParcelTask): Call =>
  (doing === 'select' || doing === 'results' ? client.fyco[doing] : client.parcel[doing]) as unknown as Call;

interface TaskRequest {
  readonly doing: ParcelTask;
  readonly parcels: TargetParcels;
}

/** Carries out actions on parcels: asks for the parcels and the required fields, and shows the results. */
export function useParcelActions(options: {
  /** Bill whose parcels can also be given by number; without it, only selected ones. */
  readonly billId?: number;
  readonly landingAirportId?: number;
  /** Called with the number of affected parcels. */
  readonly onDone: (count: number) => void;
}): {
  start: (doing: ParcelTask, parcels: TargetParcels) => void;
  titleOf: (doing: ParcelTask) => string;
  dialogs: ReactNode;
} {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { onDone } = options;
  const [pending, setPending] = useState<TaskRequest | null>(null);
  const [result, setResult] = useState<{ doing: ParcelTask; answer: BulkAnswer } | null>(null);
  const titleOf = useCallback(
    (doing: ParcelTask) =>
      doing === 'select' || doing === 'results' ? t(`customs.${doing}`) : speech.action('parcel', doing),
    [t, speech],
  );
  const done = async ({ doing, parcels }: TaskRequest, answer: BulkAnswer) => {
    setPending(null);
    if (answer.ok > 0) notify({ text: t('customs.done', { count: answer.ok }), intent: 'success' });
    if (answer.failed.length > 0) setResult({ doing, answer });
    onDone(countOf(parcels));
    await invalidate(queryClient, 'parcel');
  };
  return {
    start: (doing, parcels) => setPending({ doing, parcels }),
    titleOf,
    dialogs: (
      <>
        {pending && (
          <ActionDialog
            {...pending}
            title={titleOf(pending.doing)}
            billId={options.billId}
            landingAirportId={options.landingAirportId}
            onClose={() => setPending(null)}
            onDone={(answer) => void done(pending, answer)}
          />
        )}
        {result && (
          <BulkResult
            action={titleOf(result.doing)}
            answer={result.answer}
            nameOf={String}
            onClose={() => setResult(null)}
          />
        )}
      </>
    ),
  };
}

/** Returns the bodies of the calls: one per bill, or one for all that match. */
function bodiesOf(parcels: TargetParcels, billId: number | undefined, target: Target): object[] {
  if (target.by !== 'selected' && billId !== undefined) {
    const numbers = target.by === 'clearanceBatches' ? target.batches : numbersIn(target.text);
    return numbers.length === 0 ? [] : [{ billId, [target.by]: numbers }];
  }
  if (!isEach(parcels))
    return [
      {
        ...(billId === undefined ? {} : { billId }),
        ...('parcels' in parcels ? { matching: parcels.parcels } : parcels),
      },
    ];
  const byBill = new Map<number, string[]>();
  for (const parcel of parcels) {
    const numbers = byBill.get(parcel.billId);
    if (numbers) numbers.push(parcel.trackingNo);
    else byBill.set(parcel.billId, [parcel.trackingNo]);
  }
  return [...byBill].map(([bill, trackingNos]) => ({ billId: bill, trackingNos }));
}

/** Makes the calls of an action one after the other, and returns their results as one. */
async function carryOut(doing: ParcelTask, bodies: readonly object[]): Promise<BulkAnswer> {
  const all: BulkAnswer = { ok: 0, failed: [] };
  for (const body of bodies) {
    const { ok, failed } = await callOf(doing)({ body });
    all.ok += ok;
    all.failed.push(...failed);
  }
  return all;
}

function ActionDialog(
  props: TaskRequest & {
    readonly title: string;
    readonly billId: number | undefined;
    readonly landingAirportId: number | undefined;
    readonly onClose: () => void;
    readonly onDone: (answer: BulkAnswer) => void;
  },
) {
  const { doing, parcels, title, billId, landingAirportId, onClose, onDone } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const id = useId();
  const count = countOf(parcels);
  const only = count === 1 && isEach(parcels) ? parcels[0]?.trackingNo : undefined;
  const targetText = only ? t('customs.oneParcel', { number: only }) : t('customs.bySelected', { count });
  const by: Target['by'] =
    count > 0 || billId === undefined ? 'selected' : doing === 'free' ? 'clearanceBatches' : 'trackingNos';
  // The draft's name includes the selection, so that numbers pasted for one are not restored for another.
  const { typed, change, forget, restoredAt, discard } = useTyped<{ target: Target; values: FieldValues }>(
    by === 'selected' ? `${title} (${count})` : title,
    { target: { by, text: '', batches: [] }, values: {} },
  );
  const { target, values } = typed;
  const setTarget = (next: Target) => change({ ...typed, target: next });
  const setValues = (next: FieldValues) => change({ ...typed, values: next });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<Failure['error'] | null>(null);
  const [busy, setBusy] = useState(false);
  const schema = SCHEMAS[doing];
  const labels = LABELS[doing] ?? {};

  const submit = async () => {
    const given = filled(values);
    const bodies = bodiesOf(parcels, billId, target);
    const wrong: Record<string, string> = wrongIn(schema, given, (name, found) =>
      speech.message(found, speech.label(labels[name] ?? name)),
    );
    const numbers = numbersIn(target.text).length;
    if (bodies.length === 0) wrong.target = t('customs.chooseSome');
    else if (target.by !== 'selected' && numbers > MAX_PARCEL_TARGETS)
      wrong.target = t('customs.tooMany', { max: MAX_PARCEL_TARGETS });
    setErrors(wrong);
    setFailure(null);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      const answer = await carryOut(
        doing,
        bodies.map((body) => ({ ...body, ...given })),
      );
      forget();
      onDone(answer);
    } catch (error) {
      const { error: found } = failureOf(error);
      setErrors(found.fields ?? {});
      setFailure(found);
      setBusy(false);
    }
  };
  const tone = doing === 'select' || doing === 'results' ? undefined : parcelMachine.actions[doing].tone;
  return (
    <AppDialog
      wide
      title={title}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <BusyButton type="submit" intent={tone === 'danger' ? 'danger' : 'primary'} busy={busy}>
            {title}
          </BusyButton>
        </>
      }
    >
      <Restored at={restoredAt} onDiscard={discard} />
      {billId === undefined ? (
        <p>{targetText}</p>
      ) : (
        <TargetField
          billId={billId}
          chosen={count > 0 ? targetText : null}
          target={target}
          onChange={setTarget}
          error={errors.target ?? errors.trackingNos}
        />
      )}
      <div className="fc-given">
        <GivenFields
          schema={schema}
          values={values}
          onChange={setValues}
          errors={errors}
          labels={labels}
          hints={{
            at: t('customs.nowHint'),
            noticeAt: t('customs.nowHint'),
            ...(doing === 'free' ? { mrn: t('customs.proofHint') } : {}),
          }}
          row={{ landingAirportId }}
          id={id}
        />
      </div>
      <ErrorText text={failure && (failure.unknownResult ? t('common.unknownResult') : failure.message)} />
    </AppDialog>
  );
}
