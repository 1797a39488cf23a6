import { priceQuery, standardQuote } from '@contract/business/standardQuote';
import { problem } from '@contract/errors';
import { sumOf } from '@contract/rules/money';
import { formatDay } from '@contract/rules/zonedTime';
import type { Context, GroupHandlers } from '../../core/context';
import { checkReferences, crudHandlers } from '../../core/crud';
import { checkDays } from '../../core/periods';
import { refuse, refuseFields } from '../../core/refusal';
import { documentHandlers, documentHooks } from './documentHandlers';
import { documentKinds } from './kinds';
import { placeOf, sellPrices } from './prices';
import { sayLine } from './taxation';

type Values = Readonly<Record<string, unknown>>;

const kind = documentKinds.standard_quote;
const own = documentHooks(kind);

/** Refuses invalid parties: a sale has at most one, a purchase needs a supplier. */
function checkParty(draft: Values): void {
  const wrong = (field: string) => refuseFields({ [field]: problem('QUOTE_PARTY') });
  if (draft.direction === 'sell') {
    if (draft.companyId !== null) throw wrong('companyId');
    if (draft.groupId !== null && draft.customerId !== null) throw wrong('groupId');
    return;
  }
  for (const field of ['groupId', 'customerId']) if (draft[field] !== null) throw wrong(field);
  if (draft.companyId === null) throw wrong('companyId');
}

/** Refuses unknown charge items, and newly added inactive ones. */
export async function checkItems(
  { read }: Context,
  lines: readonly { readonly chargeItemId: number }[],
  before: readonly { readonly chargeItemId: number }[] = [],
): Promise<void> {
  const kept = new Set(before.map(({ chargeItemId }) => chargeItemId));
  const added = new Set(lines.map(({ chargeItemId }) => chargeItemId).filter((id) => !kept.has(id)));
  if (added.size === 0) return;
  const items = await read.selectFrom('chargeItem').select(['id', 'active']).execute();
  const active = new Map(items.map((item) => [item.id, item.active === 1]));
  for (const id of added) {
    if (active.get(id)) continue;
    const code = active.has(id) ? 'REFERENCE_INACTIVE' : 'REFERENCE_UNKNOWN';
    throw refuseFields({ lines: problem(code, { value: String(id) }) });
  }
}

const {
  active: _,
  setActive: __,
  ...usual
} = crudHandlers(standardQuote, {
  check: async (context, draft, before) => {
    await own.checkChange(context, before);
    checkDays(draft);
    checkParty(draft);
    await checkItems(context, draft.lines, before?.lines);
  },
  derive: (draft, context, before) => own.derive(context, draft, before),
  checkLeaving: own.checkLeaving,
});

/** Rate cards, and price calculation from them. */
export const standardQuoteHandlers: GroupHandlers<'standardQuote'> = {
  ...usual,
  ...documentHandlers(kind),

  calculate: async (context, { query }) => {
    const { read } = context;
    const { originCode, destinationCode, zone, value, currency } = query;
    const { boxes, parcels, pallets, trucks, containers, declarationLines: lines } = query;
    await checkReferences(context, priceQuery, query);
    const destination = await placeOf(read, destinationCode);
    const prices = await sellPrices(read, {
      ...query,
      origin: await placeOf(read, originCode),
      // A zone may be the end of a lane: it is more specific than the country.
      destination: zone === null ? destination : [destination[0] ?? '', zone, ...destination.slice(1)],
      counted: { boxes, parcels, pallets, trucks, containers, lines, volume: query.volume ?? 0 },
      goods: value === null ? null : { value: Number(value), currency },
    });
    if (prices.length === 0)
      throw refuse('PRICE_NONE', { from: originCode, to: destinationCode, day: formatDay(query.day) });
    const currencies = [...new Set(prices.map((price) => price.currency))].sort();
    return {
      // Quantities and unit prices are given line by line.
      prices: prices.map(
        ({ quantity: _, unitPrice: __, limited: ___, fuelSurchargePercent: ____, ...price }) => ({
          ...price,
          lines: price.lines.map(({ name, says, amount }) => ({
            name,
            says: sayLine(context, says),
            amount,
          })),
        }),
      ),
      totals: currencies.map((code) => ({
        currency: code,
        amount: sumOf(
          prices.filter((price) => price.currency === code).map(({ total }) => total),
          code,
        ),
      })),
    };
  },
};
