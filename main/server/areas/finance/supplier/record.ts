import { problem } from '@contract/errors';
import type { RecordedInvoice, RecordedLine } from '@contract/finance/supplierInvoice';
import { pickOf } from '@contract/names';
import { percentOf, sumOf, toMinor } from '@contract/rules/money';
import { lineTaxes } from '@contract/rules/vat';
import { formatDay } from '@contract/rules/zonedTime';
import type { Context } from '../../../core/context';
import { refuse, refuseFields } from '../../../core/refusal';
import { choiceOf } from '../../../core/selected';
import type { Reader } from '../../../store/open';
import { accrualOf, accruals, billsOf, type Charged, shareAmong, writeCharge } from '../allocation';
import { requireOpenMonth } from '../closedMonths';
import { type CostDraft, checkNamed, insertCost } from '../costs';
import { requireVatRate, VatCodes } from '../vatProposal';
import { MAX_NUMBER } from './document';
import { storeSupplierInvoice } from './storedInvoice';
import { isTaxWrong, taxKey } from './sums';

/** True if an invoice of a number of a supplier is recorded: on a cost, or in a difference that is not decided yet. */
export async function isRecorded(db: Reader, supplierId: number, invoiceNo: string): Promise<boolean> {
  const cost = await db
    .selectFrom('billCost')
    .select('id')
    .where('supplierId', '=', supplierId)
    .where('invoiceNo', '=', invoiceNo)
    .executeTakeFirst();
  if (cost) return true;
  const diff = await db
    .selectFrom('billCostDiff')
    .innerJoin('billCost', 'billCost.id', 'billCostDiff.costId')
    .select('billCostDiff.id')
    .where('billCost.supplierId', '=', supplierId)
    .where('billCostDiff.invoiceNo', '=', invoiceNo)
    .executeTakeFirst();
  return diff !== undefined;
}

/** Refuses lines and taxes that do not add up to the amounts that the invoice states. */
function requireSums(invoice: RecordedInvoice): void {
  const { currency, lines, taxes, netAmount, taxAmount, grossAmount } = invoice;
  const total = (amounts: readonly string[]) => toMinor(sumOf(amounts, currency), currency);
  const differs = (stated: string, parts: readonly string[]) => toMinor(stated, currency) !== total(parts);
  const nets = lines.map((line) => line.netAmount);
  const groupTaxes = taxes.map((group) => group.taxAmount);
  if (differs(netAmount, nets)) throw refuse('EINVOICE_SUM', { field: { field: 'netAmount' } });
  if (differs(taxAmount, groupTaxes)) throw refuse('EINVOICE_SUM', { field: { field: 'taxAmount' } });
  if (differs(grossAmount, [netAmount, taxAmount]))
    throw refuse('EINVOICE_SUM', { field: { field: 'grossAmount' } });
  const groups = new Map(taxes.map((group) => [taxKey(group), group]));
  const isPlain = groups.size === taxes.length && lines.every((line) => groups.has(taxKey(line)));
  const fits = taxes.every((group) => {
    const parts = lines.filter((line) => taxKey(line) === taxKey(group)).map((line) => line.netAmount);
    const byRate = percentOf(sumOf(parts, currency), group.vatRate, currency);
    return parts.length > 0 ? !isTaxWrong(group.taxAmount, byRate) : toMinor(group.taxAmount, currency) === 0;
  });
  if (!isPlain || !fits) throw refuse('EINVOICE_SUM', { field: { field: 'taxAmount' } });
}

/** Refuses a code whose category or rate on the day is not that of the invoice. */
async function requireCodes(db: Reader, { lines, invoiceDate }: RecordedInvoice): Promise<void> {
  const codes = await VatCodes.load(db);
  for (const [at, { no, vatCodeId, vatCategory, vatRate }] of lines.entries()) {
    const code = codes.byId(vatCodeId);
    if (!code) continue;
    if (code.category !== vatCategory || requireVatRate(code, invoiceDate) !== vatRate) {
      const facts = {
        no,
        code: code.code,
        category: vatCategory,
        rate: vatRate,
        day: formatDay(invoiceDate),
      };
      throw refuseFields({ [`lines.${at}.vatCodeId`]: problem('EINVOICE_VAT', facts) });
    }
  }
}

/** A charge to write with the number of its line, and the expected cost that it is the invoice of. */
interface Written {
  readonly no: string;
  readonly charged: Charged;
  readonly expectedId: number | undefined;
}

/** The parts of a line by bill, with their shares of its amount and its tax. */
async function partsOf(
  context: Context,
  invoice: RecordedInvoice,
  line: RecordedLine & { readonly taxAmount: string },
): Promise<Charged[]> {
  const { currency, supplierId, ownCompanyId, invoiceNo, invoiceDate, dueDate } = invoice;
  const { feeCategoryId, vatCodeId, vatRate: taxRate, remark, by, netAmount: amount, taxAmount } = line;
  const billed = pickOf(line, ['billedQuantity', 'billedUnit', 'billedPrice']);
  const bills = await billsOf(choiceOf(context), line.bills);
  const [only, ...more] = bills;
  const whole = { by, currency, amount, taxAmount };
  // A bill alone takes all of it, whatever it weighs.
  const alone = only && more.length === 0 && toMinor(amount, currency) !== 0;
  const shares = alone ? [{ bill: only, amount, taxAmount }] : shareAmong(bills, whole);
  return shares
    .filter((share) => toMinor(share.amount, currency) !== 0)
    .map(({ bill, ...share }) => ({
      ...{ billId: bill.id, supplierId, ownCompanyId, feeCategoryId, currency },
      ...{ invoiceNo, invoiceDate, dueDate, vatCodeId, taxRate, remark, ...billed },
      amount: share.amount,
      taxAmount: share.taxAmount,
    }));
}

