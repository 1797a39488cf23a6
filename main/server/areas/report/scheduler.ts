import { asError } from '@contract/failure';
import type { ReportSchedule, runFaults } from '@contract/report/schedule';
import { formatInstant, instantOf, pad2, toWall, zoneName } from '@contract/rules/zonedTime';
import { choiceLabel, say } from '@contract/words';
import { officeZone } from '../../core/officeClock';
import { type BackgroundServices, repeat } from '../../core/repeat';
import type { Store } from '../../store/open';
import { nameFile, placeFile } from '../../store/storedFiles';
import { storedTexts } from '../../store/storedLists';
import { loadAccess } from '../access/sessions';
import { putMail } from '../mail/outbox';
import { allReportHandlers } from '.';
import type { ReportFile } from './report';
import { maySee, nextTurn, queryOf, scheduleCodec, storeTurn } from './schedule';

/** Options of the scheduler. */
export interface SchedulerOptions extends BackgroundServices {
  /** The time zone of the office; default: that of this machine. */
  readonly zone?: string | undefined;
}

/** A started turn whose file is not made yet. */
interface Turn {
  readonly scheduleId: number;
  readonly slot: string;
}
type Fault = (typeof runFaults)[number];

/** Reason why a file could not be made, with details. */
class Unmade extends Error {
  readonly fault: Fault;
  constructor(fault: Fault, detail?: string) {
    super(detail ?? '');
    this.fault = fault;
  }
}

/**
 * Runs schedules until stopped: the turn is stored first, then its file is made outside of any transaction, and its
 * email is put into the outbox together with the result. Interrupted in between, a turn is resumed where it was;
 * afterwards never again. Returns a function that stops it.
 */
export function runSchedules(options: SchedulerOptions): () => Promise<void> {
  let seen = Number.POSITIVE_INFINITY;
  return repeat(
    options.every ?? 2000,
    async (stopped) => {
      const time = options.now();
      // At the start too: the clock may have been set back while nothing ran.
      if (time < seen) await takeBack(options);
      seen = time;
      await takeTurns(options, stopped);
    },
    (error) => options.report('the schedules of reports could not be looked at', error),
  );
}

/** Milliseconds by which a clock may be corrected without a turn being made again. */
const CORRECTED = 3_600_000;

/**
 * Recalculates the next run of each schedule after the clock was set back. A run whose time is now in the future is
 * repeated then, since its data was of another day; a correction of up to {@link CORRECTED} repeats none.
 */
export async function takeBack({ store, now, zone = officeZone() }: SchedulerOptions): Promise<void> {
  const time = now();
  const rows = await store.read.selectFrom('reportSchedule').selectAll().where('active', '=', 1).execute();
  for (const row of rows) {
    const nextAt = nextTurn(scheduleCodec.decode(row), time, zone);
    if (!nextAt || !row.nextAt || row.nextAt <= nextAt) continue;
    await store.write(async (write) => {
      await write.updateTable('reportSchedule').set({ nextAt }).where('id', '=', row.id).execute();
      const made = await write
        .selectFrom('reportRun')
        .select(['slot'])
        .distinct()
        .where('scheduleId', '=', row.id)
        .where('slot', '>', instantOf(time + CORRECTED))
        .orderBy('slot', 'desc')
        .execute();
      for (const [index, { slot }] of made.entries()) {
        const free = instantOf(time - index * 1000);
        await write
          .updateTable('reportRun')
          .set({ slot: free })
          .where('scheduleId', '=', row.id)
          .where('slot', '=', slot)
          .execute();
      }
      const last = made.length > 0 && row.lastAt !== null ? { lastAt: instantOf(time) } : undefined;
      if (last) await write.updateTable('reportSchedule').set(last).where('id', '=', row.id).execute();
    });
  }
}

/** Starts the due turns, and makes the files of started ones. */
export async function takeTurns(options: SchedulerOptions, stopped?: AbortSignal): Promise<void> {
  await storeDueTurns(options);
  while (!stopped?.aborted) {
    const turn = await dueTurn(options.store);
    if (!turn) return;
    await make(options, turn);
  }
}

/** Starts what is due: a run missed several times, for example while the machine was off, is made once. */
async function storeDueTurns({ store, now, zone = officeZone() }: SchedulerOptions): Promise<void> {
  const at = instantOf(now());
  const rows = await store.read
    .selectFrom('reportSchedule')
    .select('id')
    .where('active', '=', 1)
    .where('nextAt', '<=', at)
    .execute();
  for (const { id } of rows)
    await store.write(async (write) => {
      const row = await write
        .selectFrom('reportSchedule')
        .selectAll()
        .where('id', '=', id)
        .where('active', '=', 1)
        .where('nextAt', '<=', at)
        .executeTakeFirst();
      // Changed, or started by another process, since it was read.
      if (!row?.nextAt) return;
      const schedule = scheduleCodec.decode(row);
      await storeTurn(write, schedule, row.nextAt, 'planned');
      await write
        .updateTable('reportSchedule')
        .set({ nextAt: nextTurn(schedule, now(), zone) })
        .where('id', '=', id)
        .execute();
    });
}

