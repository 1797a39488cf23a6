import {
  type Bill,
  type BillDraft,
  billDraft,
  billIdentity,
  billRow,
  identityLocked,
} from '@contract/bill/bill';
import { check } from '@contract/checked';
import { problem } from '@contract/errors';
import { namesOf } from '@contract/names';
import { airlineByPrefix } from '@contract/rules/airlines';
import { checkBillDraft } from '@contract/rules/billDraft';
import { isMawb, mawbPrefix } from '@contract/rules/codes';
import type { Context } from '../../core/context';
import { checkAmounts, checkReferences } from '../../core/crud';
import { isInScope } from '../../core/inScope';
import { refuse, refuseFields } from '../../core/refusal';
import { newStamp } from '../../core/stamps';
import type { Reader } from '../../store/open';
import { billCodec, readBill, refreshBill } from './billFacts';
import { addEvent, logBill } from './billHistory';

/** Kilograms that air cargo counts for a cubic metre: 6,000 cm³ per kg. */
const KG_PER_CUBIC_METRE = 1_000_000 / 6000;

/** Kilograms that sea freight counts for a cubic metre: it is charged by weight or measurement, a ton for a metre. */
const KG_PER_CUBIC_METRE_AT_SEA = 1000;

/**
 * Weight in kg that carriers charge: the larger of gross weight and volume (cubic metres). By air it is rounded up to
 * half a kilogram, by sea to a kilogram.
 */
export function billingWeightOf(mode: Bill['mode'], weight: number, volume: number | null): number {
  const [perMetre, step] = mode === 'sea' ? [KG_PER_CUBIC_METRE_AT_SEA, 1] : [KG_PER_CUBIC_METRE, 0.5];
  const chargeable = Math.max(weight, (volume ?? 0) * perMetre);
  return Math.ceil(Math.round((chargeable * 1000) / step) / 1000) * step;
}

/** True if the billing weight of a draft is still the one that followed from the bill before it changed. */
const isDerived = (before: Bill, { billingWeight }: BillDraft): boolean =>
  billingWeight === before.billingWeight &&
  billingWeight === billingWeightOf(before.mode, before.weight, before.volume);

/** Derives fields from the draft: carrier and route code from the number, destination and carrier from the channel. */
async function derive(context: Context, draft: BillDraft, before?: Bill): Promise<Partial<Bill>> {
  const { billNo, channelCode } = draft;
  const prefix = isMawb(billNo) ? mawbPrefix(billNo) : null;
  const carrierCode = draft.carrierCode ?? (prefix ? (airlineByPrefix(prefix)?.code ?? null) : null);
  const channel = await context.read
    .selectFrom('channelCode')
    .select(['destinationCode', 'active', 'markId', 'customerId'])
    .where('channelCode', '=', channelCode)
    .executeTakeFirst();
  const chosen = channelCode !== before?.channelCode || draft.customerId !== before.customerId;
  const others = channel?.customerId != null && channel.customerId !== draft.customerId;
  if (!channel || (chosen && others))
    throw refuseFields({ channelCode: problem('REFERENCE_UNKNOWN', { value: channelCode }) });
  if (chosen && !channel.active)
    throw refuseFields({ channelCode: problem('REFERENCE_INACTIVE', { value: channelCode }) });
  let destinations = context.read.selectFrom('destination').select(['id', 'code', 'lastMileId']);
  destinations = draft.destinationId
    ? destinations.where('id', '=', draft.destinationId)
    : destinations.where('code', '=', channel.destinationCode);
  const destination = await destinations.executeTakeFirst();
  if (draft.destinationId && destination && destination.code !== channel.destinationCode) {
    const params = { channel: channelCode, expected: channel.destinationCode, destination: destination.code };
    throw refuseFields({ destinationId: problem('DESTINATION_CHANNEL', params) });
  }
  return {
    routeCode: prefix,
    carrierCode,
    destinationId: destination?.id ?? null,
    lastMileId: destination?.lastMileId ?? null,
    markId: draft.markId ?? channel.markId,
    billingWeight:
      draft.billingWeight === null || (before && isDerived(before, draft))
        ? billingWeightOf(draft.mode, draft.weight, draft.volume)
        : draft.billingWeight,
  };
}

/** Refuses a number that another bill has; reports a removed one as such, since it can be recovered instead. */
async function requireFreeNumber(read: Reader, draft: BillDraft, id?: number): Promise<void> {
  const twins = await read
    .selectFrom('bill')
    .select(['id', 'removedAt'])
    .where('billNo', '=', draft.billNo)
    .where('batchNo', '=', draft.batchNo)
    .execute();
  const others = twins.filter((twin) => twin.id !== id);
  if (others.some(({ removedAt }) => removedAt === null))
    throw refuseFields({ billNo: problem('BILL_DUPLICATE') });
  if (others.length > 0) throw refuseFields({ billNo: problem('BILL_DUPLICATE_REMOVED') });
}

