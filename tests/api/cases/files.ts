import { xlsxParts, zipOf } from '../../main/tabular/officeFiles';
import { oleOf } from '../../main/tabular/oleFile';
import type { TestFile } from '../../support/apiCall';

/** Small valid files of the types in their names. */
export const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
export const jpg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 0xff, 0xd9]);
export const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);

export const picture = (): TestFile => ({ name: 'me.jpg', bytes: jpg });
export const document = (name = 'pod.pdf'): TestFile => ({ name, bytes: pdf });
/** A workbook that looks password-protected, by the names of its streams. */
export const locked = oleOf(['EncryptedPackage', 'EncryptionInfo']);

/** A file of so many bytes that begins like a PDF. */
export function pdfOf(size: number): Buffer {
  const bytes = Buffer.alloc(size, 0x20);
  pdf.copy(bytes);
  return bytes;
}

/** An old workbook of which only the first sector is there. */
export const oldAndBroken = oleOf(['Workbook']).subarray(0, 512);

/** More parts than any workbook has. */
export function crowded(): Buffer {
  const parts = Object.entries(xlsxParts('<sheetData/>')).map(([name, data]) => ({ name, data }));
  return zipOf([...parts, ...Array.from({ length: 2001 }, (_, n) => ({ name: `xl/media/${n}`, data: '' }))]);
}
