import { reportSchedule } from '@contract/report/schedule';
import type { Insertable } from 'kysely';
import { codecOf } from '../store/codec';
import type { Writer } from '../store/open';
import type { Database } from '../store/tables';
import { DAY, HOUR, iso } from './clock';
import { staffId } from './people';
import { insertRows } from './rows';

/** Times of 07:00 office time on the last day and before it, every so many days; winter time is UTC+1. */
const turnsBefore = (now: number, count: number, every: number): number[] => {
  const last = Math.floor((now - 6 * HOUR) / DAY) * DAY + 6 * HOUR;
  return Array.from({ length: count }, (_, index) => last - index * every * DAY);
};

interface Data {
  readonly name: string;
  readonly by: string;
  readonly report: (typeof reportSchedule.row.shape.report.options)[number];
  readonly span: (typeof reportSchedule.row.shape.span.options)[number];
  readonly to: readonly string[];
  readonly asked?: object;
  readonly weekdays?: readonly string[];
  readonly active: boolean;
  /** Rows of its last runs, newest first; negative if the mail was refused. */
  readonly rows: readonly number[];
}

const data: readonly Data[] = [
  {
    ...{ name: 'Boxes missing or held', by: 'admin', report: 'reportBox', span: 'last7' },
    ...{ asked: { state: ['missing', 'blocked'] }, to: ['warehouse@example.com'] },
    ...{ active: false, rows: [14, 11, -12, 17, 9] },
  },
  {
    ...{ name: 'Customs inspections of the week', by: 'admin', report: 'reportInspection', span: 'lastWeek' },
    ...{ weekdays: ['mon'], to: ['broker@example.com', 'operations@example.com'] },
    ...{ active: false, rows: [63, 58, 71] },
  },
  {
    ...{ name: 'AWB files of yesterday', by: 'voucher', report: 'reportAwbFile', span: 'yesterday' },
    ...{ to: ['documents@example.com'], active: false, rows: [12, 9, 15] },
  },
];

/** Writes report schedules with their last runs. They are paused: only a user may start automatic sending. */
export async function seedReportSchedules(writer: Writer, now: number): Promise<void> {
  const codec = codecOf(reportSchedule.row);
  const runs: Insertable<Database['reportRun']>[] = [];
  const made = data.map(({ by, to, asked = {}, weekdays = [], rows, ...own }, index) => {
    const at = iso(now - 30 * DAY);
    const turns = turnsBefore(now, rows.length, weekdays.length > 0 ? 7 : 1);
    turns.forEach((turn, turnIndex) => {
      const count = rows[turnIndex] ?? 0;
      const fileName = `${own.name} ${iso(turn).slice(0, 10)} 0700.xlsx`;
      runs.push({
        ...{ scheduleId: index + 1, slot: iso(turn), how: 'planned', target: 'mail' },
        ...(count < 0
          ? { state: 'failed', error: 'recipient', answer: '550 5.1.1 User unknown' }
          : { state: 'done', error: null, answer: null }),
        ...{ madeAt: iso(turn), rows: Math.abs(count), fileName, doneAt: iso(turn) },
        toEmails: JSON.stringify(to),
      });
    });
    return {
      id: index + 1,
      ...codec.encode({
        ...{ version: 1, createdAt: at, createdBy: staffId(by), updatedAt: at, updatedBy: staffId(by) },
        ...own,
        ...{ content: { asked }, frequency: weekdays.length > 0 ? 'weekly' : 'daily' },
        ...{ weekdays: [...weekdays], sendTime: '07:00', format: 'xlsx', language: 'en', toEmails: [...to] },
        ...{ folderRef: null, folderName: null, nextAt: null, lastAt: null, lastState: null },
        ...{ sort: null, remark: null },
      }),
    };
  });
  await insertRows(writer, 'reportSchedule', made);
  // Oldest first: the last result of a schedule is derived from its runs.
  await insertRows(writer, 'reportRun', runs.toReversed());
}
