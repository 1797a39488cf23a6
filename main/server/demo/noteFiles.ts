import { createHash } from 'node:crypto';
import type { CmrView } from '@contract/linehaul/cmr';
import type { Insertable } from 'kysely';
import type { Writer } from '../store/open';
import type { Database } from '../store/tables';
import { iso, MINUTE } from './clock';
import { pdfPage } from './pdf';
import { staffId } from './people';
import type { Random } from './random';
import { insertRows } from './rows';

/** User name of the person at the line-haul desk. */
export const NOTE_CLERK = 'admin';

/** Contents of the files by id. */
export type Contents = Map<string, Uint8Array>;

/** Generates the id of a stored file. */
export const newId = (random: Random) => Buffer.from(random.bytes(16)).toString('base64url');

/** Builds the row of a file, and keeps its contents. */
export function storedRow(
  made: { id: string; fileName: string; bytes: Uint8Array; at: number },
  contents: Contents,
): Insertable<Database['storedFile']> {
  const { id, fileName, bytes, at } = made;
  contents.set(id, bytes);
  return {
    id,
    fileName,
    mime: 'application/pdf',
    size: bytes.length,
    hash: createHash('sha256').update(bytes).digest('hex'),
    createdAt: iso(at),
    createdBy: staffId(NOTE_CLERK),
  };
}

/** Reads the last notes with stored pallets in some states, newest first. */
export const lastNotes = (writer: Writer, states: readonly CmrView['state'][], limit: number) =>
  writer
    .selectFrom('cmr')
    .selectAll()
    .where('state', 'in', states)
    .where(({ exists, selectFrom, ref }) =>
      exists(selectFrom('pallet').select('id').where('pallet.cmrId', '=', ref('cmr.id'))),
    )
    .orderBy('departedAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Writes signed copies of the last delivered trucks, and papers of some under way. */
export async function seedNoteFiles(
  writer: Writer,
  random: Random,
  now: number,
  contents: Contents,
): Promise<void> {
  const papers = [
    ...(await lastNotes(writer, ['delivered'], 6)).map((note) => ({
      note,
      kind: 'pod' as const,
      fileName: `${note.cmrNo}.pdf`,
      title: 'CMR, signed by the consignee',
      line: `Boxes received: ${note.podBoxCount}`,
      at: Math.min(Date.parse(`${note.podAt}`) + 25 * MINUTE, now),
    })),
    ...(await lastNotes(writer, ['in_transit', 'arrived'], 3)).map((note) => ({
      note,
      kind: 'attachment' as const,
      fileName: `slot-${note.cmrNo}.pdf`,
      title: 'Slot confirmation of the hub',
      line: `Truck ${note.plateNo}`,
      at: Date.parse(`${note.loadedAt}`),
    })),
  ];
  const rows = papers.map(({ note, kind, fileName, title, line, at }) => {
    const bytes = pdfPage(title, [
      note.cmrNo,
      line,
      '',
      'Demo document, not valid for transport or customs.',
    ]);
    const file = storedRow({ id: newId(random), fileName, bytes, at }, contents);
    const { size, mime } = file;
    return {
      file,
      own: {
        ...{ id: newId(random), cmrId: note.id, kind, fileName, size, mime, fileId: file.id },
        ...{ uploadedBy: file.createdBy, uploadedAt: file.createdAt },
      },
    };
  });
  await insertRows(
    writer,
    'storedFile',
    rows.map(({ file }) => file),
  );
  await insertRows(
    writer,
    'cmrFile',
    rows.map(({ own }) => own),
  );
}
