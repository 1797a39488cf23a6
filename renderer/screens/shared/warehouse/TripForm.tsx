import type { Bill } from '@contract/bill/bill';
import { draftOf } from '@contract/resource';
import { type Leg, type PickView, pickDraft, pickDraftFields, pickRow } from '@contract/warehouse/pick';
import { legFields } from '@contract/warehouse/pickApi';
import { type PmcView, pmcDraftFields, pmcRow } from '@contract/warehouse/pmc';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { thisMinute } from '../../../app/zone';
import { RecordForm } from '../../../resource/RecordForm';
import { recordValues } from '../../../resource/recordValues';
import type { Values } from '../../../resource/useRecordForm';
import { SidePanel } from '../../../ui/SidePanel';
import { notify } from '../../../ui/toaster';

type OwnLeg = Exclude<Leg, 'pickup'>;

/** Object of the form: a new trip, a trip, a leg of one, or a PMC that came with it. */
export type TripFormOf =
  | { readonly kind: 'add'; readonly bill: Bill }
  | { readonly kind: 'trip'; readonly bill: Bill; readonly pick: PickView }
  | {
      readonly kind: 'leg';
      readonly bill: Bill;
      readonly pick: PickView;
      readonly leg: OwnLeg;
      readonly begin: boolean;
    }
  | { readonly kind: 'pmc'; readonly bill: Bill; readonly pick: PickView; readonly pmc: PmcView | null };

const GROUP = { inbound: 'pickInbound', clearance: 'pickClearance', outbound: 'pickOutbound' } as const;
const pmcDraft = draftOf(pmcRow, pmcDraftFields);
const legDraft = {
  inbound: draftOf(pickRow, legFields.inbound),
  clearance: draftOf(pickRow, legFields.clearance),
  outbound: draftOf(pickRow, legFields.outbound),
} as const;

/** Definition of one of the forms. */
interface FormDefinition {
  readonly title: string;
  readonly resource: 'pick' | 'pmc';
  readonly row: z.ZodObject;
  readonly schema: z.ZodType;
  readonly groups: readonly { title: string; fields: readonly string[] }[];
  readonly initial: Values;
  readonly draft: string;
  readonly save: (values: Values, key: string) => Promise<unknown>;
}

const from = (row: object, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, (row as Values)[name] ?? null]));
/** Now, to the minute. */

function makeForm(form: TripFormOf, t: TFunction<'screens'>): FormDefinition {
  const { bill } = form;
  // The bill determines the clocks of the times.
  const clocks = { landingAirportId: bill.landingAirportId, warehouseId: bill.warehouseId };
  if (form.kind === 'add' || form.kind === 'trip') {
    const left = Math.max(0, (bill.noaBoxCount ?? bill.boxCount) - bill.pickedBoxes);
    const fresh = {
      ...from({}, pickDraftFields),
      kind: 'own',
      pickupBoxes: left || null,
      pickupWeight: left ? Math.round((bill.weight * left * 10) / bill.boxCount) / 10 : null,
      pickupStartAt: thisMinute(),
    };
    const pick = form.kind === 'trip' ? form.pick : null;
    return {
      title: pick ? t('warehouse.tripEdit', { no: pick.pickNo }) : t('warehouse.tripAdd'),
      resource: 'pick',
      row: pickRow,
      schema: pickDraft,
      groups: [
        {
          title: t('warehouse.groupTruck'),
          fields: ['kind', 'plateNo', 'truckerName', 'driverName', 'driverPhone', 'slotAt'],
        },
        {
          title: t('warehouse.groupCounts'),
          fields: ['pickupBoxes', 'pickupWeight', 'pickupStartAt', 'differenceReason', 'remark'],
        },
      ],
      initial: { ...clocks, ...(pick ? recordValues(pick, pickDraftFields) : fresh) },
      draft: pick ? `pick/${pick.id}` : `pick/of/${bill.id}`,
      save: (sent, key) =>
        pick
          ? client.pick.update({ params: { id: bill.id, pickId: pick.id }, body: sent as never })
          : client.pick.create(
              { params: { id: bill.id }, body: onlyFields(sent, pickDraftFields) as never },
              { key },
            ),
    };
  }
  const { pick } = form;
  if (form.kind === 'leg') {
    const { leg, begin } = form;
    const fields = legFields[leg];
    const start = `${leg}StartAt` as const;
    return {
      title: t('warehouse.legEdit', { leg: t(`warehouse.${leg}`), no: pick.pickNo }),
      resource: 'pick',
      row: pickRow,
      schema: legDraft[leg],
      groups: [{ title: t('warehouse.groupCounts'), fields }],
      initial: begin
        ? { ...clocks, ...from(pick, fields), [start]: pick[start] ?? thisMinute(), version: pick.version }
        : { ...clocks, ...recordValues(pick, fields) },
      draft: `pick/${pick.id}/${leg}`,
      save: (sent) => {
        const params = { id: pick.id };
        const group = client[GROUP[leg]];
        if (!begin) return group.update({ params, body: sent as never });
        return group.start({ params, body: { ...onlyFields(sent, fields), version: sent.version } as never });
      },
    };
  }
  const { pmc } = form;
  return {
    title: pmc ? pmc.uldNo : t('warehouse.pmcAdd'),
    resource: 'pmc',
    row: pmcRow,
    schema: pmcDraft,
    groups: [{ title: t('warehouse.groupPmc'), fields: pmcDraftFields }],
    initial: {
      ...clocks,
      ...(pmc
        ? recordValues(pmc, pmcDraftFields)
        : {
            ...from({}, pmcDraftFields),
            freeDays: 5,
            collectedAt: pick.pickupFinishAt ?? thisMinute(),
            collectedFrom: bill.cargoStationId,
          }),
    },
    draft: pmc ? `pmc/${pmc.id}` : `pmc/of/${pick.id}`,
    save: (sent, key) =>
      pmc
        ? client.pmc.update({ params: { id: pick.id }, body: { ...sent, pmcId: pmc.id } as never })
        : client.pmc.create(
            { params: { id: pick.id }, body: onlyFields(sent, pmcDraftFields) as never },
            { key },
          ),
  };
}

const onlyFields = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null]));

/** Side panel with the form of a trip, a leg or a PMC. */
export function TripForm({ form, onDone }: { form: TripFormOf | null; onDone: () => void }) {
  const { t } = useTranslation();
  const made = useMemo(() => form && makeForm(form, t), [form, t]);
  return (
    <SidePanel isOpen={made !== null} width={520} title={made?.title ?? ''} onClose={onDone}>
      {made && (
        <RecordForm
          resource={made.resource}
          row={made.row}
          schema={made.schema}
          groups={made.groups}
          initial={made.initial}
          draft={made.draft}
          save={made.save}
          onSaved={() => {
            notify({ text: t('common.saved'), intent: 'success' });
            void invalidate(queryClient, made.resource);
            onDone();
          }}
          onCancel={onDone}
        />
      )}
    </SidePanel>
  );
}
