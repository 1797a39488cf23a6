import { type CustodyMove, custodyMoveRow, type MoveView } from '@contract/custody/custody';
import type { GroupHandlers } from '../../core/context';
import { refuse } from '../../core/refusal';
import { codecOf } from '../../store/codec';
import { type ListDefinition, listRows } from '../../store/listRows';
import type { Reader } from '../../store/open';
import { readBill } from '../bill/billFacts';
import { isMember } from './ranges';
import { reportGoods } from './report';
import { placeNames, standingOf, stopsNow } from './stops';

const codec = codecOf(custodyMoveRow);
const definition: ListDefinition<typeof custodyMoveRow> = {
  table: 'custodyMove',
  row: custodyMoveRow,
  filters: ['billId', 'unit', 'fromPlace', 'toPlace', 'proof', 'at'],
  keyword: ['proofText'],
  order: '-id',
};

async function viewsOf(read: Reader, moves: readonly CustodyMove[]): Promise<MoveView[]> {
  const from = ({ fromPlace: place, fromId: id }: CustodyMove) => ({ place, id });
  const to = ({ toPlace: place, toId: id }: CustodyMove) => ({ place, id });
  const nameOf = await placeNames(
    read,
    moves.flatMap((move) => [from(move), to(move)]),
  );
  return moves.map((move) => ({ ...move, fromName: nameOf(from(move)), toName: nameOf(to(move)) }));
}

/** Moves of a parcel: its own, and those of its box. */
async function chainOf(read: Reader, id: number): Promise<CustodyMove[]> {
  const parcel = await read
    .selectFrom('parcel')
    .select(['id', 'billId', 'boxId'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!parcel) throw refuse('NOT_FOUND');
  const moves = await read
    .selectFrom('custodyMove')
    .selectAll()
    .where('billId', '=', parcel.billId)
    .orderBy('id')
    .execute();
  return moves
    .filter(({ unit, members }) => isMember(members, unit === 'box' ? parcel.boxId : parcel.id))
    .map((move) => codec.decode(move));
}

/** Where the goods of bills are, and their moves. */
export const custodyHandlers: GroupHandlers<'custodyMove'> = {
  stops: async ({ read }, { params, query }) => standingOf(read, await readBill(read, params.id), query.at),

  moves: async ({ read }, { params, query }) => {
    const bill = await readBill(read, params.id);
    const page = await listRows(read, definition, { ...query, billId: bill.id });
    return { ...page, list: await viewsOf(read, page.list) };
  },

  parcel: async ({ read }, { params }) => ({ moves: await viewsOf(read, await chainOf(read, params.id)) }),

  report: async (context, { params, body }) => {
    const bill = await readBill(context.write, params.id);
    const changed = await reportGoods(context, bill, body);
    return { changed, stops: await stopsNow(context.write, await readBill(context.write, bill.id)) };
  },
};