/** The oldest started turn: one file at a time, which may have a hundred thousand rows. */
const dueTurn = (store: Store): Promise<Turn | undefined> =>
  store.read
    .selectFrom('reportRun')
    .select(['scheduleId', 'slot'])
    .where('state', '=', 'due')
    .orderBy('slot')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

async function make(options: SchedulerOptions, turn: Turn): Promise<void> {
  try {
    await makeFile(options, turn);
  } catch (error) {
    const known = error instanceof Unmade;
    if (!known) options.report('a scheduled report could not be made', error);
    await options.store.write((write) =>
      write
        .updateTable('reportRun')
        .set({
          state: 'failed',
          doneAt: instantOf(options.now()),
          fault: known ? error.fault : 'making',
          answer: (asError(error).message || null)?.slice(0, 500) ?? null,
        })
        .where('scheduleId', '=', turn.scheduleId)
        .where('slot', '=', turn.slot)
        .where('state', '=', 'due')
        .execute(),
    );
  }
}

/** Makes the file of a turn on behalf of the schedule's owner, with their present permissions, and delivers it. */
async function makeFile({ store, now, zone = officeZone() }: SchedulerOptions, turn: Turn): Promise<void> {
  const row = await store.read
    .selectFrom('reportSchedule')
    .selectAll()
    .where('id', '=', turn.scheduleId)
    .executeTakeFirstOrThrow();
  const schedule = scheduleCodec.decode(row);
  const owner = await loadAccess(store.read, schedule.createdBy ?? 0);
  if (!owner) throw new Unmade('owner_gone');
  if (!maySee(owner, schedule.report)) throw new Unmade('no_permission');
  const time = now();
  const query = queryOf(schedule, time, zone);
  if (!query) throw new Unmade('query');
  const { warehouseIds } = owner;
  const seen = warehouseIds.length > 0 ? store.within({ staffId: owner.id, warehouseIds }) : store;
  const at = instantOf(time);
  let rows = 0;
  const exported = allReportHandlers[schedule.report].export as unknown as ReportFile;
  const { language } = schedule;
  const made = await exported({ store: seen, language, now: at }, { query: query }, (count) => {
    rows += count;
  });
  const fileName = nameOf(schedule, time, zone);
  const file = await placeFile(store, { ...made, name: fileName });
  await store.write(async (write) => {
    const due = await write
      .selectFrom('reportRun')
      .select(['id', 'target', 'toEmails'])
      .where('scheduleId', '=', turn.scheduleId)
      .where('slot', '=', turn.slot)
      .where('state', '=', 'due')
      .execute();
    // Deleted in the meantime: the file has no row, and is removed at the next start.
    if (due.length === 0) return;
    await nameFile({ write, now: at }, file, schedule.createdBy);
    const kept = { madeAt: at, rows, fileName };
    for (const { id, target, toEmails } of due) {
      const mail = target === 'mail' ? textsOf(schedule, { rows, fileName, at, zone, owner }) : undefined;
      const mailId = mail
        ? await putMail(
            { write, now: at },
            {
              ...mail,
              toEmails: storedTexts(toEmails),
              fileIds: [file.id],
              objectType: 'reportSchedule',
              objectNo: schedule.name,
            },
            schedule.createdBy,
          )
        : null;
      await write
        .updateTable('reportRun')
        .set({
          ...kept,
          fileId: file.id,
          ...(mailId === null ? { state: 'waiting' } : { state: 'sending', mailId }),
        })
        .where('id', '=', id)
        .execute();
    }
  });
}

/** Name of a schedule with day and minute on the clock of the office, valid as a file name on any system. */
function nameOf({ name, format }: ReportSchedule, now: number, zone: string): string {
  const { year, month, day, hour, minute } = toWall(now, zone);
  const plain = name.replaceAll(/[\p{Cc}<>:"/\\|?*]/gu, '-').replace(/^[.\s]+/, '');
  return `${plain || 'report'} ${year}-${pad2(month)}-${pad2(day)} ${pad2(hour)}${pad2(minute)}.${format}`;
}

function textsOf(
  { name, report, span, language }: ReportSchedule,
  made: { rows: number; fileName: string; at: string; zone: string; owner: { realName: string } },
): { subject: string; text: string } {
  const of = {
    name,
    report: choiceLabel(language, 'reportName', report),
    span: choiceLabel(language, 'reportSpan', span),
    rows: made.rows,
    file: made.fileName,
  };
  const from = {
    name,
    person: made.owner.realName,
    at: formatInstant(made.at, made.zone),
    zone: zoneName(made.at, made.zone),
  };
  return {
    subject: say(language, 'REPORT_MAIL', of),
    text: [
      say(language, made.rows > 0 ? 'REPORT_MAIL_TEXT' : 'REPORT_MAIL_EMPTY', of),
      say(language, 'REPORT_MAIL_FROM', from),
    ].join('\n\n'),
  };
}
