import { inflateSync } from 'node:zlib';

/** A filled rectangle, in points from the upper left corner of its page. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
/** Contents of a page of a PDF. */
export interface PdfPage {
  /** In points. */
  readonly width: number;
  readonly height: number;
  readonly text: string;
  /** Groups by fill operator: rectangles filled at once are one group. */
  readonly fills: readonly (readonly Rect[])[];
}

/**
 * Parses the pages of a PDF of ours, independently of its writer: no cross-reference table, only objects and their
 * streams.
 */
export function pdfPages(file: Buffer): PdfPage[] {
  const objects = new Map<string, string>();
  for (const [, id = '', body = ''] of file.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g))
    objects.set(id, body);
  const streamOf = (id = ''): string => {
    const [, head = '', data = ''] =
      /^([\s\S]*?)stream\n([\s\S]*)\nendstream$/.exec(objects.get(id) ?? '') ?? [];
    const bytes = Buffer.from(data, 'latin1');
    return (head.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
  };
  const named = (body: string, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(body)?.[1];
  const lettersOf = (font: string) => {
    const map = streamOf(named(objects.get(font) ?? '', 'ToUnicode'));
    return [...map.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)].flatMap(([, first = '0', list = '']) =>
      [...list.matchAll(/<(\w+)>/g)].map(
        ([, hex = ''], index) =>
          [Number.parseInt(first, 16) + index, Buffer.from(hex, 'hex').swap16().toString('utf16le')] as const,
      ),
    );
  };
  const kids = /\/Type \/Pages[\s\S]*?\/Kids \[([^\]]*)\]/.exec(
    [...objects.values()].find((body) => body.includes('/Type /Pages')) ?? '',
  );
  return [...(kids?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(([, id = '']) => {
    const page = objects.get(id) ?? '';
    const [, width = '', height = ''] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(page) ?? [];
    const resources = objects.get(named(page, 'Resources') ?? '') ?? '';
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', font = '']) => [
        name,
        new Map(lettersOf(font)),
      ]),
    );
    const content = streamOf(named(page, 'Contents'));
    return { width: Number(width), height: Number(height), ...drawn(content, fonts) };
  });
}

/** Returns texts and filled rectangles of a page, which is drawn from its upper left corner. */
function drawn(content: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>) {
  const texts: string[] = [];
  const fills: Rect[][] = [];
  let letters: ReadonlyMap<number, string> = new Map();
  let path: Rect[] = [];
  for (const line of content.split('\n')) {
    const font = /^\/(F\d+) /.exec(line);
    if (font) letters = fonts.get(font[1] ?? '') ?? new Map();
    const rect = /^(-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) re$/.exec(line);
    if (rect) {
      const [x = 0, y = 0, width = 0, height = 0] = rect.slice(1).map(Number);
      path.push({ x, y, width, height });
    }
    if (line === 'f') fills.push(path);
    if (/^[fSWn]\*?$/.test(line)) path = [];
    if (/TJ$/.test(line)) {
      const glyphs = [...line.matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
      texts.push(glyphs.map((glyph) => letters.get(Number.parseInt(glyph, 16)) ?? '\ufffd').join(''));
    }
  }
  return { text: texts.join('\n'), fills };
}
