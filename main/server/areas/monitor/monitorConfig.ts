import { type AlertObject, alertEvents, ruleIssues } from '@contract/monitor/alert';
import { monitorConfig } from '@contract/monitor/monitorConfig';
import { sql } from 'kysely';
import type { GroupHandlers } from '../../core/context';
import { crudHandlers } from '../../core/crud';
import { officeZone } from '../../core/officeClock';
import { refuseFields } from '../../core/refusal';
import { choiceOf } from '../../core/selected';
import { EXAMPLES } from '../../core/uses';
import type { Reader } from '../../store/open';
import { requireSight } from '../access/reach';
import { type AlertMatch, keyOf } from './alertMatch';
import { findMatches } from './evaluators';
import { filled, receiversOf } from './letters';

/** Query for the newest record of each kind, used to preview a text where nothing matches the event. */
const NEWEST: { readonly [O in AlertObject]: string } = {
  bill: "select id, billNo || ' ' || batchNo as objectNo, id as billId, ata as since from bill where ata is not null",
  t1: 'select id, mrn as objectNo, billId, releasedAt as since from t1 where releasedAt is not null',
  pmc: 'select id, uldNo as objectNo, billId, collectedAt as since from pmc where collectedAt is not null',
  fileJob:
    'select id, fileName as objectNo, billId, finishedAt as since from fileJob where finishedAt is not null',
  apiPush: "select id, billNo || ' ' || batchNo as objectNo, billId, createdAt as since from apiPush",
  ioss: "select id, iossNo as objectNo, null as billId, validTo || 'T00:00:00Z' as since from ioss where validTo is not null",
  abnormalCase: 'select id, caseNo as objectNo, billId, foundAt as since from abnormalCase',
  standardQuote:
    "select id, quoteNo as objectNo, null as billId, validTo || 'T00:00:00Z' as since from standardQuote",
  contract:
    "select id, contractNo as objectNo, null as billId, validTo || 'T00:00:00Z' as since from contract",
  seaBill: 'select id, mblNo as objectNo, billId, coalesce(loadingAt, etd) as since from seaBill',
  seaIsf: 'select id, isfNo as objectNo, null as billId, updatedAt as since from seaIsf',
  seaEntry:
    "select id, entryNo as objectNo, billId, summaryDueOn || 'T00:00:00Z' as since from seaEntry where summaryDueOn is not null",
};

async function newest(read: Reader, object: AlertObject): Promise<AlertMatch | undefined> {
  const { rows } = await sql<Omit<AlertMatch, 'objectId' | 'occurrence'> & { id: number }>`
    ${sql.raw(NEWEST[object])} order by id desc limit 1`.execute(read);
  return rows[0] && { ...rows[0], objectId: rows[0].id, occurrence: '' };
}

/** Alert rules; one with records cannot be deleted. */
export const monitorConfigHandlers: GroupHandlers<'monitorConfig'> = {
  ...crudHandlers(monitorConfig, {
    check: async (context, draft, before) => {
      // The email would contain data that the caller may not see; they may not change its recipients either.
      for (const rule of before ? [before, draft] : [draft]) requireSight(context, rule.warehouseIds);
      const [wrong] = ruleIssues(draft);
      if (wrong) throw refuseFields({ [wrong.column]: wrong.problem });
    },
    derive: ({ frequency, sendTime }) => ({ sendTime: frequency === 'daily' ? sendTime : null }),
    uses: async ({ read }, { id }) => {
      const found = await read
        .selectFrom('monitorRecord')
        .select('objectNo')
        .where('configId', '=', Number(id))
        .orderBy('id', 'desc')
        .limit(EXAMPLES)
        .execute();
      const examples = found.map(({ objectNo }) => objectNo);
      return found.length === 0
        ? []
        : [{ object: 'monitorRecord', count: found.length, capped: found.length === EXAMPLES, examples }];
    },
  }),

  try: async (context, { body }) => {
    const { now } = context;
    const read = choiceOf(context);
    context.unchanged();
    const matches = await findMatches(read, body, Date.parse(now));
    const alerted =
      body.id === null
        ? []
        : await read
            .selectFrom('monitorRecord')
            .select(['objectId', 'occurrence'])
            .where('configId', '=', body.id)
            .where('event', '=', body.event)
            .where('endedAt', 'is', null)
            .execute();
    const known = new Set(alerted.map(keyOf));
    const object = alertEvents[body.event].of;
    const record = matches[0] ?? (await newest(read, object));
    const texts = {
      name: body.name ?? '',
      event: body.event,
      subject: body.subject ?? '',
      bodyEn: body.bodyEn ?? '',
      bodyCn: body.bodyCn ?? '',
    };
    const receivers = await receiversOf(read, body);
    return {
      found: matches.length,
      told: matches.filter((one) => known.has(keyOf(one))).length,
      toEmails: [...receivers.toEmails],
      ccEmails: [...receivers.ccEmails],
      sample: record
        ? {
            objectType: object,
            objectNo: record.objectNo,
            found: matches.length > 0,
            ...(await filled(read, texts, record, { now: Date.parse(now), zone: officeZone() })),
          }
        : null,
    };
  },
};
