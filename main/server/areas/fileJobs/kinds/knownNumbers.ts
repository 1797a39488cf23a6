import type { Problem } from '@contract/errors';
import type { RowValues } from '@contract/importing/template';
import type { KnownCodes } from '@contract/rules/hsLine';
import type { EuRules } from '@contract/rules/lowValue';
import type { Reader } from '../../../store/open';
import { euRulesOf, isAmerican, type ToDeclare } from '../../customs/customsDay';
import { knownCodes, restrictedCodes } from '../../customs/hs';

/** The stored numbers that a declaration is checked against. */
export interface KnownNumbers {
  /** True if locked, by IOSS number. */
  readonly ioss: ReadonlyMap<string, boolean>;
  /** True for the code of goods that may not be declared as low value. */
  readonly isRestricted: (code: string) => boolean;
  /** Codes with the bounds of plausible unit values, for the country of clearance. */
  readonly codes: KnownCodes;
  /** The EU rates and limits of the day of the declaration. */
  readonly rules: EuRules;
  /** False for goods that are cleared outside of the EU, which have no limit in EUR. */
  readonly inUnion: boolean;
  /** True if the goods must be divided by value: the file is refused if their currency has no customs rate. */
  readonly divides: boolean;
  /** Additional check of a row. */
  readonly judge?: (values: RowValues) => { readonly column: string; readonly problem: Problem } | undefined;
}

/** The goods of a file, and the time of reading it. */
interface FileGoods {
  readonly now: string;
  readonly bill?: ToDeclare;
  readonly divides?: boolean;
}

/** Loads the stored numbers; goods without a bill are cleared in the EU. */
export async function loadKnown(
  db: Reader,
  { now, bill = { clearanceType: 'ioss' }, divides = true }: FileGoods,
): Promise<KnownNumbers> {
  const ioss = await db.selectFrom('ioss').select(['iossNo', 'locked']).execute();
  return {
    ioss: new Map(ioss.map(({ iossNo, locked }) => [iossNo, locked === 1])),
    isRestricted: await restrictedCodes(db),
    codes: await knownCodes(db, bill),
    rules: await euRulesOf(db, bill, now),
    inUnion: !isAmerican(bill),
    divides,
  };
}