/** Codes of the places of a draft that are not those of before: old bills by sea may still name airports. */
async function newPlaces({ read }: Context, draft: BillDraft, before?: Bill) {
  const codeOf = async (name: 'originAirportId' | 'landingAirportId') =>
    before?.mode === draft.mode && before[name] === draft[name]
      ? null
      : ((
          await read
            .selectFrom('airport')
            .select('airportCode')
            .where('id', '=', draft[name])
            .executeTakeFirst()
        )?.airportCode ?? null);
  return { originAirport: await codeOf('originAirportId'), landingAirport: await codeOf('landingAirportId') };
}

async function checkDraft(context: Context, draft: BillDraft, before?: Bill): Promise<void> {
  const places = await newPlaces(context, draft, before);
  const wrong = checkBillDraft({ ...draft, ...places }).filter(({ level }) => level === 'error');
  if (wrong.length > 0)
    throw refuseFields(Object.fromEntries(wrong.map((issue) => [issue.column, issue.problem])));
  checkAmounts(billRow, draft);
  await checkReferences(context, billRow, draft, before);
  await requireFreeNumber(context.read, draft, before?.id);
}

/**
 * The warehouse of a bill as its writer may leave it. An account limited to warehouses sees no bill without one: a new
 * bill of an account with a single warehouse gets that; otherwise one of its own has to be chosen.
 */
function ownWarehouse({ caller }: Context, draft: BillDraft, before?: Bill): number | null {
  const { warehouseIds } = caller;
  const { warehouseId } = draft;
  if (isInScope(warehouseIds, { warehouseId })) return warehouseId;
  const [only, ...more] = warehouseIds;
  if (!before && warehouseId === null && only !== undefined && more.length === 0) return only;
  throw refuseFields({ warehouseId: problem('BILL_WAREHOUSE') });
}

const EVENT_SOURCE = { manual: 'user', import: 'system', api: 'api' } as const;

/** Creates a bill from a checked draft: entered, imported or sent by a partner, by the same rules. */
export async function createBill(
  context: Context,
  given: BillDraft,
  origin: { source: Bill['source']; importJobId: number | null },
): Promise<Bill> {
  const draft = { ...given, warehouseId: ownWarehouse(context, given) };
  await checkDraft(context, draft);
  const { write } = context;
  const columns = billCodec.encode({
    ...draft,
    ...(await derive(context, draft)),
    ...origin,
    stage: 'draft',
    ...newStamp(context),
  });
  const { id } = await write.insertInto('bill').values(columns).returning('id').executeTakeFirstOrThrow();
  await addEvent(context, id, 'BILL_CREATED', { source: EVENT_SOURCE[origin.source] });
  await refreshBill(write, id);
  const bill = await readBill(write, id);
  await logBill(context, origin.source === 'import' ? 'import' : 'create', bill, { after: draft });
  return bill;
}

/** Changes a bill. Identifying fields change only in an unchecked draft or by a super administrator, and uncheck it. */
export async function updateBill(context: Context, before: Bill, patch: Partial<BillDraft>): Promise<Bill> {
  const { write, caller, now } = context;
  const fields = namesOf(billDraft.shape);
  const merged = check(billDraft, {
    ...Object.fromEntries(fields.map((name) => [name, before[name]])),
    // Changing the channel resets the destination, unless one was chosen along with it.
    ...(patch.channelCode && patch.channelCode !== before.channelCode ? { destinationId: null } : {}),
    ...patch,
  });
  if (!merged.ok) throw refuseFields(merged.problems);
  const draft = merged.value;
  const identityChanged = billIdentity.some((name) => draft[name] !== before[name]);
  if (identityChanged && identityLocked(before, caller)) throw refuse('BILL_IDENTITY_LOCKED');
  ownWarehouse(context, draft, before);
  await checkDraft(context, draft, before);
  const columns = billCodec.encode({
    ...draft,
    ...(await derive(context, draft, before)),
    ...(identityChanged ? { checked: false, checkedAt: null, checkedBy: null } : {}),
    version: before.version + 1,
    updatedAt: now,
    updatedBy: caller.id,
  });
  await write.updateTable('bill').set(columns).where('id', '=', before.id).execute();
  await refreshBill(write, before.id);
  const bill = await readBill(write, before.id);
  await logBill(context, 'update', bill, { before, after: bill });
  return bill;
}
