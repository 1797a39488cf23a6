import type { BillRevenue } from '@contract/finance/billRevenue';
import type { InvoiceLine, invoicePreview, issueFields } from '@contract/finance/customerInvoice';
import type { VatCode } from '@contract/finance/vatCode';
import { exchanged, sumOf } from '@contract/rules/money';
import { daysAfter } from '@contract/rules/usDays';
import { lineTaxes, type VatCategory, vatGroups } from '@contract/rules/vat';
import type * as z from 'zod';
import { refuse } from '../../core/refusal';
import type { Reader } from '../../store/open';
import { buyerOf, type Issuer, issuerOf, type Party } from './invoiceParties';
import { requireRate } from './rates';
import { requireVatRate, VatCodes } from './vatProposal';

/** Decisions of the person who issues an invoice. */
export type InvoiceDecision = { readonly [K in keyof typeof issueFields]: z.output<(typeof issueFields)[K]> };

/** An invoice that was not issued yet. */
export interface InvoiceDraft {
  readonly issuer: Issuer;
  readonly buyer: Party;
  readonly customerId: number;
  readonly currency: string;
  readonly dueDate: string;
  readonly lines: readonly (InvoiceLine & { readonly vatCodeId: number | null })[];
  readonly netAmount: string;
  readonly taxAmount: string;
  readonly grossAmount: string;
  readonly baseTaxAmount: string;
  readonly rateDay: string;
  readonly rate: string;
}

/** Code, category and rate of a line; its code is unknown where only a rate was typed. */
interface LineTax {
  readonly code: VatCode | undefined;
  readonly category: VatCategory;
  readonly rate: number;
}

/** How a line is taxed: by its own code, its typed rate, the decided code, else the proposed one. */
async function taxedOf(
  line: BillRevenue,
  { codes, issuer, buyer }: { codes: VatCodes; issuer: Issuer; buyer: Party },
  decided: InvoiceDecision,
): Promise<LineTax> {
  // The rate is that of the supply (Directive 2006/112/EC, art. 93).
  const day = decided.supplyDate ?? decided.invoiceDate;
  const byCode = (code: VatCode): LineTax => ({
    code,
    category: code.category,
    rate: requireVatRate(code, day),
  });
  const own = codes.byId(line.vatCodeId);
  if (own) return byCode(own);
  if (line.taxRate !== null && line.taxRate > 0)
    return { code: undefined, category: 'S', rate: line.taxRate };
  const chosen = codes.byId(decided.vatCodeId) ?? (await codes.propose(issuer, buyer, line, day));
  // A person who entered 0 % decided that nothing is added.
  if (chosen && (line.taxRate === null || chosen.category !== 'S' || chosen.id === decided.vatCodeId))
    return byCode(chosen);
  const isRegistered = issuer.vat.vatNo !== null;
  // Without a code, 0 % would look like a proposal.
  if (isRegistered && line.taxRate === null) throw refuse('VAT_CODE_NONE', { revenueNo: line.revenueNo });
  return { code: undefined, category: isRegistered ? 'Z' : 'O', rate: 0 };
}

/** Refuses what the categories of an invoice do not permit (EN 16931, BR-O-11, BR-S-02 and BR-AE-02 and their like). */
function checkCategories(lines: readonly InvoiceLine[], issuer: Issuer, buyer: Party): void {
  const categories = new Set(lines.map(({ vatCategory }) => vatCategory));
  if (categories.has('O')) {
    if (categories.size > 1) throw refuse('VAT_MIXED');
    return;
  }
  const needed = [issuer, ...(categories.has('AE') || categories.has('K') ? [buyer] : [])];
  const without = needed.find(({ vat }) => vat.vatNo === null);
  if (without) throw refuse('VAT_NUMBER_MISSING', { company: without.shown.code });
}

async function namesOf(read: Reader, line: BillRevenue): Promise<{ nameEn: string; nameCn: string }> {
  const names = ['nameEn', 'nameCn'] as const;
  const item =
    line.chargeItemId === null
      ? undefined
      : await read
          .selectFrom('chargeItem')
          .select(names)
          .where('id', '=', line.chargeItemId)
          .executeTakeFirst();
  return (
    item ??
    (await read
      .selectFrom('feeCategory')
      .select(names)
      .where('id', '=', line.feeCategoryId)
      .executeTakeFirstOrThrow())
  );
}

