import { createHash } from 'node:crypto';
import type { FileOwner } from '@contract/documentFile';
import type { Insertable } from 'kysely';
import type { Writer } from '../store/open';
import type { Database } from '../store/tables';
import { pdfPage } from './pdf';
import { insertRows } from './rows';

/** A file attached to a record of the demo. */
export interface Paper {
  readonly docType: FileOwner;
  readonly docId: number;
  /** A few letters; with the record they make the id. */
  readonly kind: string;
  readonly fileName: string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly by: number | null;
  readonly at: string;
}

/** Writes files of one page each. Returns their contents by file id. */
export async function writePapers(
  writer: Writer,
  papers: readonly Paper[],
): Promise<Map<string, Uint8Array>> {
  const contents = new Map<string, Uint8Array>();
  const stored: Insertable<Database['storedFile']>[] = [];
  const files: Insertable<Database['documentFile']>[] = [];
  for (const { docType, docId, kind, fileName, title, lines, by, at } of papers) {
    const bytes = pdfPage(title, [...lines]);
    const fileId = `${kind}-${String(docId).padStart(21 - kind.length, '0')}`;
    const hash = createHash('sha256').update(bytes).digest('hex');
    const file = { fileName, size: bytes.length, mime: 'application/pdf' };
    contents.set(fileId, bytes);
    stored.push({ id: fileId, ...file, hash, createdAt: at, createdBy: by });
    files.push({
      id: `${kind}-file-${docId}`,
      docType,
      docId,
      ...file,
      fileId,
      uploadedBy: by,
      uploadedAt: at,
    });
  }
  await insertRows(writer, 'storedFile', stored);
  await insertRows(writer, 'documentFile', files);
  return contents;
}
