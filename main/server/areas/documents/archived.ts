import { element, serialise, type XmlElement } from '../../core/xml';
import { colourProfile } from './fonts';

/*
 * Documents to be kept for years: PDF/A-3b (ISO 19005-3), a file that names its colours, embeds its fonts, describes itself
 * (XMP, ISO 16684-1) and may hold the data that its pages show.
 */

/** A file inside a document, and the properties by which programs find it. */
export interface Archived {
  /** The same content as the pages, as data. */
  readonly file: {
    readonly name: string;
    readonly mime: string;
    readonly description: string;
    readonly data: string;
  };
  /** Properties that XMP does not define, with their values and what they mean. */
  readonly properties: {
    readonly schema: string;
    readonly namespace: string;
    readonly prefix: string;
    readonly values: readonly (readonly [name: string, value: string, meaning: string])[];
  };
}

/** An object of a file. */
interface Part {
  compress: boolean;
  end(content?: Buffer): void;
}

/** Members of the library that its types leave out. */
declare global {
  namespace PDFKit {
    interface PDFDocument {
      readonly _root: { readonly data: Record<string, unknown> };
      ref(data: Record<string, unknown>): Part;
    }
    namespace Mixins {
      interface PDFAttachmentOptions {
        /** Relationship of the file to the pages: the same content in another form (ISO 32000-2, table 43). */
        relationship?: 'Alternative';
      }
    }
  }
}

const part = (name: string, content: string | readonly XmlElement[]) => element(name, {}, content);
/** A node of the description: about this file, in a namespace. */
const described = (namespaces: Record<string, string>, children: readonly XmlElement[]) =>
  element(
    'rdf:Description',
    {
      'rdf:about': '',
      ...Object.fromEntries(Object.entries(namespaces).map(([prefix, uri]) => [`xmlns:${prefix}`, uri])),
    },
    children,
  );
const resource = (children: readonly XmlElement[]) =>
  element('rdf:li', { 'rdf:parseType': 'Resource' }, children);

/** Describes properties that XMP does not define: PDF/A demands it. */
const extensionOf = ({ schema, namespace, prefix, values }: Archived['properties']): XmlElement =>
  described(
    {
      pdfaExtension: 'http://www.aiim.org/pdfa/ns/extension/',
      pdfaSchema: 'http://www.aiim.org/pdfa/ns/schema#',
      pdfaProperty: 'http://www.aiim.org/pdfa/ns/property#',
    },
    [
      part('pdfaExtension:schemas', [
        part('rdf:Bag', [
          resource([
            part('pdfaSchema:schema', schema),
            part('pdfaSchema:namespaceURI', namespace),
            part('pdfaSchema:prefix', prefix),
            part('pdfaSchema:property', [
              part(
                'rdf:Seq',
                values.map(([name, , meaning]) =>
                  resource([
                    part('pdfaProperty:name', name),
                    part('pdfaProperty:valueType', 'Text'),
                    part('pdfaProperty:category', 'external'),
                    part('pdfaProperty:description', meaning),
                  ]),
                ),
              ),
            ]),
          ]),
        ]),
      ]),
    ],
  );

/** The description of a file: the same title, author, programs and time as in its properties. */
function descriptionOf(info: PDFKit.DocumentInfo, { properties }: Archived): string {
  const { Title = '', Author = '', Creator = '', Producer = '', CreationDate = new Date() } = info;
  const { namespace, prefix, values } = properties;
  const root = element('x:xmpmeta', { 'xmlns:x': 'adobe:ns:meta/' }, [
    element('rdf:RDF', { 'xmlns:rdf': 'http://www.w3.org/1999/02/22-rdf-syntax-ns#' }, [
      described({ pdfaid: 'http://www.aiim.org/pdfa/ns/id/' }, [
        part('pdfaid:part', '3'),
        part('pdfaid:conformance', 'B'),
      ]),
      described({ dc: 'http://purl.org/dc/elements/1.1/' }, [
        part('dc:title', [part('rdf:Alt', [element('rdf:li', { 'xml:lang': 'x-default' }, Title)])]),
        part('dc:creator', [part('rdf:Seq', [part('rdf:li', Author)])]),
      ]),
      described({ xmp: 'http://ns.adobe.com/xap/1.0/' }, [
        part('xmp:CreateDate', `${CreationDate.toISOString().slice(0, 19)}Z`),
        part('xmp:CreatorTool', Creator),
      ]),
      described({ pdf: 'http://ns.adobe.com/pdf/1.3/' }, [part('pdf:Producer', Producer)]),
      extensionOf(properties),
      described(
        { [prefix]: namespace },
        values.map(([name, value]) => part(`${prefix}:${name}`, value)),
      ),
    ]),
  ]);
  // The identifier is that of the standard, the same in every file.
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n${serialise(root)}\n<?xpacket end="w"?>`;
}

/** Makes a document a PDF/A-3b with its data inside. To be called when its pages are drawn, before its end. */
export function archive(doc: PDFKit.PDFDocument, archived: Archived): void {
  const { name, mime, description, data } = archived.file;
  const { CreationDate: madeAt = new Date() } = doc.info;
  doc.file(Buffer.from(data), {
    ...{ name, type: mime, description, creationDate: madeAt, modifiedDate: madeAt },
    relationship: 'Alternative',
  });
  const ended = (content: Record<string, unknown>, stream?: Buffer, isPlain = false) => {
    const made = doc.ref(content);
    // Programs that do not read PDF find the description by its text.
    if (isPlain) made.compress = false;
    made.end(stream);
    return made;
  };
  // In the library's objects a plain string is a name, a String object is a text.
  const sRgb = Object('sRGB IEC61966-2.1');
  const intent = { Type: 'OutputIntent', S: 'GTS_PDFA1', OutputConditionIdentifier: sRgb, Info: sRgb };
  const metadata = Buffer.from(descriptionOf(doc.info, archived));
  Object.assign(doc._root.data, {
    Version: '1.7',
    OutputIntents: [ended({ ...intent, DestOutputProfile: ended({ N: 3 }, colourProfile()) })],
    Metadata: ended({ Type: 'Metadata', Subtype: 'XML' }, metadata, true),
  });
}
