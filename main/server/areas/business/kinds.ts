import { type Contract, contract, contractRights } from '@contract/business/contract';
import type { DocumentType } from '@contract/business/document';
import { type OrderQuote, orderQuote, orderQuoteRights } from '@contract/business/orderQuote';
import { type StandardQuote, standardQuote, standardQuoteRights } from '@contract/business/standardQuote';
import { type Taxation, taxation, taxationRights } from '@contract/business/taxation';
import { problem } from '@contract/errors';
import { type OfferLine, offerTerms, offerTotals } from '@contract/rules/offer';
import { chargeableWeight } from '@contract/rules/pricing';
import { laneText, type QuoteLine, sharedLane } from '@contract/rules/quote';
import { formatDay } from '@contract/rules/zonedTime';
import type { Context } from '../../core/context';
import { type Codec, codecByName } from '../../store/codec';
import type { Reader } from '../../store/open';
import { holds } from '../access/holds';
import {
  type Awaiting,
  awaitedBy,
  type DocumentKind,
  type DocumentRow,
  documentsWhere,
  numberOf,
} from './document';
import { firstDay } from './documentRun';

/** Returns true if two documents are valid on a common day. Without a last day a document is valid forever. */
export function overlap(one: DocumentRow, other: DocumentRow): boolean {
  const last = (row: DocumentRow) => String(row.validTo ?? '9999');
  // A document terminated early is valid until the day before.
  const early = (row: DocumentRow, day: string) => row.terminatedOn !== null && row.terminatedOn <= day;
  const [from, to] = [firstDay(one), last(one)];
  const begins = firstDay(other) > from ? firstDay(other) : from;
  return begins <= to && begins <= last(other) && !early(other, begins) && !early(one, begins);
}

const isPast = ({ validTo }: DocumentRow, day: string): boolean =>
  typeof validTo === 'string' && validTo < day;

