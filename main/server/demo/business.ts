import { contract } from '@contract/business/contract';
import type { ApprovalLogRow, DocumentType } from '@contract/business/document';
import { orderQuote } from '@contract/business/orderQuote';
import { standardQuote } from '@contract/business/standardQuote';
import { taxation } from '@contract/business/taxation';
import { approvalConfig } from '@contract/config/approvalConfig';
import type { ApprovalStep } from '@contract/rules/approval';
import type { Insertable } from 'kysely';
import { offerFollows } from '../areas/business/kinds';
import { codecOf } from '../store/codec';
import type { Writer } from '../store/open';
import type { Database } from '../store/tables';
import { type ContractData, contractData, type RateData, rateData, type Standing } from './businessData';
import { DAY, HOUR, iso } from './clock';
import { companyData } from './companyData';
import { clientGroupData } from './customerRow';
import { orderQuoteData } from './orderQuoteData';
import { type Paper, writePapers } from './papers';
import { customerId, staffId } from './people';
import { quoteData } from './quoteData';
import { idsOf } from './reference';
import { insertRows } from './rows';
import { serviceData } from './stationData';

const companyId = idsOf(companyData.map(({ code }) => code));
const serviceId = idsOf(serviceData.map(({ code }) => code));
const groupIdOf = idsOf(clientGroupData.map(({ code }) => code));
const day = (at: number): string => iso(at).slice(0, 10);

interface LogLine {
  readonly at: string;
  readonly docType: DocumentType;
  readonly docId: number;
  readonly docNo: string;
  readonly stepNo: number | null;
  readonly stepName: string | null;
  readonly action: ApprovalLogRow['action'];
  readonly staffId: number | null;
  readonly standIn: number;
  readonly remark: string | null;
}

/** Returns a function that numbers documents of a kind by the day they were written. */
function numbers(prefix: string): (at: number) => string {
  const counts = new Map<string, number>();
  return (at) => {
    const on = day(at).replaceAll('-', '');
    const count = (counts.get(on) ?? 0) + 1;
    counts.set(on, count);
    return `${prefix}${on}-${String(count).padStart(4, '0')}`;
  };
}

type Settings = ReadonlyMap<string, { readonly id: number; readonly steps: readonly ApprovalStep[] }>;

/** Builds documents with their approval and its history. */
export class Documents {
  readonly #log: LogLine[] = [];
  readonly #settings: Settings;
  readonly #now: number;

  private constructor(settings: Settings, now: number) {
    this.#settings = settings;
    this.#now = now;
  }

  static async of(writer: Writer, now: number): Promise<Documents> {
    const rows = await writer
      .selectFrom('approvalConfig')
      .select(['id', 'docType', 'steps'])
      .orderBy('id', 'desc')
      .execute();
    return new Documents(
      new Map(
        rows.map(({ id, docType, steps }) => [
          docType,
          { id, steps: approvalConfig.row.shape.steps.parse(JSON.parse(steps)) },
        ]),
      ),
      now,
    );
  }

