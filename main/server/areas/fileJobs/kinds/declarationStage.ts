import type { Bill } from '@contract/bill/bill';
import { splitProblem, valueIssues } from '@contract/bill/declarationChecks';
import { type Problem, problem } from '@contract/errors';
import type { RowValues } from '@contract/importing/template';
import { unitValueProblem } from '@contract/rules/hsLine';
import {
  type Consignment,
  customsRateOf,
  declaredAs,
  type EuRules,
  inEuros,
  itemsOf,
  rateNote,
  roughEuros,
  type VatScheme,
} from '@contract/rules/lowValue';
import { BASE_CURRENCY, fromMinor, toMinor } from '@contract/rules/money';
import { currencyDigits } from '@contract/rules/places';
import { isIdentified, isPreferential } from '@contract/rules/productIds';
import { formatDay } from '@contract/rules/zonedTime';
import type { CheckedTable } from '../../../../tabular/check';
import type { ForeignIssue } from '../../../../tabular/issues';
import { BulkInsert } from '../../../store/bulkInsert';
import type { Conversion } from '../conversion';
import type { KnownNumbers } from './knownNumbers';
import type { Measure, StagedBox, StagedFile, StagedParcel } from './staged';

const BEAT = 512;

const text = (value: RowValues[string] | undefined): string | null =>
  typeof value === 'string' ? value : null;
const number = (value: RowValues[string] | undefined): number => (typeof value === 'number' ? value : 0);
const schemeOf = (value: RowValues[string] | undefined): VatScheme =>
  value === 'ioss' || value === 'special' ? value : 'standard';
const gramsOf = (value: RowValues[string] | undefined): number | null =>
  typeof value === 'number' ? Math.round(value * 1000) : null;

/**
 * Assembles boxes and parcels, and writes the lines to a temporary table, which is no part of the data and goes with
 * the connection. Adds issues from the records to the table's rows: locked IOSS numbers, implausible unit values.
 */
