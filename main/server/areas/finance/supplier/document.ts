import { date } from '@contract/fields';
import { fromMinor, negated, toMinor } from '@contract/rules/money';
import { currencyCode } from '@contract/rules/places';
import { type VatCategory, vatCategories } from '@contract/rules/vat';
import { refuse } from '../../../core/refusal';
import type { XmlElement } from '../../../core/xml';

/*
 * A supplier's invoice by the business terms of EN 16931 (BT-n, BG-n), whichever syntax it was read from. Amounts are
 * decimals in its currency with all its digits; those of a credit note are negative.
 */

/** A category and rate of VAT; the rate is zero where the category has none. */
export interface DocumentTax {
  readonly vatCategory: VatCategory;
  readonly vatRate: number;
}

/** A line (BG-25), or an allowance or charge of the whole document (BG-20, BG-21). */
export interface DocumentLine extends DocumentTax {
  readonly kind: 'line' | 'allowance' | 'charge';
  readonly no: string;
  readonly text: string;
  readonly quantity: string;
  readonly unit: string;
  /** Net price (BT-146) of a number of units (BT-149, BT-150), as stated; empty if it is not. */
  readonly price: string;
  readonly priceBase: string;
  readonly priceBaseUnit: string;
  readonly netAmount: string;
  /** Texts that may name a bill, a consignment note or an MRN. */
  readonly references: readonly string[];
}

/** A group of the VAT breakdown (BG-23). */
export interface DocumentTaxGroup extends DocumentTax {
  readonly taxable: string;
  readonly taxAmount: string;
}

/** A party (BG-4, BG-7). */
export interface DocumentParty {
  readonly name: string;
  /** Without spaces, in capitals. */
  readonly vatNo: string | null;
}

/** A supplier's invoice or credit note. */
export interface SupplierDocument {
  readonly format: 'ubl' | 'cii';
  readonly credit: boolean;
  readonly invoiceNo: string;
  readonly invoiceDate: string;
  readonly dueDate: string | null;
  readonly currency: string;
  readonly seller: DocumentParty;
  readonly buyer: DocumentParty;
  readonly iban: string | null;
  readonly lines: readonly DocumentLine[];
  readonly taxes: readonly DocumentTaxGroup[];
  /** BT-106, BT-107, BT-108: sums of lines, allowances and charges. */
  readonly lineTotal: string;
  readonly allowances: string;
  readonly charges: string;
  /** BT-109, BT-110, BT-112. */
  readonly netAmount: string;
  readonly taxAmount: string;
  readonly grossAmount: string;
  /** BT-113, BT-114, BT-115. */
  readonly prepaid: string;
  readonly rounding: string;
  readonly payableAmount: string;
  readonly references: readonly string[];
}

/**
 * Types of invoices and of credit notes (UNTDID 1001, as Peppol BIS Billing 3.0 and XRechnung permit them). A pro forma
 * invoice (325) asks for no payment and is none of them.
 */
const INVOICES = new Set(
  (
    '71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 ' +
    '389 393 395 553 575 623 780 817 870 875 876 877'
  ).split(' '),
);
const CREDITS = new Set(['81', '83', '261', '381', '396', '502', '503', '532']);

/** Refuses what a file says, or lacks, at a place of it. */
export const notUnderstood = (place: string, value: string) =>
  refuse('EINVOICE_FIELD', { place, value: value.slice(0, 60) || '–' });

/** An element of a file with its place, by which a refusal names it. */
export class Node {
  readonly #element: XmlElement;
  readonly place: string;

  constructor(element: XmlElement, place: string) {
    this.#element = element;
    this.place = place;
  }

  get text(): string {
    return this.#element.text;
  }

  attribute(name: string): string {
    return this.#element.attributes[name]?.trim() ?? '';
  }