/** Makes a codec when it is first used. */
function lazily<R>(make: () => Codec<R>): () => Codec<R> {
  let made: Codec<R> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const taxationKind: DocumentKind<Taxation & DocumentRow> = {
  type: 'taxation',
  table: 'taxation',
  row: taxation.row,
  codec: lazily(() => codecByName(taxation.row)),
  draft: taxation.draft,
  rights: taxationRights,
  number: 'taxNo',
  prefix: 'TX',
  menu: 'business.taxation',
  amountOf: () => ({ amount: null, currency: null }),
  lacks: async (_, row, day) => (isPast(row, day) ? 'DOCUMENT_PAST' : null),
  rivals: async (db, row) => {
    const same = await documentsWhere(db, taxationKind, {
      countryCode: String(row.countryCode),
      state: 'approved',
      hsCode: String(row.hsCode),
    });
    return {
      rows: same.filter((other) => other.id !== row.id && overlap(row, other)),
      says: (rival) =>
        problem('TAXATION_OVERLAP', {
          no: numberOf(taxationKind, rival),
          from: formatDay(String(rival.validFrom)),
        }),
    };
  },
};

const contractKind: DocumentKind<Contract & DocumentRow> = {
  type: 'contract',
  table: 'contract',
  row: contract.row,
  codec: lazily(() => codecByName(contract.row)),
  draft: contract.draft,
  rights: contractRights,
  number: 'contractNo',
  prefix: 'CT',
  menu: 'business.contract',
  amountOf: ({ amountLimit, currency }) => ({
    amount: typeof amountLimit === 'string' ? amountLimit : null,
    currency: String(currency),
  }),
  lacks: async (db, row, day) => {
    if (isPast(row, day)) return 'DOCUMENT_PAST';
    const pdf = await db
      .selectFrom('documentFile')
      .select('id')
      .where('docType', '=', 'contract')
      .where('docId', '=', row.id)
      .where('mime', '=', 'application/pdf')
      .executeTakeFirst();
    return pdf ? null : 'CONTRACT_NO_FILE';
  },
};

/** Reason why a quote cannot be submitted: it has expired, or has no prices. */
const lacksOfQuote: DocumentKind['lacks'] = async (_, row, day) => {
  if (isPast(row, day)) return 'DOCUMENT_PAST';
  return [row.lines].flat().length === 0 ? 'QUOTE_NO_LINES' : null;
};

/** The parties of a rate card. */
const partyOf = ({ direction, companyId, groupId, customerId }: DocumentRow): string =>
  [direction, companyId, groupId, customerId].join('|');
const linesOf = (row: DocumentRow) => row.lines as readonly QuoteLine[];

const standardQuoteKind: DocumentKind<StandardQuote & DocumentRow> = {
  type: 'standard_quote',
  table: 'standardQuote',
  row: standardQuote.row,
  codec: lazily(() => codecByName(standardQuote.row)),
  draft: standardQuote.draft,
  rights: standardQuoteRights,
  number: 'quoteNo',
  prefix: 'SQ',
  menu: 'business.standardQuote',
  amountOf: () => ({ amount: null, currency: null }),
  lacks: lacksOfQuote,
  rivals: async (db, row) => {
    const same = await documentsWhere(db, standardQuoteKind, {
      serviceId: Number(row.serviceId),
      direction: String(row.direction),
      state: 'approved',
    });
    return {
      rows: same.filter(
        (other) =>
          other.id !== row.id &&
          partyOf(other) === partyOf(row) &&
          overlap(row, other) &&
          sharedLane(linesOf(row), linesOf(other)) !== undefined,
      ),
      says: (rival) => {
        const lane = sharedLane(linesOf(row), linesOf(rival));
        return problem('QUOTE_OVERLAP', {
          no: numberOf(standardQuoteKind, rival),
          lane: lane ? laneText(lane) : '',
          from: formatDay(String(rival.validFrom)),
          to: formatDay(String(rival.validTo)),
        });
      },
    };
  },
};

/** Derived totals of an order quote, from its lines and its goods. */
export function offerFollows({
  lines,
  currency,
  weight,
  volume,
  volumetricDivisor,
}: Pick<OrderQuote, 'currency' | 'weight' | 'volume' | 'volumetricDivisor'> & {
  readonly lines: readonly OfferLine[];
}) {
  const totals = offerTotals(lines, currency);
  const [{ amount, margin, marginPercent }] = totals;
  return {
    ...{ totals, total: amount, margin, marginPercent },
    chargeableWeight: chargeableWeight(weight, volume, offerTerms(volumetricDivisor)).kg,
    result: 'open' as const,
    lostReason: null,
  };
}

/** The lane of an order quote. */
const orderLane = ({ originCode, destinationCode }: DocumentRow): string =>
  `${String(originCode)} → ${String(destinationCode)}`;

const orderQuoteKind: DocumentKind<OrderQuote & DocumentRow> = {
  type: 'order_quote',
  table: 'orderQuote',
  row: orderQuote.row,
  codec: lazily(() => codecByName(orderQuote.row)),
  draft: orderQuote.draft,
  rights: orderQuoteRights,
  number: 'quoteNo',
  prefix: 'OQ',
  menu: 'business.orderQuote',
  amountOf: ({ total, currency }) => ({ amount: String(total), currency: String(currency) }),
  follows: (draft) => offerFollows(draft as unknown as OrderQuote),
  lacks: lacksOfQuote,
  rivals: async (db, row) => {
    const same = await documentsWhere(db, orderQuoteKind, {
      customerId: Number(row.customerId),
      serviceId: Number(row.serviceId),
      state: 'approved',
    });
    return {
      // An offer with a customer's answer may remain; two open offers for the same thing may not.
      rows: same.filter(
        (other) =>
          other.id !== row.id &&
          other.result === 'open' &&
          other.billNo === row.billNo &&
          orderLane(other) === orderLane(row) &&
          overlap(row, other),
      ),
      says: (rival) =>
        problem('ORDER_QUOTE_OVERLAP', {
          no: numberOf(orderQuoteKind, rival),
          lane: orderLane(rival),
          to: formatDay(String(rival.validTo)),
        }),
    };
  },
};

/** All kinds of documents with approval. */
export const documentKinds = {
  contract: contractKind,
  standard_quote: standardQuoteKind,
  order_quote: orderQuoteKind,
  taxation: taxationKind,
} as const satisfies Readonly<Record<DocumentType, DocumentKind>>;

/** All kinds of documents with approval, as a list. */
export const everyKind: readonly DocumentKind[] = Object.values(documentKinds);

/** Documents whose open step the caller may decide now. */
export async function documentsAwaiting({
  read,
  caller,
}: Pick<Context, 'read' | 'caller'>): Promise<Awaiting[]> {
  const found: Awaiting[] = [];
  for (const kind of everyKind) {
    if (!holds(caller, kind.rights.approve)) continue;
    for (const row of await awaitedBy(read, kind, caller.id))
      found.push({
        docType: kind.type,
        docId: row.id,
        docNo: numberOf(kind, row),
        submittedAt: String(row.submittedAt),
      });
  }
  return found;
}

/** Numbers of a few documents whose approval follows a setting. */
export async function pendingUnder(db: Reader, approvalConfigId: number): Promise<string[]> {
  const found: string[] = [];
  for (const kind of everyKind)
    found.push(
      ...(await documentsWhere(db, kind, { approvalConfigId, state: 'pending' })).map((row) =>
        numberOf(kind, row),
      ),
    );
  return found.slice(0, 3);
}