/** Adds charges of the same expected cost: it is compared with their sum. Refuses different taxes. */
function merged(before: Written, { no, charged }: Written): Written {
  const { currency, vatCodeId, taxRate, amount, taxAmount, billedQuantity, billedUnit } = before.charged;
  if (charged.vatCodeId !== vatCodeId || charged.taxRate !== taxRate) throw refuse('EINVOICE_EXPECTED');
  const sums = {
    amount: sumOf([amount, charged.amount], currency),
    taxAmount: sumOf([taxAmount, charged.taxAmount], currency),
  };
  const isSameUnit = billedUnit === charged.billedUnit;
  const billed = {
    billedQuantity:
      isSameUnit && billedQuantity !== null && charged.billedQuantity !== null
        ? Math.round((billedQuantity + charged.billedQuantity) * 1000) / 1000
        : null,
    billedUnit: isSameUnit ? billedUnit : null,
    billedPrice: before.charged.billedPrice === charged.billedPrice ? charged.billedPrice : null,
  };
  const both = `${before.no}, ${no}`;
  return {
    ...before,
    no: both.length <= MAX_NUMBER ? both : `${both.slice(0, MAX_NUMBER - 1)}…`,
    charged: { ...before.charged, ...sums, ...billed },
  };
}

/** Refuses an expected cost of another supplier, bill or currency, or one that has its invoice or a difference. */
async function requireExpected(db: Reader, { billId, supplierId, currency }: Charged, id: number) {
  const found = await accruals(db)
    .where('billCost.id', '=', id)
    .where('billCost.billId', '=', billId)
    .where('billCost.supplierId', '=', supplierId)
    .where('billCost.currency', '=', currency)
    .executeTakeFirst();
  if (!found) throw refuse('EINVOICE_EXPECTED');
}

/** What is to be written, each with the expected cost that was selected or that its share is expected as. */
async function chargesOf(context: Context, invoice: RecordedInvoice): Promise<Written[]> {
  const taxes = new Map(invoice.taxes.map((group) => [taxKey(group), group.taxAmount]));
  const shares = lineTaxes(invoice.lines, invoice.currency, (group) => taxes.get(taxKey(group)));
  const taken = invoice.lines.flatMap(({ costId }) => costId ?? []);
  const selected = new Map<number, Written>();
  const charges: Written[] = [];
  for (const [at, line] of invoice.lines.entries()) {
    const parts = await partsOf(context, invoice, { ...line, taxAmount: shares[at] ?? '0' });
    const [first, ...more] = parts;
    if (line.costId !== null && first) {
      if (more.length > 0) throw refuse('EINVOICE_EXPECTED');
      await requireExpected(context.write, first, line.costId);
      const written = { no: line.no, charged: first, expectedId: line.costId };
      const before = selected.get(line.costId);
      selected.set(line.costId, before ? merged(before, written) : written);
      continue;
    }
    for (const charged of parts) {
      // A person who took the only bill of a line off its expected cost means a further charge.
      const expected = more.length > 0 ? await accrualOf(context.write, charged, taken) : undefined;
      if (expected) taken.push(expected.id);
      charges.push({ no: line.no, charged, expectedId: expected?.id });
    }
  }
  const all = [...selected.values(), ...charges];
  // A discount may take back all of a charge: nothing is left to compare with the expected cost.
  if (all.some(({ charged }) => toMinor(charged.amount, invoice.currency) === 0))
    throw refuse('ALLOCATION_NOTHING');
  return all;
}

/**
 * Records a supplier's invoice in one step: its lines add up to it to the cent, net and gross. Throws EINVOICE_TWICE,
 * MONTH_CLOSED, EINVOICE_SUM, EINVOICE_VAT and EINVOICE_EXPECTED.
 */
export async function recordInvoice(context: Context, invoice: RecordedInvoice) {
  const { supplierId, invoiceNo, invoiceDate } = invoice;
  if (await isRecorded(context.write, supplierId, invoiceNo))
    throw refuseFields({ invoiceNo: problem('EINVOICE_TWICE', { no: invoiceNo }) });
  await requireOpenMonth(context.write, invoiceDate, 'invoiceDate');
  requireSums(invoice);
  await requireCodes(context.write, invoice);
  const charges = await chargesOf(context, invoice);
  const supplierInvoiceId = await storeSupplierInvoice(
    context,
    invoice,
    charges.map(({ charged }) => charged.billId),
  );
  const made = { cost: 0, diff: 0 };
  for (const { no, charged, expectedId } of charges) {
    const part = { supplierInvoiceId, invoiceLineNo: no };
    const add = async (draft: CostDraft, more: { readonly taxAmount: string }) => {
      // Several lines of one file may be of one bill and category.
      await checkNamed(context, draft);
      return insertCost(context, draft, 'invoice', { ...more, part });
    };
    made[await writeCharge(context, charged, expectedId, add, part)] += 1;
  }
  return { id: supplierInvoiceId, costs: made.cost, diffs: made.diff };
}
