import { inflateSync } from 'node:zlib';

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

/** The objects of a PDF by their numbers: what stands before their stream, and the stream unpacked. */
function objectsOf(bytes: Buffer): Map<number, { head: string; stream: string }> {
  const text = latin1(bytes);
  const found = new Map<number, { head: string; stream: string }>();
  for (const match of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [, number = '', body = ''] = match;
    const [head = '', packed] = body.split(/\nstream\n/);
    const raw = packed?.slice(0, packed.lastIndexOf('\nendstream')) ?? '';
    const stream = /FlateDecode/.test(head) && raw ? latin1(inflateSync(Buffer.from(raw, 'latin1'))) : raw;
    found.set(Number(number), { head, stream });
  }
  return found;
}

const hexText = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');

/** Characters by the codes of a font, out of its map to Unicode. */
function charactersOf(map: string): Map<number, string> {
  const characters = new Map<number, string>();
  for (const [, lines = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = '', , list = ''] of lines.matchAll(/<([\da-f]+)>\s*<([\da-f]+)>\s*\[([^\]]*)\]/gi))
      [...list.matchAll(/<([\da-f ]*)>/gi)].forEach(([, hex = ''], at) => {
        characters.set(Number.parseInt(from, 16) + at, hexText(hex.replaceAll(' ', '')));
      });
  return characters;
}

/** What is written on the pages of a PDF that the product drew: one line for each piece of text, in the order of drawing. */
export function pdfLines(bytes: Buffer): string[] {
  const objects = objectsOf(bytes);
  const refs = (text: string, key: string) =>
    [...text.matchAll(new RegExp(`/${key} (\\d+) 0 R`, 'g'))].map(([, number]) => Number(number));
  const fonts = new Map<string, Map<number, string>>();
  for (const { head } of objects.values())
    for (const [, name = '', number] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [map = 0] = refs(objects.get(Number(number))?.head ?? '', 'ToUnicode');
      fonts.set(name, charactersOf(objects.get(map)?.stream ?? ''));
    }
  const lines: string[] = [];
  for (const { head, stream } of objects.values()) {
    if (!stream.includes(' Tf')) continue;
    void head;
    let font = new Map<number, string>();
    for (const [, name, shown = ''] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (name) font = fonts.get(name) ?? new Map();
      else {
        const codes = [...shown.matchAll(/<([\da-f]+)>/gi)].flatMap(
          ([, hex = '']) => hex.match(/.{4}/g)?.map((code) => Number.parseInt(code, 16)) ?? [],
        );
        lines.push(codes.map((code) => font.get(code) ?? '\ufffd').join(''));
      }
    }
  }
  return lines;
}
