import { inflateSync } from 'node:zlib';

/** A page of a PDF of ours: its pieces of text in the order they were drawn. */
export type PdfPage = readonly string[];

interface Part {
  readonly dictionary: string;
  readonly stream: Buffer | undefined;
}

/** Returns the objects of a file, by number. Streams are cut by their lengths: they may contain any bytes. */
function partsOf(bytes: Buffer): Map<number, Part> {
  const text = bytes.toString('latin1');
  const parts = new Map<number, Part>();
  for (const found of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const from = found.index + found[0].length;
    const end = text.indexOf('endobj', from);
    const stream = text.indexOf('stream\n', from);
    const inside = stream !== -1 && stream < end;
    const dictionary = text.slice(from, inside ? stream : end);
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0);
    const raw = inside ? bytes.subarray(stream + 7, stream + 7 + length) : undefined;
    parts.set(Number(found[1]), {
      dictionary,
      stream: raw && (dictionary.includes('/FlateDecode') ? inflateSync(raw) : raw),
    });
  }
  return parts;
}

/** Returns the text of each code of a font. */
function codesOf(map: string): Map<string, string> {
  const codes = new Map<string, string>();
  const letter = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');
  for (const [, from = '', , list = ''] of map.matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/gi)) {
    let code = Number.parseInt(from, 16);
    for (const [, hex = ''] of list.matchAll(/<([0-9a-f ]+)>/gi)) {
      codes.set(code.toString(16).padStart(4, '0'), letter(hex.replaceAll(' ', '')));
      code += 1;
    }
  }
  return codes;
}

const refIn = (dictionary: string, name: string): number =>
  Number(new RegExp(`/${name} (\\d+) 0 R`).exec(dictionary)?.[1] ?? 0);

/** Returns the texts of a PDF by page, through the tables by which a reader finds and copies them. */
export function pdfText(bytes: Buffer): PdfPage[] {
  const parts = partsOf(bytes);
  const fonts = (page: string): Map<string, Map<string, string>> => {
    const resources = parts.get(refIn(page, 'Resources'))?.dictionary ?? page;
    const named = /\/Font <<([^>]*)>>/.exec(resources)?.[1] ?? '';
    return new Map(
      [...named.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', ref]) => {
        const map = parts.get(refIn(parts.get(Number(ref))?.dictionary ?? '', 'ToUnicode'))?.stream;
        return [name, codesOf(map?.toString('latin1') ?? '')];
      }),
    );
  };
  const pages = [...parts.values()].filter(({ dictionary }) => /\/Type \/Page\b/.test(dictionary));
  return pages.map(({ dictionary }) => {
    const known = fonts(dictionary);
    const drawn = parts.get(refIn(dictionary, 'Contents'))?.stream?.toString('latin1') ?? '';
    let codes: Map<string, string> | undefined;
    const texts: string[] = [];
    for (const [, font, pieces = ''] of drawn.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (font) codes = known.get(font);
      else {
        const hex = [...pieces.matchAll(/<([0-9a-f]*)>/gi)].map(([, part]) => part).join('');
        texts.push((hex.match(/.{4}/g) ?? []).map((code) => codes?.get(code.toLowerCase()) ?? '�').join(''));
      }
    }
    return texts;
  });
}

/** Returns the texts of a PDF in the order they were drawn, on whatever page. */
export const pdfLines = (bytes: Buffer): string[] => pdfText(bytes).flat();
