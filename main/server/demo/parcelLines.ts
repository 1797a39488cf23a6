import { type ProductData, productData } from './productData';
import type { Random } from './random';

/** One item line of a parcel. Prices in cents, weights in grams. */
interface Line {
  readonly product: ProductData;
  readonly quantity: number;
  readonly unitPrice: number;
}

/** Distributions of values and weights of parcels, which correlate. */
const VALUE = { mu: 2.64, sigma: 1.1, most: 950 };
const WEIGHT = { mu: -1.05, sigma: 0.9, least: 0.02, most: 20 };
const TOGETHER = 0.35;
const APART = Math.sqrt(1 - TOGETHER ** 2);
const LINES = [
  [3, 76],
  [4, 16],
  [5, 6],
  [6, 2],
] as const;
/** Minimum value of a line, in cents. */
const LEAST_LINE = 240;

/** Products by price, in steps of half a power of two, each repeated by its popularity. */
function byPrice(products: readonly ProductData[]): readonly (readonly ProductData[])[] {
  return Array.from({ length: 22 }, (_, step) => {
    const price = 2 ** ((step + 0.5) / 2);
    const fitting = products.filter(({ price: [low, high] }) => price >= low * 0.95 && price <= high * 1.05);
    const nearest = [...products].sort((a, b) => distance(a, price) - distance(b, price)).slice(0, 2);
    return (fitting.length > 0 ? fitting : nearest).flatMap((product) =>
      Array.from({ length: product.popularity }, () => product),
    );
  });
}
const distance = ({ price: [low, high] }: ProductData, price: number): number =>
  price < low ? low / price : price / high;

const anyProduct = byPrice(productData);
const dutiable = byPrice(productData.filter(({ taric10 }) => taric10 !== null));
const dearest = { any: 150, dutiable: 400 };

/** Draws a product of about this price and weight: of four that fit the price, the one whose weight fits best. */
function productFor(cents: number, grams: number, full: boolean, random: Random): ProductData {
  const shelves = full ? dutiable : anyProduct;
  const step = Math.max(0, Math.min(shelves.length - 1, Math.floor(2 * Math.log2(cents / 100))));
  const shelf = shelves[step] ?? [];
  let best = random.pick(shelf);
  let misfit = Math.abs(Math.log(grams / best.grams));
  for (let tries = 0; tries < 3; tries++) {
    const other = random.pick(shelf);
    const off = Math.abs(Math.log(grams / other.grams));
    if (off < misfit) {
      best = other;
      misfit = off;
    }
  }
  return best;
}

/** The contents of a parcel: its lines, total value, and weight. */
export interface Contents {
  readonly lines: readonly Line[];
  readonly value: number;
  readonly grams: number;
  /** True above EUR 150: needs a standard declaration. */
  readonly dear: boolean;
}

const DEAR = 15_000;

/** Draws the contents of a parcel. `rate`: units of its currency per euro. */
export function contentsOf(random: Random, rate: number): Contents {
  const first = random.normal();
  const second = TOGETHER * first + APART * random.normal();
  const euros = Math.min(VALUE.most, Math.max(1.3, Math.exp(VALUE.mu + VALUE.sigma * first)));
  const kilos = Math.min(WEIGHT.most, Math.max(WEIGHT.least, Math.exp(WEIGHT.mu + WEIGHT.sigma * second)));
  const cents = Math.round(euros * 100);
  const grams = Math.round(kilos * 1000);
  const dear = cents > DEAR;
  const count = Math.min(lineCount(random), Math.max(1, Math.floor(cents / LEAST_LINE)));
  const lines: Line[] = [];
  let value = 0;
  for (let index = 0, left = cents; index < count; index++) {
    const after = count - index - 1;
    const share =
      after === 0 ? left : Math.max(LEAST_LINE, Math.floor((left / (after + 1)) * random.between(0.5, 1.4)));
    const worth = Math.min(share, left - after * LEAST_LINE);
    left -= worth;
    const line = lineOf(worth, (grams * 0.9) / count, dear, rate, random);
    lines.push(line);
    value += line.quantity * line.unitPrice;
  }
  return { lines, value, grams, dear };
}

function lineCount(random: Random): number {
  const at = random.next();
  return at < 0.7 ? 1 : at < 0.9 ? 2 : random.weighted(LINES);
}

function lineOf(cents: number, grams: number, full: boolean, rate: number, random: Random): Line {
  const most = (full ? dearest.dutiable : dearest.any) * 100;
  const several = random.chance(0.2)
    ? random.weighted([
        [2, 70],
        [3, 20],
        [5, 10],
      ])
    : 1;
  const wanted = Math.max(several, Math.ceil(cents / most));
  const quantity = Math.max(1, Math.min(wanted, Math.floor(cents / 60)));
  const unit = cents / quantity;
  return {
    product: productFor(unit, grams / quantity, full, random),
    quantity,
    // Rounded away from the limit of EUR 150, so that rounding does not cross it.
    unitPrice: full ? Math.ceil(unit * rate) : Math.max(1, Math.floor(unit * rate)),
  };
}
