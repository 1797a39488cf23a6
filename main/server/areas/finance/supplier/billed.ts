import { billedFields } from '@contract/finance/line';
import type { Billed } from '../lines';
import type { DocumentLine } from './document';

/** A decimal as XML Schema writes it, without an exponent. */
const DECIMAL = /^([+-]?)0*(\d{1,10})(?:\.(\d*?)0*)?$/;
const plainDecimal = (text: string): string | undefined => {
  const found = DECIMAL.exec(text);
  if (!found) return undefined;
  const [, sign, whole = '0', fraction = ''] = found;
  return `${sign === '-' ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
};

/** Price of one unit; undefined if it is not stated, is of other units, or has more decimals than are kept. */
function unitPriceOf({ price, priceBase, priceBaseUnit, unit }: DocumentLine): string | undefined {
  const stated = plainDecimal(price);
  const base = priceBase ? Number(plainDecimal(priceBase)) : 1;
  if (stated === undefined || !(base > 0) || (priceBaseUnit && priceBaseUnit !== unit)) return undefined;
  if (base === 1) return stated;
  const one = Number(stated) / base;
  const rounded = one.toFixed(4);
  return Math.abs(Number(rounded) - one) < 1e-9 ? plainDecimal(rounded) : undefined;
}

/**
 * Reads the quantity of a line (BT-129, BT-130) and the price of one unit (BT-146 by BT-149). Null for what is missing
 * or cannot be kept exactly. A quantity of a credit note is negative, like its amounts.
 */
export function billedOf(line: DocumentLine, credit: boolean): Billed {
  const stated = plainDecimal(line.quantity);
  const signed = stated === undefined ? null : credit ? 0 - Number(stated) : Number(stated);
  const quantity = billedFields.billedQuantity.safeParse(signed);
  const unit = billedFields.billedUnit.safeParse(line.unit || null);
  const price = billedFields.billedPrice.safeParse(unitPriceOf(line) ?? null);
  return {
    billedQuantity: quantity.data ?? null,
    billedUnit: unit.data ?? null,
    billedPrice: price.data ?? null,
  };
}
