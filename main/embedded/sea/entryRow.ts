import type { LogAction } from '@contract/access/operateLog';
import { refusalOf } from '@contract/machine';
import { permit } from '@contract/permissions';
import { entryDuty } from '@contract/rules/entryDuty';
import { entryMissing } from '@contract/rules/entryMissing';
import type { Missing } from '@contract/rules/missing';
import { entryDue } from '@contract/rules/usDays';
import {
  type EntryAction,
  type EntryFacts,
  entryMachine,
  type SeaEntry,
  seaEntry,
} from '@contract/sea/seaEntry';
import type { LogEntry } from '../context';
import { Refusal, refuse } from '../refusal';
import { codecOf } from '../store/codec';
import type { Reader, Writer } from '../store/open';
import { type Approval, decidersNow } from './fourEyes';
import { linkEntry } from './seaLinks';
import { readRates } from './usRate';

/** What writing an entry takes: the context of a call, or of an answer of customs, which nobody called for. */
export interface EntryContext {
  readonly read: Reader;
  readonly write: Writer;
  readonly now: string;
  readonly caller: { readonly id: number | null };
  log(entry: LogEntry): Promise<void>;
}

export const entryCodec = codecOf(seaEntry.row);

/** An entry. Throws NOT_FOUND. */
export async function readEntry(db: Reader, id: number): Promise<SeaEntry> {
  const row = await db.selectFrom('seaEntry').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return entryCodec.decode(row);
}

/** Before they are filed, entries are looked at by another person. */
export const entryApproval: Approval = { doc: 'entry', right: permit('sea.entry.approve') };

/** An entry as its life sees it, for whoever calls. */
export async function factsOf(db: Reader, entry: SeaEntry, by: number | null): Promise<EntryFacts> {
  const submitter = by !== null && entry.submittedBy === by;
  if (entry.state !== 'pending_approval' || by === null) return { ...entry, submitter, decides: 'no' };
  const { next } = await decidersNow(db, entryApproval, entry);
  return { ...entry, submitter, decides: next.includes(by) ? 'yes' : submitter ? 'own' : 'no' };
}

/** Throws why an action is refused on an entry, naming what is missing where that is why. */
export async function requireAction(
  { read, caller }: Pick<EntryContext, 'read' | 'caller'>,
  action: EntryAction,
  entry: SeaEntry,
): Promise<void> {
  const refused = refusalOf(entryMachine, action, await factsOf(read, entry, caller.id));
  if (!refused) return;
  if (refused.code !== 'FILING_INCOMPLETE') throw new Refusal(refused);
  throw new Refusal(refused, { fields: fieldsOf(entryMissing(entry, await readRates(read))) });
}

const fieldsOf = (missing: readonly Missing[]) =>
  Object.fromEntries(missing.map(({ path, problem }) => [path, problem]));

/** What follows from what a person filled in: sums, duty and fees, what is missing, by when it is due. */
export async function followingFrom(db: Reader, entry: Parameters<typeof entryMissing>[0]) {
  const rates = await readRates(db);
  const { parts, unknown: _, ...sums } = entryDuty(entry, rates);
  return {
    ...sums,
    duties: [...parts],
    lineCount: entry.lines.length,
    importerName: entry.importer?.name ?? null,
    missingCount: entryMissing(entry, rates).length,
    entryDueOn: entry.importDate === null ? null : entryDue(entry.importDate),
  } satisfies Partial<SeaEntry>;
}

/** Writes fields of an entry as its next version, and answers it as it is then; its sea bill follows. */
export async function saveEntry(
  context: EntryContext,
  entry: SeaEntry,
  values: Partial<SeaEntry> & { readonly filed?: string; readonly filedAt?: string },
): Promise<SeaEntry> {
  const { write, now, caller } = context;
  const { filed, filedAt, ...fields } = values;
  await write
    .updateTable('seaEntry')
    .set({
      ...(entryCodec.encode(fields) as object),
      ...(filed === undefined ? {} : { filed }),
      ...(filedAt === undefined ? {} : { filedAt }),
      version: entry.version + 1,
      updatedAt: now,
      updatedBy: caller.id,
    })
    .where('id', '=', entry.id)
    .execute();
  const after = await readEntry(write, entry.id);
  if (after.seaBillId !== null && after.state !== entry.state)
    await linkEntry(context, after.seaBillId, { id: after.id, state: after.state });
  return after;
}

/** Puts something done to an entry into the operation log. */
export const logEntry = (
  context: EntryContext,
  action: LogAction,
  entry: SeaEntry,
  before: unknown,
  after: unknown,
) =>
  context.log({
    module: 'sea',
    action,
    objectType: 'seaEntry',
    objectId: entry.id,
    objectNo: entry.entryNo ?? `#${entry.id}`,
    customerId: entry.customerId,
    before,
    after,
  });
