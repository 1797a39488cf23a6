import type { Reader } from '../../store/open';

/** A time at which a customer collected boxes of a bill, and how many. */
export interface GateCollection {
  readonly collectedAt: string;
  readonly boxCount: number;
}

/** Collections of a bill at the gate, the latest last. */
export const collectedOf = (db: Reader, billId: number): Promise<GateCollection[]> =>
  db
    .selectFrom('collection')
    .select(['collectedAt', 'boxCount'])
    .where('billId', '=', billId)
    .orderBy('collectedAt')
    .execute();

/** Number of boxes in collections. */
export const boxesIn = (collected: readonly GateCollection[]): number =>
  collected.reduce((sum, { boxCount }) => sum + boxCount, 0);
