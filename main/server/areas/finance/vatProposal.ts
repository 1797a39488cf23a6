import { type VatCode, vatCode } from '@contract/finance/vatCode';
import { vatPlace, vatRateOn } from '@contract/rules/vat';
import { formatDay } from '@contract/rules/zonedTime';
import { refuse } from '../../core/refusal';
import { codecOf } from '../../store/codec';
import type { Reader } from '../../store/open';
import type { Party } from './invoiceParties';

const codec = codecOf(vatCode.row);
/** Reason code of amounts paid on behalf of the customer (Directive 2006/112/EC, art. 79(c)). */
const DISBURSED = 'VATEX-EU-79-C';

/** Returns the rate of a code on a day. Throws VAT_NO_RATE where none is valid yet. */
export function requireVatRate(code: VatCode, day: string): number {
  const rate = vatRateOn(code, day);
  if (rate === undefined) throw refuse('VAT_NO_RATE', { code: code.code, day: formatDay(day) });
  return rate;
}

/** A charge that a code is proposed for. */
export interface Charge {
  readonly feeCategoryId: number;
  readonly chargeItemId: number | null;
}

/** All codes, and what is proposed for a charge between two parties. */
export class VatCodes {
  readonly #codes: readonly VatCode[];
  readonly #read: Reader;

  private constructor(read: Reader, codes: readonly VatCode[]) {
    this.#read = read;
    this.#codes = codes;
  }

  static async load(read: Reader): Promise<VatCodes> {
    const rows = await read.selectFrom('vatCode').selectAll().orderBy('code').execute();
    return new VatCodes(
      read,
      rows.map((row) => codec.decode(row)),
    );
  }

  byId(id: number | null): VatCode | undefined {
    return this.#codes.find((one) => one.id === id);
  }

  #first(fits: (code: VatCode) => boolean): VatCode | undefined {
    return this.#codes.find((one) => one.active && fits(one));
  }

  /** The code with the highest rate of a country on a day: its standard rate. */
  #standard(country: string, day: string): VatCode | undefined {
    const rate = (code: VatCode) => vatRateOn(code, day) ?? 0;
    return this.#codes
      .filter(({ active, category, countryCode }) => active && category === 'S' && countryCode === country)
      .sort((a, b) => rate(b) - rate(a))[0];
  }

  /**
   * The only active code of a category with a rate on a day, as a received invoice states them: one of the seller's
   * country, else of every country. Undefined where none or several fit.
   */
  ofTax(
    { vatCategory, vatRate }: { readonly vatCategory: VatCode['category']; readonly vatRate: number },
    country: string | null,
    day: string,
  ): VatCode | undefined {
    const fit = this.#codes.filter(
      (one) => one.active && one.category === vatCategory && vatRateOn(one, day) === vatRate,
    );
    const ofCountry = fit.filter(({ countryCode }) => countryCode !== null && countryCode === country);
    const general = fit.filter(({ countryCode }) => countryCode === null);
    const [only, ...more] = ofCountry.length > 0 ? ofCountry : general;
    return more.length === 0 ? only : undefined;
  }

  /**
   * Proposes a code: that of the customer, else by the place of the supply, and in our own country that of the charge.
   * Undefined where no code fits.
   */
  async propose(seller: Party, buyer: Party, charge: Charge, day: string): Promise<VatCode | undefined> {
    const own = this.byId(buyer.vatCodeId);
    if (own) return own;
    const place = vatPlace(seller.vat, buyer.vat);
    if (place === 'outside') return this.#first(({ category }) => category === 'O');
    const { taxable, vatCodeId } = await this.#usual(charge);
    if (!taxable) return this.#first(({ vatex }) => vatex === DISBURSED);
    if (place === 'reverse_charge') return this.#first(({ category }) => category === 'AE');
    return this.byId(vatCodeId) ?? this.#standard(seller.vat.country, day);
  }

  async #usual({ feeCategoryId, chargeItemId }: Charge) {
    const category = await this.#read
      .selectFrom('feeCategory')
      .select(['taxable', 'vatCodeId'])
      .where('id', '=', feeCategoryId)
      .executeTakeFirstOrThrow();
    const item =
      chargeItemId === null
        ? undefined
        : await this.#read
            .selectFrom('chargeItem')
            .select(['taxable', 'vatCodeId'])
            .where('id', '=', chargeItemId)
            .executeTakeFirst();
    return {
      taxable: category.taxable === 1 && (item?.taxable ?? 1) === 1,
      vatCodeId: item?.vatCodeId ?? category.vatCodeId,
    };
  }
}
