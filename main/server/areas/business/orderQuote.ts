import {
  type OfferAnswer,
  type OrderQuote,
  offerQuery,
  orderQuote,
  type QuoteResultAction,
  quoteResultMachine,
} from '@contract/business/orderQuote';
import { problem } from '@contract/errors';
import { toMinor } from '@contract/rules/money';
import { costOf, offered, offerIssues, withAmount } from '@contract/rules/offer';
import type { Context, GroupHandlers } from '../../core/context';
import { checkReferences, crudHandlers } from '../../core/crud';
import { officeDay } from '../../core/officeClock';
import { record } from '../../core/record';
import { refuse, refuseFields } from '../../core/refusal';
import type { Reader } from '../../store/open';
import { type DocumentRow, isMine, logged, readDocument } from './document';
import { documentHandlers, documentHooks } from './documentHandlers';
import { documentKinds } from './kinds';
import { cardOffers, type PriceQuery, placeOf, pricesOf, purchases, type SellPrice } from './prices';
import { checkItems } from './standardQuote';
import { sayLine } from './taxation';

type Values = Readonly<Record<string, unknown>>;
type PricedOffer = OfferAnswer['offers'][number];

const kind = documentKinds.order_quote;
const own = documentHooks(kind);

/** Existing bills of a number, with the fields that a quote needs. */
const billsOf = (read: Reader, billNo: string) =>
  read
    .selectFrom('bill')
    .select('customerId')
    .where('billNo', '=', billNo)
    .where('removedAt', 'is', null)
    .execute();

/** Refuses a bill number that does not fit the mode, or whose bills all belong to others. */
async function checkBill(read: Reader, quote: Values): Promise<void> {
  const wrong = offerIssues(quote as never).find(({ level }) => level === 'error');
  if (wrong) throw refuseFields({ [wrong.column]: wrong.problem });
  const { billNo, customerId } = quote;
  if (typeof billNo !== 'string') return;
  const bills = await billsOf(read, billNo);
  if (bills.length > 0 && !bills.some((bill) => bill.customerId === customerId))
    throw refuseFields({ billNo: problem('QUOTE_BILL_OTHER', { no: billNo }) });
}

const {
  active: _,
  setActive: __,
  ...usual
} = crudHandlers(orderQuote, {
  check: async (context, draft, before) => {
    await own.checkChange(context, before);
    await checkBill(context.read, draft);
    await checkItems(context, draft.lines, before?.lines);
  },
  derive: (draft, context, before) => own.derive(context, draft, before),
  checkLeaving: own.checkLeaving,
});

/** Returns true if the quote already prices a bill: the bill that it names exists, or a charge was made from it. */
async function isBilled(db: Reader, { id, billNo }: OrderQuote): Promise<boolean> {
  if (billNo !== null && (await billsOf(db, billNo)).length > 0) return true;
  const charged = await db
    .selectFrom('billRevenue')
    .select('id')
    .where('priceSource', '=', 'order_quote')
    .where('sourceId', '=', id)
    .limit(1)
    .executeTakeFirst();
  return charged !== undefined;
}

const results = record({
  table: kind.table,
  row: kind.row,
  machine: quoteResultMachine,
  load: async ({ read, caller }, id: number) => {
    const row = await readDocument(read, kind, id);
    const { result, state } = row;
    const billed = result === 'won' && (await isBilled(read, row));
    return { row, facts: { result, state, mine: isMine(caller, kind, row), billed } };
  },
  about: (found) => found,
});

/** Stores the customer's answer if the state of the quote allows it. Returns the quote. */
async function decideResult(
  context: Context,
  action: QuoteResultAction,
  { params, body }: { readonly params: { id: number }; readonly body: { version?: number | undefined } },
  values: (before: DocumentRow) => Values | Promise<Values>,
): Promise<OrderQuote> {
  const { row: before } = await results.open(context, params.id, action, body.version);
  const changed = await values(before);
  await results.save(context, before, changed);
  const was = Object.fromEntries(Object.keys(changed).map((name) => [name, before[name]]));
  await logged(context, kind, action, before, was, changed);
  return readDocument(context.write, kind, params.id);
}

/** A price as an offer line, with its description. */
function lineOf(context: Context, price: SellPrice) {
  const line = offered(price);
  const { currency, unitPrice } = line;
  const steps = price.lines.filter(({ name }) => name !== 'total');
  const lump = steps.some(({ name }) => name === 'minimum');
  const texts = steps.map(({ name, says: found }) =>
    name === 'fuel' && !lump
      ? context.say('OFFER_RAISED', { price: unitPrice, currency })
      : sayLine(context, found),
  );
  return { line, says: lump ? [...texts, context.say('OFFER_LUMP')] : texts };
}