  /** Descendants by their path; each step may be there several times. */
  all(path: string): Node[] {
    return path
      .split('/')
      .reduce<Node[]>((nodes, name) => nodes.flatMap((node) => node.#named(name)), [this]);
  }

  #named(name: string): Node[] {
    const found = this.#element.children.filter((child) => child.name === name);
    return found.map(
      (child, at) => new Node(child, `${this.place}/${name}${found.length > 1 ? `[${at + 1}]` : ''}`),
    );
  }

  /** The first descendant by its path. */
  find(path: string): Node | undefined {
    return this.all(path)[0];
  }

  /** The first descendant by its path. Throws EINVOICE_FIELD without one. */
  need(path: string): Node {
    const found = this.find(path);
    if (!found) throw notUnderstood(`${this.place}/${path}`, '');
    return found;
  }

  /** The text at a path; empty if there is none. */
  textAt(path: string): string {
    return this.find(path)?.text ?? '';
  }

  /** The texts at several paths, without empty ones. */
  texts(...paths: readonly string[]): string[] {
    return paths.flatMap((path) => this.all(path).map(({ text }) => text)).filter(Boolean);
  }

  /** The text at a path. Throws EINVOICE_FIELD without one, or with one longer than permitted. */
  require(path: string, max = 1000): string {
    const text = this.textAt(path);
    if (!text || text.length > max) throw notUnderstood(`${this.place}/${path}`, text);
    return text;
  }
}

/** Reads an amount in the currency of the document. Throws EINVOICE_FIELD for another currency or excess decimals. */
export function amountIn(node: Node, currency: string): string {
  const stated = node.attribute('currencyID');
  if (stated && stated !== currency) throw notUnderstood(`${node.place}/@currencyID`, stated);
  const found = /^([+-]?)(\d{1,12})(?:\.(\d*))?$/.exec(node.text);
  if (!found) throw notUnderstood(node.place, node.text);
  const [, sign, whole = '0', fraction = ''] = found;
  const plain = `${sign === '-' ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`;
  const minor = toMinor(plain, currency);
  const cut = fromMinor(minor, currency);
  const digits = cut.split('.')[1]?.length ?? 0;
  if (/[1-9]/.test(fraction.slice(digits))) throw notUnderstood(node.place, node.text);
  return cut;
}

/** Reads a category (BT-118, BT-151) and its rate. Throws EINVOICE_FIELD for one that is not in the standard. */
export function taxIn(node: Node, category: string, rate: string): DocumentTax {
  const stated = node.require(category);
  const vatCategory = vatCategories.find((one) => one === stated);
  if (!vatCategory) throw notUnderstood(`${node.place}/${category}`, stated);
  const percent = node.textAt(rate);
  if (!/^(?:\d{1,2}(?:\.\d{1,3}0*)?|100(?:\.0+)?)?$/.test(percent) || (vatCategory === 'S' && !percent))
    throw notUnderstood(`${node.place}/${rate}`, percent);
  const vatRate = Number(percent || 0);
  if (vatCategory !== 'S' && vatRate !== 0) throw notUnderstood(`${node.place}/${rate}`, percent);
  return { vatCategory, vatRate };
}

/** Checks a day `YYYY-MM-DD`; a time zone after it is dropped. Throws EINVOICE_FIELD for anything else. */
export function dayAt(place: string, text: string): string {
  const day = text.replace(/(?:Z|[+-]\d\d:\d\d)$/, '');
  if (!date().safeParse(day).success) throw notUnderstood(place, text);
  return day;
}

/** Checks the currency of a document. */
export function currencyAt(place: string, text: string): string {
  if (currencyCode.check(text)) throw notUnderstood(place, text);
  return text;
}

/** True for a credit note by the type of a document. Throws EINVOICE_FIELD for a type that is no invoice. */
export function isCreditType(place: string, type: string): boolean {
  if (CREDITS.has(type)) return true;
  if (!INVOICES.has(type)) throw notUnderstood(place, type);
  return false;
}

/** A VAT number as companies have it, without spaces and signs; null for none. */
export const plainVatNo = (text: string): string | null =>
  text.replace(/[^a-z0-9]/gi, '').toUpperCase() || null;

/** Zero, with all digits of a currency. */
export const amountOfZero = (currency: string): string => fromMinor(0, currency);

/** Longest number of an invoice or of a line. */
export const MAX_NUMBER = 40;

/** Makes an amount of the document, negated for a credit note; zero if it may be missing and is. */
export type AmountAt = (node: Node | undefined) => string;

/** Paths of an allowance or charge of the whole document, and of its category of VAT, in one syntax. */
interface ExtraPaths {
  readonly charge: string;
  readonly amount: string;
  readonly tax: string;
  readonly category: string;
  readonly rate: string;
  readonly reason: string;
  readonly reasonCode: string;
}

/** Reads an allowance, which lowers the amount of the document, or a charge, which raises it. */
export function extraAt(
  extra: Node,
  at: number,
  paths: ExtraPaths,
  { amountAt, currency }: { readonly amountAt: AmountAt; readonly currency: string },
): DocumentLine {
  const isCharge = extra.require(paths.charge) === 'true';
  const stated = extra.need(paths.amount);
  const tax = extra.need(paths.tax);
  const amount = amountAt(stated);
  const reasons = extra.texts(paths.reason);
  return {
    kind: isCharge ? 'charge' : 'allowance',
    no: `${isCharge ? 'C' : 'A'}${at + 1}`,
    text: reasons.join(' · ') || extra.textAt(paths.reasonCode),
    ...{ quantity: '', unit: '', price: '', priceBase: '', priceBaseUnit: '' },
    netAmount: isCharge ? amount : negated(amount, currency),
    ...taxIn(tax, paths.category, paths.rate),
    references: reasons,
  };
}
