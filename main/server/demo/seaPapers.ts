import type { Writer } from '../store/open';
import { writePapers } from './papers';

/** Writes the papers of bills by sea: the arrival notice of the line, and the signed proof of delivery. */
export async function seedSeaPapers(writer: Writer): Promise<Map<string, Uint8Array>> {
  const reached = await writer
    .selectFrom('seaNode')
    .innerJoin('seaBill', 'seaBill.id', 'seaNode.seaBillId')
    .select(['seaNode.node', 'seaNode.actualAt', 'seaNode.updatedBy', 'seaBill.id', 'seaBill.mblNo'])
    .select(['seaBill.vesselName', 'seaBill.voyageNo', 'seaBill.podCode', 'seaBill.packages'])
    .where('seaNode.node', 'in', ['arrivalNotice', 'delivered'])
    .where('seaNode.actualAt', 'is not', null)
    .orderBy('seaBill.id')
    .orderBy('seaNode.place')
    .execute();
  return writePapers(
    writer,
    reached.map(({ node, actualAt, updatedBy, id, mblNo, vesselName, voyageNo, podCode, packages }) => {
      const notice = node === 'arrivalNotice';
      return {
        docType: 'sea_bill',
        docId: id,
        kind: notice ? 'notice' : 'delivered',
        fileName: `${mblNo} ${notice ? 'arrival notice' : 'POD'}.pdf`,
        title: `${notice ? 'Arrival notice' : 'Proof of delivery'} ${mblNo}`,
        lines: [
          `Vessel ${vesselName}, voyage ${voyageNo}`,
          `Port of discharge ${podCode}`,
          notice ? `${packages} packages, freight prepaid` : `${packages} packages received in good order`,
        ],
        by: updatedBy,
        at: actualAt ?? '',
      } as const;
    }),
  );
}