  /** Returns the status columns of a document, and collects its history for the log. */
  stand(docType: DocumentType, docId: number, docNo: string, standing: Standing) {
    const { state, by, daysAgo, decided = [], remark = null } = standing;
    const { id, steps } = this.#settings.get(docType) ?? { id: null, steps: [] };
    const written = this.#now - daysAgo * DAY + 9.2 * HOUR;
    const submitted = written + 1.4 * HOUR;
    const note = (at: number, action: LogLine['action'], more: Partial<LogLine> = {}) =>
      this.#log.push({
        ...{ at: iso(at), docType, docId, docNo, stepNo: null, stepName: null, action },
        ...{ staffId: null, standIn: 0, remark: null, ...more },
      });
    const fresh = state === 'draft';
    if (!fresh) note(submitted, 'submit', { staffId: staffId(by) });
    let last = submitted;
    decided.forEach((who, index) => {
      last = submitted + (index + 1) * 3.1 * HOUR;
      const rejects = state === 'rejected' && index === decided.length - 1;
      note(last, rejects ? 'reject' : 'approve', {
        ...{ stepNo: index + 1, stepName: steps[index]?.name ?? null, staffId: staffId(who) },
        remark: rejects ? remark : null,
      });
    });
    if (state === 'expired') note(this.#now - 12 * DAY, 'expire');
    if (state === 'terminated')
      note(this.#now - 20 * DAY, 'terminate', { staffId: staffId('li.wei'), remark });
    const open = state === 'pending' ? steps.slice(decided.length) : null;
    const due = open?.[0]?.dueHours ?? null;
    const counts = ['approved', 'expired', 'terminated'].includes(state);
    return {
      id: docId,
      version: fresh ? 1 : 2 + decided.length,
      createdAt: iso(written),
      createdBy: staffId(by),
      updatedAt: iso(fresh ? written : last),
      updatedBy: staffId(decided.at(-1) ?? by),
      state,
      versionNo: 1,
      copiedFromId: null,
      submittedAt: fresh ? null : iso(submitted),
      submittedBy: fresh ? null : staffId(by),
      waiting: open ? [...open] : null,
      stepNo: open ? decided.length + 1 : null,
      stepDueAt: due === null ? null : iso(last + due * HOUR),
      approvalConfigId: fresh ? null : id,
      approvedAt: counts ? iso(last) : null,
      replaces: false,
      terminatedOn: state === 'terminated' ? day(this.#now - 20 * DAY) : null,
      terminatedReason: state === 'terminated' ? remark : null,
      endToldAt: null,
    };
  }

  /** Returns the day so many days after that of the demo. */
  day(fromNow: number): string {
    return day(this.#now + fromNow * DAY);
  }

  /** Writes the history of the documents in chronological order. */
  async writeLog(writer: Writer): Promise<void> {
    const lines = this.#log.filter(({ at }) => at <= iso(this.#now)).sort((a, b) => (a.at < b.at ? -1 : 1));
    await insertRows(writer, 'approvalLog', lines);
  }
}

/** Writes contracts, quotes and tax rates of the demo. Returns the contents of their files by id. */
export async function seedBusiness(writer: Writer, now: number): Promise<Map<string, Uint8Array>> {
  const documents = await Documents.of(writer, now);
  const contents = await seedContracts(writer, documents, now);
  await seedQuotes(writer, documents, now);
  await seedOrderQuotes(writer, documents, now);
  await seedRates(writer, documents, now);
  await documents.writeLog(writer);
  return contents;
}

async function seedContracts(
  writer: Writer,
  documents: Documents,
  now: number,
): Promise<Map<string, Uint8Array>> {
  const numberOf = numbers('CT');
  const papers: Paper[] = [];
  const own = new Map(companyData.map((company) => [company.code, company]));
  const rows = contractData.map((data: ContractData, index) => {
    const id = index + 1;
    const contractNo = numberOf(now - data.daysAgo * DAY);
    const made = documents.stand('contract', id, contractNo, data);
    const company = own.get(data.company);
    if (data.file) {
      papers.push({
        ...{ docType: 'contract', docId: id, kind: 'contract', fileName: `${contractNo}.pdf` },
        title: `Contract ${contractNo}`,
        lines: [
          data.title,
          `Between Northgate Customs BV and ${company?.nameEn ?? data.company}`,
          `From ${documents.day(data.from)} to ${documents.day(data.to)}`,
        ],
        ...{ by: made.createdBy, at: made.createdAt },
      });
    }
    return {
      ...made,
      contractNo,
      title: data.title,
      kind: data.kind,
      companyId: companyId(data.company),
      ownCompanyId: companyId('NGC-NL'),
      serviceIds: data.kind === 'customer' ? [1, 2] : [],
      validFrom: documents.day(data.from),
      validTo: documents.day(data.to),
      currency: data.currency ?? 'EUR',
      amountLimit: data.limit ?? null,
      paymentTermDays: 30,
      autoRenew: data.autoRenew ?? false,
      noticeDays: data.notice ?? 30,
      ownerStaffId: staffId(data.by),
      fileCount: data.file ? 1 : 0,
      remark: null,
    };
  });
  const { encode } = codecOf(contract.row);
  await insertRows(
    writer,
    'contract',
    rows.map((row) => encode(row)),
  );
  return writePapers(writer, papers);
}

async function seedQuotes(writer: Writer, documents: Documents, now: number): Promise<void> {
  const numberOf = numbers('SQ');
  const rows = quoteData.map((data, index) => {
    const id = index + 1;
    const quoteNo = numberOf(now - data.daysAgo * DAY);
    return {
      ...documents.stand('standard_quote', id, quoteNo, data),
      quoteNo,
      versionNo: data.after === undefined ? 1 : 2,
      copiedFromId: data.after ?? null,
      nameEn: data.nameEn,
      nameCn: data.nameCn,
      direction: data.supplier ? ('buy' as const) : ('sell' as const),
      companyId: data.supplier ? companyId(data.supplier) : null,
      groupId: data.group ? groupIdOf(data.group) : null,
      customerId: data.customer ? customerId(data.customer) : null,
      serviceId: serviceId(data.service),
      currency: data.currency ?? 'EUR',
      validFrom: documents.day(data.from),
      validTo: documents.day(data.to),
      volumetricDivisor: 6000,
      roundTo: '0.5' as const,
      fuelSurchargePercent: data.fuel ?? 0,
      taxIncluded: false,
      lines: [...data.lines],
      remark: null,
    };
  });
  const { encode } = codecOf(standardQuote.row);
  await insertRows(
    writer,
    'standardQuote',
    rows.map((row) => encode(row)),
  );
}

async function seedOrderQuotes(writer: Writer, documents: Documents, now: number): Promise<void> {
  const numberOf = numbers('OQ');
  const { encode } = codecOf(orderQuote.row);
  const rows: Insertable<Database['orderQuote']>[] = [];
  for (const [index, data] of orderQuoteData.entries()) {
    const id = index + 1;
    const quoteNo = numberOf(now - data.daysAgo * DAY);
    const { goods, incoterm, packages, weight, volume, lines, mode = 'air' } = data;
    const [originCode, destinationCode] = data.lane;
    const bill = data.named
      ? await writer
          .selectFrom('bill')
          .select('billNo')
          .where('customerId', '=', customerId(data.customer))
          .where('mode', '=', mode)
          .where('removedAt', 'is', null)
          .orderBy('id')
          .executeTakeFirst()
      : undefined;
    const typed = {
      currency: 'EUR',
      lines: [...lines],
      weight,
      volume,
      volumetricDivisor: mode === 'air' ? 6000 : 1000,
    };
    const made = {
      ...documents.stand('order_quote', id, quoteNo, data),
      ...{ quoteNo, mode, originCode, destinationCode, goods, incoterm, packages },
      ...typed,
      customerId: customerId(data.customer),
      billNo: bill?.billNo ?? null,
      reference: data.reference ?? null,
      serviceId: serviceId(data.service),
      expectedDate: documents.day(data.expected),
      validTo: documents.day(data.to),
      ...offerFollows(typed),
      ...(data.result ? { result: data.result } : {}),
      lostReason: data.lostReason ?? null,
      remark: null,
    };
    rows.push(encode(made));
  }
  await insertRows(writer, 'orderQuote', rows);
}

async function seedRates(writer: Writer, documents: Documents, now: number): Promise<void> {
  const numberOf = numbers('TX');
  const rows = rateData.map((data: RateData, index) => {
    const id = index + 1;
    const taxNo = numberOf(now - data.daysAgo * DAY);
    return {
      ...documents.stand('taxation', id, taxNo, data),
      taxNo,
      countryCode: data.country,
      hsCode: data.hsCode,
      dutyRate: data.duty,
      specificDuty: null,
      specificUnit: null,
      vatRate: data.vat,
      reducedVat: data.reduced ?? false,
      additional: [...(data.additional ?? [])],
      currency: data.currency ?? 'EUR',
      validFrom: data.from,
      validTo: data.to ?? null,
      source: data.source,
      remark: null,
    };
  });
  const { encode } = codecOf(taxation.row);
  await insertRows(
    writer,
    'taxation',
    rows.map((row) => encode(row)),
  );
}