export function stage(
  conversion: Conversion,
  checked: CheckedTable,
  bill: Pick<Bill, 'currency'>,
  known: KnownNumbers,
): StagedFile {
  const { database } = conversion;
  database.exec('drop table if exists temp.stageLine');
  database.exec(
    `create temp table stageLine (parcel integer, lineNo integer, sku text, nameEn text, nameCn text, hsCode text,
      quantity integer, unitPrice integer, lineValue integer, netWeight integer, originCountry text, productUrl text, merchantProductId text,
      manufacturerProductId text, standardProductId text, preference text)`,
  );
  const insert = new BulkInsert(database, {
    into: 'temp.stageLine',
    row: '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  });
  // The transaction covers the temporary table alone: it locks nothing of the data.
  database.exec('begin');
  try {
    const staging = new Staging(insert, known);
    const rows = checked.rows('all');
    for (let at = 0; at < rows.length; at++) {
      if (at % BEAT === 0) conversion.beat(40, 60, at / rows.length, { totalRows: rows.length });
      const place = rows[at] ?? 0;
      staging.add(checked.read(place).values, checked.table.number(place));
    }
    insert.end();
    database.exec('commit');
    staging.judgeValues(bill);
    if (staging.foreign.length > 0) checked.setForeign(staging.foreign);
    return staging.finish(checked, bill);
  } finally {
    if (database.isTransaction) database.exec('rollback');
  }
}

class Staging {
  readonly foreign: ForeignIssue[] = [];
  readonly #insert: BulkInsert;
  readonly #known: KnownNumbers;
  readonly #parcels = new Map<string, StagedParcel>();
  readonly #boxes = new Map<string, StagedBox>();
  readonly #locked = new Set<string>();
  readonly #hs6 = new Set<string>();
  readonly #currencies = new Map<string, number>();

  constructor(insert: BulkInsert, known: KnownNumbers) {
    this.#insert = insert;
    this.#known = known;
  }

  add(values: RowValues, row: number): void {
    const { boxNo, trackingNo, hsCode, currency, iossNo } = values;
    if (typeof iossNo === 'string') this.#checkIoss(iossNo, row);
    const judged = this.#known.judge?.(values);
    if (judged) this.#refuse(row, judged.column, judged.problem);
    this.#checkUnitValue(values, row);
    if (typeof boxNo !== 'string' || typeof trackingNo !== 'string') return;
    if (typeof currency === 'string')
      this.#currencies.set(currency, (this.#currencies.get(currency) ?? 0) + 1);
    const parcel = this.#parcel(values, row, trackingNo, boxNo);
    parcel.lines += 1;
    parcel.orderNo ??= text(values.orderNo);
    parcel.phone ??= text(values.phone);
    parcel.email ??= text(values.email);
    parcel.iossNo ??= text(iossNo);
    const code = text(hsCode) ?? '';
    const six = code.slice(0, 6);
    if (six !== '') {
      this.#hs6.add(six);
      if (!parcel.codes.includes(code)) parcel.codes.push(code);
    }
    parcel.restricted ||= this.#known.isRestricted(code);
    const ids = {
      merchantProductId: text(values.merchantProductId),
      manufacturerProductId: text(values.manufacturerProductId),
    };
    if (!isIdentified(ids)) parcel.rowWithoutId ??= row;
    parcel.preferential ||= isPreferential(text(values.preference));
    const value = lineValueOf(values, text(currency) ?? 'EUR');
    parcel.value += value.line;
    this.#insert.add(
      parcel.n,
      parcel.lines,
      text(values.sku),
      text(values.productName) ?? '',
      text(values.productNameCn),
      code,
      number(values.quantity),
      value.unit,
      value.line,
      gramsOf(values.netWeight),
      text(values.originCountry) ?? '',
      text(values.productUrl),
      ids.merchantProductId,
      ids.manufacturerProductId,
      text(values.standardProductId),
      text(values.preference),
    );
  }

  /**
   * Refuses a locked number, and an unknown one where the operator keeps a register of numbers; without a register
   * there is nothing to check against.
   */
  #checkIoss(iossNo: string, row: number): void {
    const locked = this.#known.ioss.get(iossNo);
    if (locked === false || (locked === undefined && this.#known.ioss.size === 0)) return;
    if (locked) this.#locked.add(iossNo);
    const found: Problem = locked
      ? problem('IOSS_LOCKED', { no: iossNo })
      : problem('REFERENCE_UNKNOWN', { value: iossNo });
    this.#refuse(row, 'iossNo', found);
  }

  #checkUnitValue({ hsCode, unitPrice, currency }: RowValues, row: number): void {
    if (typeof hsCode !== 'string' || typeof unitPrice !== 'string' || typeof currency !== 'string') return;
    const found = unitValueProblem(
      hsCode,
      roughEuros(Number(unitPrice), currency, this.#known.rules),
      this.#known.codes,
    );
    if (found) this.#addIssue(row, 'unitPrice', 'warning', found);
  }

  #refuse(row: number, column: string, found: Problem): void {
    this.#addIssue(row, column, 'error', found);
  }

  #addIssue(row: number, column: string, level: ForeignIssue['level'], found: Problem): void {
    this.foreign.push({ row, column, level, code: found.code, problem: found, message: '' });
  }

  #parcel(values: RowValues, row: number, trackingNo: string, boxNo: string): StagedParcel {
    const known = this.#parcels.get(trackingNo);
    if (known) return known;
    let box = this.#boxes.get(boxNo);
    if (!box) {
      box = { n: this.#boxes.size + 1, boxNo, parcels: 0, weight: 0, deco: false, ags: false };
      this.#boxes.set(boxNo, box);
    }
    const made: StagedParcel = {
      n: this.#parcels.size + 1,
      row,
      trackingNo,
      box,
      orderNo: null,
      consigneeName: text(values.consigneeName) ?? '',
      address: text(values.address),
      city: text(values.city) ?? '',
      postcode: text(values.postcode) ?? '',
      country: text(values.country) ?? '',
      phone: null,
      email: null,
      sellerName: text(values.sellerName) ?? '',
      iossNo: null,
      vatScheme: schemeOf(values.vatScheme),
      grossWeight: gramsOf(values.grossWeight) ?? 0,
      value: 0,
      lines: 0,
      restricted: false,
      preferential: false,
      rowWithoutId: undefined,
      unidentified: false,
      codes: [],
      ags: false,
    };
    box.parcels += 1;
    box.weight += made.grossWeight;
    this.#parcels.set(trackingNo, made);
    return made;
  }

  #currency(bill: Pick<Bill, 'currency'>): string {
    const [currency] = [...this.#currencies].sort((a, b) => b[1] - a[1])[0] ?? [bill.currency];
    return currency;
  }

  /** A parcel as the limits of EU customs see it; undefined if its currency has no customs rate. */
  #consignment(parcel: StagedParcel, currency: string, rules: EuRules): Consignment | undefined {
    const euros = inEuros(fromMinor(parcel.value, currency), currency, rules);
    const { vatScheme, restricted, preferential } = parcel;
    return euros === undefined ? undefined : { euros, vatScheme, restricted, preferential, toConsumer: true };
  }

  /**
   * Checks the values of the parcels against the limits of EU customs. Refuses a file that must be divided by value in a
   * currency without a customs rate; otherwise warns of that once.
   */
  judgeValues(bill: Pick<Bill, 'currency'>): void {
    const { rules, inUnion, divides } = this.#known;
    const [first] = this.#parcels.values();
    if (!inUnion || !first) return;
    const currency = this.#currency(bill);
    for (const note of rules.notes) this.#addIssue(first.row, 'vatScheme', 'warning', note);
    const note = rateNote(currency, rules);
    const isKnown = customsRateOf(currency, rules) !== undefined;
    if (note) this.#addIssue(first.row, 'currency', divides && !isKnown ? 'error' : 'warning', note);
    const ofPerson = new Map<string, { row: number; euros: string }[]>();
    for (const parcel of this.#parcels.values()) {
      const { row, consigneeName, postcode } = parcel;
      const goods = this.#consignment(parcel, currency, rules);
      if (!goods) return;
      for (const { column, level, problem: found } of valueIssues(goods, rules))
        this.#addIssue(row, column, level, found);
      if (parcel.rowWithoutId !== undefined && declaredAs(goods, rules).productIds)
        this.#addIssue(
          parcel.rowWithoutId,
          'merchantProductId',
          'warning',
          problem('PRODUCT_ID_MISSING', { day: formatDay(rules.productIdsFrom ?? rules.day) }),
        );
      const person = JSON.stringify([consigneeName, postcode]);
      const others = ofPerson.get(person);
      if (others) others.push({ row, euros: goods.euros });
      else ofPerson.set(person, [{ row, euros: goods.euros }]);
    }
    for (const parcels of ofPerson.values()) {
      const found = splitProblem(
        parcels.map(({ euros }) => euros),
        rules,
      );
      if (found) for (const { row } of parcels) this.#addIssue(row, 'consigneeName', 'warning', found);
    }
  }

  /** Decides how a parcel is declared, and returns its duty by the item in cents. */
  #declare(parcel: StagedParcel, currency: string): number {
    const { rules, inUnion } = this.#known;
    if (!inUnion) {
      parcel.ags = parcel.restricted;
      return 0;
    }
    const goods = this.#consignment(parcel, currency, rules);
    const declared = goods && declaredAs(goods, rules);
    // Without a rate, only a full declaration is certain to be right.
    parcel.ags = declared?.type !== 'H7';
    parcel.unidentified = declared?.productIds === true && parcel.rowWithoutId !== undefined;
    if (!declared?.flatDuty || rules.itemDuty === null) return 0;
    return toMinor(rules.itemDuty, BASE_CURRENCY) * itemsOf(parcel.codes, declared.type);
  }

  finish(checked: CheckedTable, bill: Pick<Bill, 'currency'>): StagedFile {
    const currency = this.#currency(bill);
    const total = emptyMeasure();
    const deco = emptyMeasure();
    const ags = emptyMeasure();
    let duty = 0;
    for (const parcel of this.#parcels.values()) {
      duty += this.#declare(parcel, currency);
      for (const sum of [total, parcel.ags ? ags : deco]) {
        sum.parcels += 1;
        sum.lines += parcel.lines;
        sum.weight += parcel.grossWeight;
        sum.value += parcel.value;
      }
      if (parcel.ags) parcel.box.ags = true;
      else parcel.box.deco = true;
    }
    for (const box of this.#boxes.values()) {
      total.boxes += 1;
      if (box.ags) ags.boxes += 1;
      if (box.deco) deco.boxes += 1;
    }
    return {
      parcels: this.#parcels,
      boxes: this.#boxes,
      ...{ currency, total, deco, ags },
      warnings: checked.counts.warnings,
      statistic: {
        agsLines: ags.lines,
        agsParcels: ags.parcels,
        agsBoxes: ags.boxes,
        agsWeight: ags.weight,
        decoLines: deco.lines,
        decoParcels: deco.parcels,
        decoBoxes: deco.boxes,
        decoWeight: deco.weight,
        totalLines: total.lines,
        totalParcels: total.parcels,
        totalBoxes: total.boxes,
        totalWeight: total.weight,
        totalValue: total.value,
        currency,
        distinctHs6: this.#hs6.size,
        itemDutyEstimate: duty,
        lockedIoss: this.#locked.size,
        errorLines: checked.counts.errors,
      },
    };
  }
}

const emptyMeasure = (): Measure => ({ lines: 0, parcels: 0, boxes: 0, weight: 0, value: 0 });

/** Amounts of a line in minor units: the file's own, else quantity times price, rounded once. */
function lineValueOf(
  { quantity, unitPrice, lineValue }: RowValues,
  currency: string,
): { unit: number; line: number } {
  const unit = typeof unitPrice === 'string' ? toMinor(unitPrice, currency) : 0;
  if (typeof lineValue === 'string') return { unit, line: toMinor(lineValue, currency) };
  const scale = 10 ** (4 - Math.min(4, currencyDigits(currency)));
  const exact = Math.round(Number(unitPrice ?? 0) * 10_000) * number(quantity);
  return { unit, line: Math.round(exact / scale) };
}