/** Cost of an offered line at the cheapest purchase price in its currency. */
function purchaseCost(
  context: Context,
  line: ReturnType<typeof offered>,
  prices: readonly SellPrice[],
): { readonly costPrice: string | null; readonly cost: PricedOffer['cost'] } {
  const [best] = prices
    .filter(({ currency }) => currency === line.currency)
    .sort((one, other) => toMinor(one.total, one.currency) - toMinor(other.total, other.currency));
  const other = best ?? prices[0];
  if (!other) return { costPrice: null, cost: null };
  const { sourceId, sourceNo, currency } = other;
  if (!best)
    return {
      costPrice: null,
      cost: { sourceId, sourceNo, says: [context.say('OFFER_COST_OTHER', { currency })] },
    };
  const cost = offered(best);
  const params = { quantity: String(cost.quantity), price: cost.unitPrice, currency };
  return {
    costPrice: costOf(line, cost),
    cost: { sourceId, sourceNo, says: [context.say('OFFER_COST', params)] },
  };
}

/** Quotes for one shipment, the customer's answers, and the prices that they start from. */
export const orderQuoteHandlers: GroupHandlers<'orderQuote'> = {
  ...usual,
  ...documentHandlers(kind),

  prices: async (context, { body }) => {
    const { read, now } = context;
    context.unchanged();
    await checkReferences(context, offerQuery.omit({ wanted: true }), body);
    const priceQuery: PriceQuery = {
      customerId: body.customerId,
      serviceId: body.serviceId,
      billNo: null,
      day: body.expectedDate ?? officeDay(now),
      origin: await placeOf(read, body.originCode),
      destination: await placeOf(read, body.destinationCode),
      zone: null,
      weight: body.weight,
      volume: body.volume,
      counted: {
        ...{ boxes: body.packages, parcels: 0, pallets: 0, trucks: 1, containers: 0, lines: 0 },
        volume: body.volume ?? 0,
      },
      goods: null,
    };
    const tiers = await cardOffers(read, priceQuery);
    const suppliers = await purchases(read, priceQuery);
    const [ofCustomer, ofGroup] = tiers.map((offers) => new Set(offers.map(({ sourceId }) => sourceId)));
    const offers: PricedOffer[] = [];
    const without: OfferAnswer['without'] = [];
    const wanted =
      body.wanted.length > 0
        ? body.wanted
        : pricesOf(tiers, priceQuery).map(({ chargeItemId }) => ({ chargeItemId, quantity: null }));
    for (const { chargeItemId, quantity } of wanted) {
      const one = quantity === null || quantity === 0 ? priceQuery : { ...priceQuery, units: quantity };
      const priceIn = (from: Parameters<typeof pricesOf>[0]) =>
        pricesOf(from, one).find((price) => price.chargeItemId === chargeItemId);
      const price = priceIn(tiers);
      const lacking = (reason: string) => without.push({ chargeItemId, says: reason });
      if (!price) lacking(context.say('OFFER_NO_CARD'));
      else if (price.taxIncluded) lacking(context.say('OFFER_TAX_INCLUDED', { no: price.sourceNo }));
      else if (price.quantity === 0)
        lacking(
          context.say('OFFER_NO_QUANTITY', {
            no: price.sourceNo,
            unit: { choice: ['chargeBasis', price.basis] },
          }),
        );
      else {
        const { line, says } = lineOf(context, price);
        const purchase = suppliers
          .flatMap((card) => priceIn([card]) ?? [])
          .filter((found) => !found.taxIncluded);
        const { costPrice, cost } = purchaseCost(context, line, purchase);
        const { sourceId, sourceNo } = price;
        const tier = ofCustomer?.has(sourceId) ? 'customer' : ofGroup?.has(sourceId) ? 'group' : 'everybody';
        offers.push({
          line: withAmount({ ...line, chargeItemId, costPrice }),
          ...{ tier, sourceId, sourceNo, says, cost },
        });
      }
    }
    return { offers, without };
  },

  won: async (context, input) =>
    decideResult(context, 'win', input, async (before) => {
      const billNo = before.billNo ?? input.body.billNo;
      if (before.billNo === null) await checkBill(context.read, { ...before, billNo });
      return { result: 'won', billNo };
    }),

  lost: async (context, input) => {
    const { lostReason } = input.body;
    return decideResult(context, 'lose', input, () => {
      if (!lostReason) throw refuse('REASON_REQUIRED');
      return { result: 'lost', lostReason };
    });
  },

  reopen: async (context, input) =>
    decideResult(context, 'reopen', input, () => ({ result: 'open', lostReason: null })),

  pdf: async ({ read, now }, { params, query }) => {
    const { offerPdf } = await import('./offerPdf');
    const quote = await readDocument(read, kind, params.id);
    return {
      name: `${quote.quoteNo}.pdf`,
      mime: 'application/pdf',
      stream: await offerPdf(read, quote, officeDay(now), query.language),
    };
  },
};
