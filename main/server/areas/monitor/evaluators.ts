import type { BillStage } from '@contract/bill/bill';
import { billName } from '@contract/bill/billName';
import { t1Name } from '@contract/customs/t1';
import { type AlertEvent, alertEvents } from '@contract/monitor/alert';
import { FREE_HOURS } from '@contract/rules/lateness';
import { instantOf } from '@contract/rules/zonedTime';
import { overdueDays } from '@contract/warehouse/pmc';
import { type SqlBool, sql } from 'kysely';
import { officeDay } from '../../core/officeClock';
import { listed } from '../../store/dialect';
import type { Reader } from '../../store/open';
import { storedNumbers } from '../../store/storedLists';
import { openTransits } from '../customs/transits';
import { storageEnds } from '../warehouse/stock';
import type { AlertCondition, AlertMatch } from './alertMatch';
import { ago, DAY, type Evaluator, endingMatch, HOUR, lastingMatch } from './evaluation';
import { usCustomsEvaluators } from './usCustomsEvaluators';

/** Condition that a bill is in the rule's scope; records without a bill match only a rule without a scope. */
function inScope({ customerIds, airportIds, warehouseIds }: AlertCondition) {
  const one = (column: string, ids: readonly number[]) =>
    ids.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} in (${sql.join([...ids])})`;
  return sql<SqlBool>`${one('bill.customerId', customerIds)}
    and ${one('bill.landingAirportId', airportIds)} and ${one('bill.warehouseId', warehouseIds)}`;
}

/** Open bills in some stages, found by the index of stages. */
const billsIn = (read: Reader, watched: AlertCondition, stages: readonly BillStage[]) =>
  read
    .selectFrom('bill')
    .select(['bill.id', 'bill.billNo', 'bill.batchNo'])
    .where('bill.archived', '=', 0)
    .where('bill.stage', 'in', stages)
    .where(inScope(watched));

/** Stages of bills that have landed and are not yet in the warehouse. */
const AT_STATION = ['arrived', 'pickup', 'clearing', 'clearance'] as const;
/** Stages of bills that have landed and are still in our care. */
const UNDER_WAY = [...AT_STATION, 'inbound', 'outbound', 'transit'] as const;

/** Bills with goods at the cargo station since a notice of arrival. */
const uncollected = (read: Reader, watched: AlertCondition) =>
  billsIn(read, watched, UNDER_WAY).where('bill.noaAt', 'is not', null).where('bill.pickupFinished', '=', 0);

/** Open cases of bills that are neither archived nor removed. */
const openCases = (read: Reader, watched: AlertCondition) =>
  read
    .selectFrom('abnormalCase')
    .innerJoin('bill', 'bill.id', 'abnormalCase.billId')
    .select(['abnormalCase.id', 'caseNo', 'abnormalCase.billId', 'foundAt', 'noticeDueOn'])
    .where('abnormalCase.state', 'in', ['open', 'processing'])
    .where('bill.archived', '=', 0)
    .where('bill.removedAt', 'is', null)
    .where(inScope(watched));

/**
 * The query of each event. Lateness is defined in rules/lateness and by the state machines; here it is only queried.
 */
const evaluators: { readonly [E in AlertEvent]: Evaluator } = {
  noa_missing: async ({ read, watched, hours, now }) => {
    const rows = await billsIn(read, watched, AT_STATION)
      .select('bill.ata')
      .where('bill.mode', '=', 'air')
      .where('bill.ata', '<=', ago(now, hours))
      .where('bill.noaAt', 'is', null)
      .where('bill.pickupAt', 'is', null)
      .execute();
    return rows.map((bill) => lastingMatch(bill.id, billName(bill), bill.ata ?? ''));
  },

  storage_risk: async ({ read, watched, hours, now }) => {
    const rows = await uncollected(read, watched)
      .leftJoin('cargoStation', 'cargoStation.id', 'bill.cargoStationId')
      .select(['bill.noaAt', 'cargoStation.freeHours'])
      .where('bill.mode', '=', 'air')
      .execute();
    return rows
      .map((bill) => {
        const ends = Date.parse(bill.noaAt ?? '') + (bill.freeHours ?? FREE_HOURS) * HOUR;
        return { bill, ends };
      })
      .filter(({ ends }) => ends - hours * HOUR <= now)
      .map(({ bill, ends }) => lastingMatch(bill.id, billName(bill), instantOf(ends)));
  },

  pickup_overdue: async ({ read, watched, hours, now }) => {
    const rows = await uncollected(read, watched)
      .select('bill.noaAt')
      .where('bill.noaAt', '<=', ago(now, hours))
      .execute();
    return rows.map((bill) => lastingMatch(bill.id, billName(bill), bill.noaAt ?? ''));
  },

  clearance_overdue: async ({ read, watched, hours, now }) => {
    const rows = await billsIn(read, watched, UNDER_WAY)
      .select('bill.ata')
      .where('bill.ata', '<=', ago(now, hours))
      .where((bill) =>
        bill.or([
          bill('bill.clearanceStatus', 'is', null),
          bill('bill.clearanceStatus', 'not in', ['success', 'handover']),
        ]),
      )
      .execute();
    return rows.map((bill) => lastingMatch(bill.id, billName(bill), bill.ata ?? ''));
  },

  box_missing: async ({ read, watched, hours, now }) => {
    const rows = await billsIn(read, watched, [...UNDER_WAY])
      .select((bill) =>
        bill
          .selectFrom('pick')
          .select(({ fn }) => fn.max('pick.inboundFinishAt').as('at'))
          .whereRef('pick.billId', '=', 'bill.id')
          .as('receivedAt'),
      )
      .where('bill.shortageCount', '>', 0)
      // Until every trip is received, missing goods are still on their way.
      .where(
        sql<SqlBool>`(select count(*) > 0 and min(pick.inboundFinished) = 1 from pick where pick.billId = bill.id)`,
      )
      .execute();
    return rows.flatMap((bill) =>
      bill.receivedAt && bill.receivedAt <= ago(now, hours)
        ? [lastingMatch(bill.id, billName(bill), bill.receivedAt)]
        : [],
    );
  },

  stock_limit: async ({ read, watched, hours, now }) => {
    const bills = await billsIn(read, watched, ['inbound', 'clearance', 'outbound']).execute();
    const days = await storageEnds(
      read,
      instantOf(now),
      bills.map(({ id }) => id),
    );
    return bills.flatMap((bill) => {
      const [begins, ends] = days.get(bill.id) ?? [];
      return begins && ends && Date.parse(begins) - hours * HOUR <= now
        ? [lastingMatch(bill.id, billName(bill), ends)]
        : [];
    });
  },

  pod_overdue: async ({ read, watched, hours, now }) => {
    const rows = await billsIn(read, watched, ['outbound', 'transit'])
      .select((bill) => [
        'bill.tatAt',
        'bill.stage',
        bill
          .selectFrom('pick')
          .select(({ fn }) => fn.max('pick.outboundStartAt').as('at'))
          .whereRef('pick.billId', '=', 'bill.id')
          .as('leftAt'),
        bill
          .selectFrom('cmr')
          .innerJoin('cmrBill', 'cmrBill.cmrId', 'cmr.id')
          .select(({ fn }) => fn.max('cmr.departedAt').as('at'))
          .whereRef('cmrBill.billId', '=', 'bill.id')
          .as('departedAt'),
      ])
      .execute();
    return rows.flatMap((bill) => {
      // Until the last truck has left, only goods that have reached the hub are waited for.
      const departed = [bill.leftAt, bill.departedAt].filter((at) => at !== null).sort();
      const from = bill.tatAt ?? (bill.stage === 'transit' ? departed.at(-1) : undefined);
      return from && from <= ago(now, hours) ? [lastingMatch(bill.id, billName(bill), from)] : [];
    });
  },

  t1_overdue: async ({ read, watched, hours, now }) => {
    const rows = await openTransits(read)
      .select(['t1.id', 't1.mrn', 't1.lrn', 't1.timeLimit', 'bill.id as billId'])
      .where('t1.timeLimit', '<', officeDay(ago(now, -hours)))
      .where(inScope(watched))
      .execute();
    return rows.map(({ id, mrn, lrn, timeLimit, billId }) => ({
      ...{ objectId: id, objectNo: t1Name({ mrn, lrn }), billId, occurrence: '' },
      // The whole last day is still on time.
      since: instantOf(Date.parse(timeLimit ?? '') + DAY),
    }));
  },

  pmc_overdue: async ({ read, watched, hours, now }) => {
    const rows = await read
      .selectFrom('pmc')
      .innerJoin('bill', 'bill.id', 'pmc.billId')
      .select(['pmc.id', 'pmc.uldNo', 'pmc.billId', 'collectedAt', 'freeDays', 'returnedAt'])
      .where('pmc.state', 'in', ['collected', 'unloaded'])
      .where('bill.archived', '=', 0)
      .where('bill.removedAt', 'is', null)
      .where(inScope(watched))
      .execute();
    return rows
      .filter((pmc) => overdueDays(pmc, ago(now, hours)) > 0)
      .map(({ id, uldNo, billId, collectedAt, freeDays }) => ({
        ...{ objectId: id, objectNo: uldNo, billId, occurrence: '' },
        since: instantOf(Date.parse(collectedAt ?? '') + freeDays * DAY),
      }));
  },

  file_failed: async ({ read, watched, hours, now }) => {
    const rows = await read
      .selectFrom('fileJob')
      .leftJoin('bill', 'bill.id', 'fileJob.billId')
      .select(['fileJob.id', 'fileJob.fileName', 'fileJob.billId', 'fileJob.finishedAt'])
      .where('fileJob.status', '=', 'failed')
      .where('fileJob.finishedAt', '<=', ago(now, hours))
      .where(inScope(watched))
      .execute();
    return rows.map(({ id, fileName, billId, finishedAt }) => ({
      ...{ objectId: id, objectNo: fileName, billId },
      ...{ since: finishedAt ?? '', occurrence: finishedAt ?? '' },
    }));
  },

  api_push_failed: async ({ read, watched, hours, now }) => {
    const rows = await read
      .selectFrom('apiPush')
      .leftJoin('bill', 'bill.id', 'apiPush.billId')
      .select(['apiPush.id', 'apiPush.billNo', 'apiPush.batchNo', 'apiPush.billId', 'finishedAt'])
      .where('apiPush.status', '=', 'failed')
      .where('finishedAt', '<=', ago(now, hours))
      .where(inScope(watched))
      .execute();
    return rows.map(({ id, billId, finishedAt, ...bill }) => ({
      ...{ objectId: id, objectNo: billName(bill), billId },
      ...{ since: finishedAt ?? '', occurrence: finishedAt ?? '' },
    }));
  },

  ioss_expiring: async ({ read, watched, hours, now }) => {
    const { customerIds } = watched;
    const rows = await read
      .selectFrom('ioss')
      .select(['id', 'iossNo', 'validTo', 'customerIds'])
      .where('locked', '=', 0)
      .where('validTo', '<=', officeDay(ago(now, -hours)))
      .execute();
    return rows
      .filter((row) => {
        // A number without customers applies to all.
        const own = storedNumbers(row.customerIds);
        return customerIds.length === 0 || own.length === 0 || own.some((id) => customerIds.includes(id));
      })
      .map(({ id, iossNo, validTo }) => endingMatch(id, iossNo, validTo));
  },

  quote_expiring: async ({ read, watched, hours, now }) => {
    const { customerIds } = watched;
    const groups = await read
      .selectFrom('customer')
      .select('groupId')
      .where('id', 'in', listed(customerIds))
      .execute();
    const groupIds = new Set(groups.map(({ groupId }) => groupId));
    // A quote terminated in advance ends on purpose.
    const rows = await read
      .selectFrom('standardQuote')
      .select(['id', 'quoteNo', 'validTo', 'direction', 'customerId', 'groupId'])
      .where('state', '=', 'approved')
      .where('terminatedOn', 'is', null)
      .where('validTo', '<=', officeDay(ago(now, -hours)))
      .execute();
    return rows
      .filter(({ direction, customerId, groupId }) => {
        if (customerIds.length === 0) return true;
        if (direction !== 'sell') return false;
        // A quote without a customer applies to all.
        if (customerId === null) return groupId === null || groupIds.has(groupId);
        return customerIds.includes(customerId);
      })
      .map(({ id, quoteNo, validTo }) => endingMatch(id, quoteNo, validTo));
  },

  contract_expiring: async ({ read, watched, hours, now }) => {
    const { customerIds } = watched;
    const customers = await read
      .selectFrom('customer')
      .select('companyId')
      .where('id', 'in', listed(customerIds))
      .execute();
    const companyIds = new Set(customers.map(({ companyId }) => companyId));
    const rows = await read
      .selectFrom('contract')
      .select(['id', 'contractNo', 'validTo', 'companyId'])
      .where('state', '=', 'approved')
      .where('terminatedOn', 'is', null)
      .where('autoRenew', '=', 0)
      .where('validTo', '<=', officeDay(ago(now, -hours)))
      .execute();
    return rows
      .filter(({ companyId }) => customerIds.length === 0 || companyIds.has(companyId))
      .map(({ id, contractNo, validTo }) => endingMatch(id, contractNo, validTo));
  },

  ...usCustomsEvaluators,

  exception_opened: async ({ read, watched, hours, now }) => {
    const rows = await openCases(read, watched).where('foundAt', '<=', ago(now, hours)).execute();
    return rows.map(({ id, caseNo, billId, foundAt }) => ({ ...lastingMatch(id, caseNo, foundAt), billId }));
  },

  claim_notice_due: async ({ read, watched, hours, now }) => {
    const rows = await openCases(read, watched)
      .leftJoin('mail', 'mail.id', 'abnormalCase.noticeMailId')
      .where('noticeDueOn', '<=', officeDay(ago(now, -hours)))
      .where('noticeGivenAt', 'is', null)
      .where('mail.sentAt', 'is', null)
      .execute();
    return rows.map(({ id, caseNo, billId, noticeDueOn }) => ({
      ...endingMatch(id, caseNo, noticeDueOn),
      billId,
    }));
  },
};

/** Matches of a rule at an instant (milliseconds), each once. */
export function findMatches(read: Reader, watched: AlertCondition, now: number): Promise<AlertMatch[]> {
  const hours = watched.thresholdHours ?? alertEvents[watched.event].hours;
  return evaluators[watched.event]({ read, watched, hours, now });
}
