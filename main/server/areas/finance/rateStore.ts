import type { LeftOutRate, RatesRead } from '@contract/finance/rateFeed';
import { fromScaled, RATE_DIGITS } from '@contract/rules/money';
import type { Context } from '../../core/context';
import { changeStamp, newStamp } from '../../core/stamps';
import { insertRows } from '../../store/insertRows';
import type { Writer } from '../../store/open';
import type { FileRate } from './rateFile';

/** Largest change from one rate to the next that is believed; a person must enter one beyond it. */
const BELIEVED = 0.2;

const rateText = (scaled: number) => fromScaled(scaled, RATE_DIGITS);
const keyOf = ({ day, currency }: { readonly day: string; readonly currency: string }) =>
  `${day} ${currency}`;

/**
 * Stores the rates of a file, which starts with its earliest day. Rates that people entered stay, and a rate far from
 * the previous one is not stored: both are returned. Lines booked before keep their rates.
 */
export async function storeRates(context: Context, rates: readonly FileRate[]): Promise<RatesRead> {
  const { write } = context;
  const days = rates.map(({ day }) => day);
  const [fromDay = '', toDay = ''] = [days[0], days.at(-1)];
  const stored = await knownRates(write, fromDay);
  const known = new Map(stored.map((row) => [keyOf(row), row]));
  const believed = new Believed(stored);
  const added: FileRate[] = [];
  const changed: { readonly id: number; readonly version: number; readonly scaled: number }[] = [];
  const kept: LeftOutRate[] = [];
  const doubtful: LeftOutRate[] = [];
  let same = 0;
  for (const rate of rates) {
    const { day, currency, scaled } = rate;
    const before = known.get(keyOf(rate));
    const beside = (other: number): LeftOutRate => ({
      day,
      currency,
      rate: rateText(scaled),
      comparedWith: rateText(other),
    });
    if (before?.rate === scaled) same += 1;
    else if (before?.source === 'entered') kept.push(beside(before.rate));
    else {
      const last = believed.before(rate);
      if (last !== undefined && Math.abs(scaled / last - 1) > BELIEVED) doubtful.push(beside(last));
      else {
        if (before) changed.push({ ...before, scaled });
        else added.push(rate);
        believed.set(rate);
      }
    }
  }
  await insertRates(context, added);
  for (const { id, version, scaled } of changed)
    await write
      .updateTable('dayRate')
      .set({ rate: scaled, version: version + 1, ...changeStamp(context) })
      .where('id', '=', id)
      .execute();
  return {
    ...{ fromDay, toDay, kept, doubtful, same },
    ...{ added: added.length, changed: changed.length },
  };
}

/** Rates known from a day on, and the last one of each currency before it. */
const knownRates = (write: Writer, fromDay: string) =>
  write
    .selectFrom('dayRate')
    .select(['id', 'day', 'currency', 'rate', 'source', 'version'])
    .where((where) => {
      const latest = where
        .selectFrom('dayRate as earlier')
        .select(({ fn }) => fn.max('earlier.day').as('day'))
        .whereRef('earlier.currency', '=', 'dayRate.currency')
        .where('earlier.day', '<', fromDay);
      return where.or([where('day', '>=', fromDay), where('day', '=', latest)]);
    })
    .execute();

async function insertRates(context: Context, rates: readonly FileRate[]): Promise<void> {
  const stamp = newStamp(context);
  await insertRows(
    context.write,
    'dayRate',
    rates.map(({ day, currency, scaled }) => ({
      ...{ ...stamp, day, currency, rate: scaled, source: 'ecb' as const, remark: null },
    })),
  );
}

/** Believed rates by currency, to find the one before another. */
class Believed {
  readonly #rates = new Map<string, Map<string, number>>();

  constructor(stored: readonly { readonly day: string; readonly currency: string; readonly rate: number }[]) {
    for (const { day, currency, rate } of stored) this.set({ day, currency, scaled: rate });
  }

  set({ day, currency, scaled }: FileRate): void {
    const own = this.#rates.get(currency) ?? new Map<string, number>();
    this.#rates.set(currency, own.set(day, scaled));
  }

  /** The rate of the nearest earlier day; undefined for the first one of a currency. */
  before({ day, currency }: FileRate): number | undefined {
    const own = this.#rates.get(currency) ?? new Map<string, number>();
    const nearest = [...own.keys()].reduce((best, one) => (one < day && one > best ? one : best), '');
    return own.get(nearest);
  }
}
