import { namedTime } from '@contract/rules/clock';
import { instantOf } from '@contract/rules/zonedTime';
import { sql } from 'kysely';
import { checkRules } from '../areas/monitor/watch';
import { passProgress } from '../areas/netchb/sender';
import { inBoth, notifyStaff } from '../areas/partners/messages';
import { forgetWritten, nextTurn, scheduleCodec } from '../areas/report/schedule';
import { officeZone } from '../core/officeClock';
import { listed } from '../store/dialect';
import type { Store, Writer } from '../store/open';
import { RESTORED } from '../store/restored';

/** Reason stored on everything that is held back. */
const WHY = 'restored';

interface HoldOptions {
  readonly store: Store;
  readonly now: number;
  readonly report: (message: string, error?: unknown) => void;
  readonly zone?: string | undefined;
}

/**
 * On the first start after a restore, before anything is sent: items queued when the backup was made may have arrived
 * since. They are held back, each where a person sees it with the reason and sends or discards it; scheduled reports
 * missed in between are skipped; alerts about that time are stored and held back too. Done once; if interrupted, it is
 * done again.
 */
export async function holdRestored({ store, now, report, zone = officeZone() }: HoldOptions): Promise<void> {
  const known = await store.read
    .selectFrom('fact')
    .select('value')
    .where('name', '=', RESTORED)
    .executeTakeFirst();
  if (!known) return;
  const at = instantOf(now);
  await store.write(async (write) => {
    await write
      .updateTable('mail')
      .set({ state: 'failed', error: WHY, answer: null, nextAt: null })
      .where('state', 'in', ['pending', 'sending'])
      .execute();
    await write
      .updateTable('cmrMail')
      .set({ fault: WHY })
      .where('mailId', 'is', null)
      .where('fault', 'is', null)
      .execute();
    await holdPushes(write, at);
    await holdFilings(write);
    await write
      .updateTable('customsMessage')
      .set({ state: 'failed', result: WHY, nextAt: null })
      .where('state', 'in', ['queued', 'sending'])
      .execute();
    // It may have left since the backup: an access point is asked before it leaves again.
    await write
      .updateTable('eInvoice')
      .set({ state: 'failed', error: WHY, answer: null, nextAt: null, claimedAt: at })
      .where('state', 'in', ['pending', 'sending'])
      .execute();
    await passTurns(write, now, zone);
  });
  await checkRules(store, { now, zone }, report, { held: true });
  await store.write(async (write) => {
    const { mails, pushes, filings, invoices } = await countHeld(write);
    const most = Math.max(mails, pushes, filings, invoices);
    // A message links to a screen only if there is something to see.
    const link =
      most === 0
        ? undefined
        : most === mails
          ? '/config/mail'
          : most === pushes
            ? '/bill/api_push'
            : most === invoices
              ? '/bil-fee/e-invoices'
              : undefined;
    await notifyStaff(
      { write, now: at },
      {
        type: 'system',
        text: inBoth('RESTORED_HELD', {
          at: namedTime(known.value, { zone, place: null }),
          mails,
          pushes,
          filings,
          invoices,
        }),
        to: [
          ...(['config.mail.edit', 'bill.push.push', 'bill.customs.declare', 'sea.isf.file'] as const),
          ...(['sea.entry.file', 'finance.eInvoice.edit'] as const),
        ],
        ...(link ? { link } : {}),
      },
    );
    await write.deleteFrom('fact').where('name', '=', RESTORED).execute();
  });
  report('the data was restored: items waiting to be sent are on hold');
}

async function holdPushes(write: Writer, at: string): Promise<void> {
  const waiting = await write.selectFrom('apiPush').select('id').where('status', '=', 'pending').execute();
  for (const { id } of waiting)
    await write
      .insertInto('apiPushAttempt')
      .values({ pushId: id, at, durationMs: 0, responseStatus: null, response: null, error: WHY })
      .execute();
  await write
    .updateTable('apiPush')
    .set({ status: 'failed', nextAt: null, finishedAt: at })
    .where('status', '=', 'pending')
    .execute();
}

async function holdFilings(write: Writer): Promise<void> {
  const waiting = await write
    .selectFrom('filing')
    .select(['id as filingId', 'objectType', 'objectId'])
    .where('state', '=', 'queued')
    .execute();
  for (const filing of waiting) {
    await write
      .updateTable('filing')
      .set({ state: 'failed', result: WHY, nextAt: null })
      .where('id', '=', filing.filingId)
      .execute();
    await passProgress(write, filing, 'failed');
  }
}

/** Skips scheduled reports that were due since the backup; started ones are not made again. */
async function passTurns(write: Writer, now: number, zone: string): Promise<void> {
  const at = instantOf(now);
  const open = await write
    .selectFrom('reportRun')
    .select(['id', 'fileId'])
    .where('state', 'in', ['due', 'waiting'])
    .execute();
  await forgetWritten(
    write,
    open.flatMap(({ fileId }) => fileId ?? []),
  );
  await write
    .updateTable('reportRun')
    .set({ state: 'failed', fault: WHY, doneAt: at, fileId: null })
    .where('id', 'in', listed(open.map(({ id }) => id)))
    .execute();
  const late = await write
    .selectFrom('reportSchedule')
    .selectAll()
    .where('active', '=', 1)
    .where('nextAt', '<=', at)
    .execute();
  for (const row of late)
    await write
      .updateTable('reportSchedule')
      .set({ nextAt: nextTurn(scheduleCodec.decode(row), now, zone) })
      .where('id', '=', row.id)
      .execute();
}

type Held = 'mails' | 'pushes' | 'filings' | 'invoices';

/** Counts the items held back, by kind. */
async function countHeld(write: Writer): Promise<Record<Held, number>> {
  const { rows } = await sql<Record<Held, number>>`select
    (select count(*) from mail where state = 'failed' and error = ${WHY})
      + (select count(*) from cmrMail where mailId is null and fault = ${WHY}) as mails,
    (select count(distinct apiPush.id) from apiPush join apiPushAttempt on apiPushAttempt.pushId = apiPush.id
      where apiPush.status = 'failed' and apiPushAttempt.error = ${WHY}) as pushes,
    (select count(*) from filing where state = 'failed' and result = ${WHY})
      + (select count(*) from customsMessage where state = 'failed' and result = ${WHY}) as filings,
    (select count(*) from eInvoice where state = 'failed' and error = ${WHY}) as invoices`.execute(write);
  const { mails = 0, pushes = 0, filings = 0, invoices = 0 } = rows[0] ?? {};
  return {
    ...{ mails: Number(mails), pushes: Number(pushes) },
    ...{ filings: Number(filings), invoices: Number(invoices) },
  };
}
