import { type MoveView, moveView } from '@contract/custody/custody';
import type { GroupHandlers } from '../../core/context';
import { exportRows } from '../../core/exportRows';
import { refuse } from '../../core/refusal';
import { codecOf } from '../../store/codec';
import { type ListDefinition, listRows } from '../../store/listRows';
import type { Reader } from '../../store/open';
import { readBill } from '../bill/billFacts';
import { isMember } from './ranges';
import { reportGoods } from './report';
import { standingOf, stopsNow } from './stops';

const codec = codecOf(moveView);
const definition: ListDefinition<typeof moveView> = {
  table: 'custodyMoveOfBill',
  row: moveView,
  filters: ['billId', 'billNo', 'unit', 'fromPlace', 'toPlace', 'proof', 'at'],
  keyword: ['proofText', 'remark'],
  order: '-at',
};

/** Moves of a parcel, oldest first: its own, and those of its box. */
async function chainOf(read: Reader, id: number): Promise<MoveView[]> {
  const parcel = await read
    .selectFrom('parcel')
    .select(['id', 'billId', 'boxId'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!parcel) throw refuse('NOT_FOUND');
  const moves = await read
    .selectFrom('custodyMoveOfBill')
    .selectAll()
    .where('billId', '=', parcel.billId)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return moves
    .filter(({ unit, members }) => isMember(members, unit === 'box' ? (parcel.boxId ?? 0) : parcel.id))
    .map((move) => codec.decode(move));
}

/** Where the goods of bills are, and their moves. */
export const custodyHandlers: GroupHandlers<'custodyMove'> = {
  stops: async ({ read }, { params, query }) => standingOf(read, await readBill(read, params.id), query.at),
  list: ({ read }, { query }) => listRows(read, definition, query),
  export: (context, { query }) => exportRows(context, { definition, resource: 'custodyMove' }, query),
  parcel: async ({ read }, { params }) => ({ moves: await chainOf(read, params.id) }),

  report: async (context, { params, body }) => {
    const bill = await readBill(context.write, params.id);
    const changed = await reportGoods(context, bill, body);
    return { changed, stops: await stopsNow(context.write, await readBill(context.write, bill.id)) };
  },
};
