import type { AlertEvent } from '@contract/monitor/alert';
import { US_CUSTOMS_ZONE } from '@contract/rules/usDays';
import { dayAt } from '@contract/rules/zonedTime';
import type { Reader } from '../../store/open';
import type { AlertCondition, AlertMatch } from './alertMatch';
import { ago, type Evaluator, endingMatch } from './evaluation';

/** ISFs with their latest response of customs, of the customers of a rule. */
function answeredIsfs(read: Reader, { customerIds }: AlertCondition) {
  const found = read
    .selectFrom('seaIsf')
    .innerJoin('isfAnswer', 'isfAnswer.isfId', 'seaIsf.id')
    .select(['seaIsf.id', 'seaIsf.isfNo as no'])
    .select((row) => [row.fn.max('isfAnswer.id').as('answer'), row.fn.max('isfAnswer.at').as('at')])
    .groupBy(['seaIsf.id', 'seaIsf.isfNo']);
  return customerIds.length > 0 ? found.where('seaIsf.customerId', 'in', customerIds) : found;
}

/** Matches of records whose latest response came before an instant; another response is another occurrence. */
const byAnswer = (
  rows: readonly { id: number; no: string | null; answer: number; at: string }[],
  before: string,
): AlertMatch[] =>
  rows
    .filter(({ at }) => at <= before)
    .map(({ id, no, answer, at }) => ({
      ...{ objectId: id, objectNo: no ?? `#${id}`, billId: null, since: at },
      occurrence: String(answer),
    }));

type WatchedEvent = Extract<
  AlertEvent,
  'isf_deadline' | 'isf_rejected' | 'isf_answer_open' | 'entry_answer_open' | 'entry_summary_due'
>;

/** Evaluators of the events of filings with US customs. */
export const usCustomsEvaluators: Readonly<Record<WatchedEvent, Evaluator>> = {
  isf_deadline: async ({ read, watched, hours, now }) => {
    const { customerIds } = watched;
    let bills = read
      .selectFrom('seaBill')
      .leftJoin('seaIsf', 'seaIsf.id', 'seaBill.isfId')
      .select(['seaBill.id', 'seaBill.mblNo', 'seaBill.billId'])
      .select(({ fn }) => fn.coalesce('seaBill.loadingAt', 'seaBill.etd').as('loads'))
      .where('seaBill.state', '=', 'draft')
      .where('seaBill.podCode', 'like', 'US%')
      // Submitted ones included: only an ISF accepted by customs has met the deadline.
      .where('seaIsf.standing', 'is', null)
      .where(({ fn }) => fn.coalesce('seaBill.loadingAt', 'seaBill.etd'), '<=', ago(now, -hours));
    if (customerIds.length > 0) bills = bills.where('seaBill.customerId', 'in', customerIds);
    return (await bills.execute()).map(({ id, mblNo, billId, loads }) => ({
      ...{ objectId: id, objectNo: mblNo, billId, since: loads },
      occurrence: '',
    }));
  },

  isf_rejected: async ({ read, watched, hours, now }) => {
    const refused = answeredIsfs(read, watched)
      .where('seaIsf.state', '=', 'rejected')
      .where('isfAnswer.event', '=', 'rejected');
    return byAnswer(await refused.execute(), ago(now, hours));
  },

  isf_answer_open: async ({ read, watched, hours, now }) => {
    const open = answeredIsfs(read, watched).where('seaIsf.openAnswer', 'is not', null);
    return byAnswer(await open.execute(), ago(now, hours));
  },

  entry_answer_open: async ({ read, watched: { customerIds }, hours, now }) => {
    let open = read
      .selectFrom('seaEntry')
      .innerJoin('entryAnswer', 'entryAnswer.entryId', 'seaEntry.id')
      .select(['seaEntry.id', 'seaEntry.entryNo as no'])
      .select((row) => [row.fn.max('entryAnswer.id').as('answer'), row.fn.max('entryAnswer.at').as('at')])
      .where('seaEntry.openAnswer', 'is not', null)
      .groupBy(['seaEntry.id', 'seaEntry.entryNo']);
    if (customerIds.length > 0) open = open.where('seaEntry.customerId', 'in', customerIds);
    return byAnswer(await open.execute(), ago(now, hours));
  },

  entry_summary_due: async ({ read, watched, hours, now }) => {
    const { customerIds } = watched;
    let released = read
      .selectFrom('seaEntry')
      .select(['id', 'entryNo', 'billId', 'summaryDueOn'])
      .where('state', '=', 'released')
      .where('summaryDueOn', '<=', dayAt(ago(now, -hours), US_CUSTOMS_ZONE));
    if (customerIds.length > 0) released = released.where('customerId', 'in', customerIds);
    return (await released.execute()).map(({ id, entryNo, billId, summaryDueOn }) => ({
      ...endingMatch(id, entryNo ?? '', summaryDueOn),
      billId,
    }));
  },
};