/** Converts an amount, at its rate, to the currency in which our company declares its VAT, at that of a day. */
export async function inVatCurrency(
  read: Reader,
  { amount, currency, rate }: { amount: string; currency: string; rate: string },
  base: string,
  day: string,
): Promise<string> {
  if (base === currency) return amount;
  const { rate: baseRate } = await requireRate(read, base, day);
  return exchanged(amount, { currency, rate }, { currency: base, rate: baseRate });
}

/**
 * Makes the invoice of confirmed lines of one customer and currency, without a number. Its exchange rate is that of the
 * invoice's date (Directive 2006/112/EC, art. 91). Throws what refuses it.
 */
export async function draftInvoice(
  read: Reader,
  revenues: readonly BillRevenue[],
  decided: InvoiceDecision,
): Promise<InvoiceDraft> {
  const [first] = revenues;
  if (!first) throw refuse('NOT_FOUND');
  const { customerId, currency } = first;
  if (revenues.some((line) => line.customerId !== customerId)) throw refuse('REVENUE_CUSTOMERS');
  if (revenues.some((line) => line.currency !== currency)) throw refuse('CURRENCY_MIXED');
  const { party: buyer, paymentTermDays } = await buyerOf(read, customerId);
  const issuer = await issuerOf(read, decided.companyId);
  const codes = await VatCodes.load(read);
  const taxed: LineTax[] = [];
  for (const line of revenues) taxed.push(await taxedOf(line, { codes, issuer, buyer }, decided));
  const taxes = lineTaxes(
    revenues.map(({ amount }, at) => ({
      netAmount: amount,
      vatCategory: taxed[at]?.category ?? 'S',
      vatRate: taxed[at]?.rate ?? 0,
    })),
    currency,
  );
  const lines: InvoiceDraft['lines'][number][] = [];
  for (const [at, line] of revenues.entries()) {
    const {
      code,
      category: vatCategory,
      rate: vatRate,
    } = taxed[at] ?? {
      ...{ code: undefined, category: 'Z' as const, rate: 0 },
    };
    const taxAmount = taxes[at] ?? '0';
    lines.push({
      ...{ no: at + 1, revenueNo: line.revenueNo, billNo: line.billNo, ...(await namesOf(read, line)) },
      ...{ basis: line.basis, quantity: line.quantity, unitPrice: line.unitPrice, netAmount: line.amount },
      ...{ vatCodeId: code?.id ?? null, vatCode: code?.code ?? null, vatCategory, vatRate, taxAmount },
      grossAmount: sumOf([line.amount, taxAmount], currency),
      ...{ vatex: code?.vatex ?? null, reasonEn: code?.reasonEn ?? null, reasonCn: code?.reasonCn ?? null },
    });
  }
  checkCategories(lines, issuer, buyer);
  const total = (name: 'netAmount' | 'taxAmount' | 'grossAmount') =>
    sumOf(
      lines.map((line) => line[name]),
      currency,
    );
  const { rateDay, rate } = await requireRate(read, currency, decided.invoiceDate);
  const taxAmount = total('taxAmount');
  return {
    ...{ issuer, buyer, customerId, currency, lines, rateDay, rate, taxAmount },
    ...{ netAmount: total('netAmount'), grossAmount: total('grossAmount') },
    dueDate: daysAfter(decided.invoiceDate, paymentTermDays),
    baseTaxAmount: await inVatCurrency(
      read,
      { amount: taxAmount, currency, rate },
      issuer.baseCurrency,
      decided.invoiceDate,
    ),
  };
}

/** A draft as people see it before it is issued. */
export function previewOf(draft: InvoiceDraft): z.output<typeof invoicePreview> {
  const { issuer, customerId, dueDate, currency, netAmount, taxAmount, grossAmount, baseTaxAmount } = draft;
  return {
    ...{ companyId: issuer.id, customerId, dueDate, currency, netAmount, taxAmount, grossAmount },
    ...{ baseCurrency: issuer.baseCurrency, baseTaxAmount },
    lines: draft.lines.map(({ vatCodeId: _, ...line }) => line),
    groups: vatGroups(draft.lines, currency),
  };
}
