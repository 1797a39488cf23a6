import { listed } from '../store/dialect';
import type { Writer } from '../store/open';
import { handOf } from './billRow';
import type { BuiltBill } from './bills';
import { iso, MINUTE } from './clock';
import { staffId } from './people';
import type { Random } from './random';
import { insertRows } from './rows';

/** Drivers of customers who sign at the gate, with the plates of their vans. */
const DRIVERS = [
  ['M. Aydin', '1-KDF-482'],
  ['P. Kowalski', 'WGM 41C8'],
  ['S. Lindqvist', 'VRB-39-T'],
  ['T. Novak', '4AH 7731'],
  ['H. Becker', 'K-LB 2207'],
  ['L. Moretti', 'GA 318 ZT'],
] as const;

/** Writes what customers collected at the gate: one collection for each bill that ends there, with its signed paper. */
export async function seedCollections(
  writer: Writer,
  built: readonly BuiltBill[],
  random: Random,
  now: number,
): Promise<void> {
  const bills = built.filter(({ shipment, row }) => shipment.collected && Number(row.podBoxCount) > 0);
  const papers = await writer
    .selectFrom('attachment')
    .select(['billId', 'id'])
    .where('category', '=', 'pod')
    .where('billId', 'in', listed(bills.map(({ row }) => row.id)))
    .execute();
  const paperOf = new Map(papers.map(({ billId, id }) => [billId, id]));
  await insertRows(
    writer,
    'collection',
    bills.map(({ row, shipment }, index) => {
      const [signer, identity] = random.pick(DRIVERS);
      const collectedAt = String(row.podAt);
      return {
        ...{ id: index + 1, billId: row.id, collectedAt, signer, identity, remark: null },
        attachmentId: paperOf.get(row.id) ?? null,
        boxCount: Number(row.podBoxCount),
        createdAt: iso(Math.min(now, Date.parse(collectedAt) + random.int(2, 15) * MINUTE)),
        createdBy: staffId(handOf(shipment)),
      };
    }),
  );
  await writer
    .updateTable('box')
    .from('collection')
    .set((n) => ({ collectionId: n.ref('collection.id') }))
    .whereRef('box.billId', '=', 'collection.billId')
    .where('box.outboundAt', 'is not', null)
    .execute();
}
