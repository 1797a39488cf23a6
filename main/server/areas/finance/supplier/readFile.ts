import { isXml } from '../../../../tabular/wrongContent';
import { declaredEncoding } from '../../../../tabular/xml';
import { refuse } from '../../../core/refusal';
import { readXml, type XmlElement } from '../../../core/xml';
import type { SupplierDocument } from './document';
import { pdfAttachments } from './pdfAttachments';
import { readCii } from './readCii';
import { readUbl } from './readUbl';

/** Deepest element of an invoice, with room for signatures in its extensions. */
const MAX_DEPTH = 40;

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const CII = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';
/** Readers by root, each with the namespace that its root must declare. */
const READERS: Readonly<
  Record<string, readonly [namespace: string, (root: XmlElement) => SupplierDocument]>
> = {
  Invoice: [`${UBL}:Invoice-2`, readUbl],
  CreditNote: [`${UBL}:CreditNote-2`, readUbl],
  CrossIndustryInvoice: [CII, readCii],
};

/** The reader for a root; undefined if it is that of no invoice. */
function readerOf(root: XmlElement) {
  const [namespace, read] = READERS[root.name] ?? [];
  return read && Object.values(root.attributes).includes(namespace ?? '') ? read : undefined;
}

function rootOf(bytes: Uint8Array): Promise<XmlElement | undefined> {
  const declared = declaredEncoding(bytes);
  // Bytes in which a declaration can be read are not UTF-16, whatever it says.
  const encoding = declared?.toLowerCase().startsWith('utf-16') ? undefined : declared;
  return readXml(bytes, { maxDepth: MAX_DEPTH, encoding });
}

/**
 * Reads a file with an electronic invoice: XML of UBL 2.1 or CII, or a PDF with one such XML inside. Throws FILE_BROKEN
 * for unreadable XML, EINVOICE_NONE without exactly one invoice, EINVOICE_FIELD for a part that is not understood.
 */
export async function readSupplierFile(
  bytes: Uint8Array,
  { name, type }: { readonly name: string; readonly type: string },
): Promise<SupplierDocument> {
  if (type === 'pdf') {
    const roots = await Promise.all(pdfAttachments(bytes).filter(isXml).map(rootOf));
    const [only, ...more] = roots.filter((one) => one !== undefined).filter(readerOf);
    const readEmbedded = only && readerOf(only);
    if (!readEmbedded || more.length > 0) throw refuse('EINVOICE_NONE', { name });
    return readEmbedded(only);
  }
  const root = await rootOf(bytes);
  if (!root) throw refuse('FILE_BROKEN', { name });
  const read = readerOf(root);
  if (!read) throw refuse('EINVOICE_NONE', { name });
  return read(root);
}
