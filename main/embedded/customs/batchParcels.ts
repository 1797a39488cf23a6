import type { Context } from '../context';
import type { Database, ParcelState } from '../store/tables';

/** What a step of a declaration does to its parcels. */
type Move = 'redeclare' | 'fail' | 'hold' | 'free';

interface Given {
  readonly at?: string;
  readonly reason?: string;
  readonly remark?: string;
  readonly mrn?: string | null;
}

const FROM: Readonly<Record<Move, readonly ParcelState[]>> = {
  redeclare: ['failed'],
  fail: ['clearance', 'held'],
  hold: ['clearance'],
  free: ['clearance', 'held'],
};

/** Moves the parcels of a declaration that stand where the move begins, all in one statement, and their boxes with them. */
export async function moveBatch(
  { write, now }: Pick<Context, 'write' | 'now'>,
  billId: number,
  batchId: number,
  move: Move,
  { at = now, reason, remark, mrn }: Given,
): Promise<void> {
  const columns: Readonly<Record<Move, Partial<Database['parcel']>>> = {
    redeclare: { state: 'clearance', failReason: null, failedAt: null, stateRemark: null },
    fail: {
      state: 'failed',
      failReason: reason ?? null,
      failedAt: at,
      stateRemark: remark ?? null,
      holdReason: null,
    },
    hold: {
      state: 'held',
      holdReason: reason ?? null,
      heldAt: at,
      ...(reason === 'fyco' ? { fyco: 1 } : {}),
    } as never,
    free: { state: 'free', releasedAt: at, holdReason: null, ...(mrn ? { mrn } : {}) },
  };
  await write
    .updateTable('parcel')
    .set(columns[move] as never)
    .where('billId', '=', billId)
    .where('batchId', '=', batchId)
    .where('state', 'in', FROM[move])
    // What was returned, destroyed or given up has its end.
    .$if(move === 'redeclare', (failed) => failed.where('disposition', 'is', null))
    .execute();
  await write
    .updateTable('box')
    .set((box) => ({
      state: box
        .case()
        .when(box.exists(stateIn(box, ['held', 'abnormal'])))
        .then('blocked' as const)
        .when(box.exists(stateIn(box, ['clearance'])))
        .then('received' as const)
        .else('ready' as const)
        .end(),
    }))
    .where('billId', '=', billId)
    .where('state', 'in', ['received', 'blocked', 'ready'])
    .execute();
}

type BoxQuery = import('kysely').ExpressionBuilder<Database, 'box'>;
/** Parcels of the box at hand that are in one of these states. */
const stateIn = (box: BoxQuery, states: readonly ParcelState[]) =>
  box
    .selectFrom('parcel')
    .select('parcel.id')
    .whereRef('parcel.boxId', '=', 'box.id')
    .where('parcel.state', 'in', states);
