import type { AbnormalCase, CaseLevel, CaseType } from '@contract/customs/abnormalCase';
import type { ClaimFacts } from '@contract/rules/claimClock';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../core/context';
import { newStamp } from '../../core/stamps';
import { listed } from '../../store/dialect';
import { numbersOfDay } from '../../store/numbers';
import type { Reader, Writer } from '../../store/open';
import { limitsOf } from '../customs/claims';

type CaseContext = Pick<Context, 'write' | 'now' | 'caller'>;

/** Contents of a new case. */
export interface NewCase {
  readonly billId: number;
  readonly boxId?: number | null | undefined;
  readonly parcelId?: number | null | undefined;
  readonly type: CaseType;
  readonly level: CaseLevel;
  readonly quantity: number;
  readonly foundAt?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly responsible?: AbnormalCase['responsible'] | undefined;
  /** The trip whose count opened the case, and the reason given there. */
  readonly pickId?: number | null | undefined;
  readonly differenceReason?: AbnormalCase['differenceReason'] | undefined;
  /** The note that was signed without the box. */
  readonly cmrId?: number | undefined;
  /** Facts of a claim from which its time limits follow. */
  readonly claim?: ClaimFacts | undefined;
}

/** The last number used by a case of a day: the running part of `EX20261103-0001`. */
async function lastOf(write: Writer, prefix: string): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select max(cast(substr(caseNo, ${prefix.length + 1}) as integer)) as last from abnormalCase
    where caseNo >= ${prefix} and caseNo < ${`${prefix}:`}`.execute(write);
  return rows[0]?.last ?? 0;
}

/**
 * Opens a case, or updates the number of an open one about the same thing; returns its id. Refreshing the bill updates
 * its counter.
 */
export async function openCase(from: CaseContext, found: NewCase): Promise<number> {
  const { write, now, caller } = from;
  const same = await write
    .selectFrom('abnormalCase')
    .select('id')
    .where('billId', '=', found.billId)
    .where('type', '=', found.type)
    .where('state', '=', 'open')
    .where('boxId', 'is', found.boxId ?? null)
    .where('parcelId', 'is', found.parcelId ?? null)
    .where('description', 'is', found.description ?? null)
    .executeTakeFirst();
  if (!same) return addCase(from, found);
  await write
    .updateTable('abnormalCase')
    .set((of) => ({
      quantity: found.quantity,
      version: of('version', '+', 1),
      updatedAt: now,
      updatedBy: caller.id,
    }))
    .where('id', '=', same.id)
    .execute();
  return same.id;
}

/** Opens another case, even if one is open already; returns its id. */
export async function addCase({ write, now, caller }: CaseContext, found: NewCase): Promise<number> {
  const prefix = numbersOfDay('EX', now);
  const { id } = await write
    .insertInto('abnormalCase')
    .values({
      ...newStamp({ now, caller }),
      caseNo: prefix + String((await lastOf(write, prefix)) + 1).padStart(4, '0'),
      billId: found.billId,
      boxId: found.boxId ?? null,
      parcelId: found.parcelId ?? null,
      type: found.type,
      level: found.level,
      quantity: found.quantity,
      state: 'open',
      foundAt: found.foundAt ?? now,
      foundBy: caller.id,
      description: found.description ?? null,
      responsible: found.responsible ?? null,
      pickId: found.pickId ?? null,
      cmrId: found.cmrId ?? null,
      differenceReason: found.differenceReason ?? null,
      ...(found.claim ? { ...found.claim, ...(await limitsOf(write, found.billId, found.claim)) } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Opens a case for each of many parcels, in one statement; `ids` is a subquery of their ids. */
export async function openParcelCases(
  { write, now, caller }: CaseContext,
  ids: RawBuilder<unknown>,
  found: { readonly type: CaseType; readonly foundAt: string; readonly description: string | null },
): Promise<void> {
  const prefix = numbersOfDay('EX', now);
  const last = await lastOf(write, prefix);
  await sql`
    insert into abnormalCase (version, createdAt, createdBy, updatedAt, updatedBy, caseNo, billId, boxId, parcelId,
      type, level, quantity, state, foundAt, foundBy, description)
    select 1, ${now}, ${caller.id}, ${now}, ${caller.id},
      ${prefix} || printf('%04d', ${last} + row_number() over (order by parcel.trackingNo)),
      billId, boxId, id, ${found.type}, 'parcel', 1, 'open', ${found.foundAt}, ${caller.id}, ${found.description}
    from parcel where id in ${ids}`.execute(write);
}

/** Closes open cases of parcels that are no longer abnormal. */
export async function closeParcelCases(
  { write, now, caller }: CaseContext,
  ids: RawBuilder<unknown>,
  resolution: string,
): Promise<void> {
  await sql`
    update abnormalCase set state = 'closed', resolution = ${resolution}, closedAt = ${now}, version = version + 1,
      updatedAt = ${now}, updatedBy = ${caller.id}
    where parcelId in ${ids} and state in ('open', 'processing', 'resolved')`.execute(write);
}

/**
 * Ends the cases about boxes that are found, or whose loss is settled. A case in which a claim was made is only resolved:
 * whoever made the claim withdraws it and closes the case.
 */
export async function closeShortages(
  { write, now, caller }: CaseContext,
  boxIds: readonly number[],
  resolution: string,
): Promise<void> {
  const isClaimed = sql`(claimAmount is not null or settledAmount is not null or noticeMailId is not null
    or noticeGivenAt is not null)`;
  await sql`
    update abnormalCase set state = case when ${isClaimed} then 'resolved' else 'closed' end, resolution = ${resolution},
      closedAt = case when ${isClaimed} then null else ${now} end, updatedAt = ${now}, updatedBy = ${caller.id},
      version = version + 1
    where boxId in ${listed(boxIds)} and parcelId is null and type = 'shortage'
      and state in ('open', 'processing', 'resolved')`.execute(write);
}

/**
 * Counts the exceptions of a bill: its open cases, and its abnormal parcels that no open case covers. A case covers its
 * parcel, all parcels of its box, or, when it names neither, all of its type on the bill.
 */
export async function exceptionsOf(db: Reader, billId: number): Promise<number> {
  const open = sql`abnormalCase.billId = ${billId} and abnormalCase.state in ('open', 'processing')`;
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from abnormalCase where ${open})
      + (select count(*) from parcel where billId = ${billId} and state = 'abnormal'
          and not exists (select 1 from abnormalCase where ${open} and abnormalCase.parcelId = parcel.id)
          and not exists (select 1 from abnormalCase where ${open} and abnormalCase.parcelId is null
            and abnormalCase.boxId = parcel.boxId)
          and not exists (select 1 from abnormalCase where ${open} and abnormalCase.parcelId is null
            and abnormalCase.boxId is null and abnormalCase.type = parcel.abnormalType)) as n`.execute(db);
  return rows[0]?.n ?? 0;
}
