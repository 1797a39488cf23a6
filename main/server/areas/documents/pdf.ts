import { Readable } from 'node:stream';
import { INTL_LOCALE, type Language } from '@contract/limits';
import bwip from 'bwip-js/node';
import PDFDocument from 'pdfkit';
import { type Archived, archive } from './archived';
import { type Font, fontBytes, runsOf } from './fonts';

/** Points in a millimetre. */
export const MM = 72 / 25.4;

/** Width and height of the papers that documents are printed on. */
export const A4: [number, number] = [210 * MM, 297 * MM];
export const LETTER: [number, number] = [8.5 * 72, 11 * 72];

/** A rectangle on a page, in points from its upper left corner. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Style {
  /** In points; reduced down to `least` where the text would not fit. */
  readonly size: number;
  readonly least?: number;
  readonly bold?: boolean;
  readonly color?: string;
  readonly align?: 'left' | 'right' | 'center';
}

/** Line height relative to the font size. */
const LEADING = 1.25;

/** A font as the library uses it in one document. */
interface DocumentFont {
  /** The font as parsed by the library. */
  readonly font: Glyphs;
  /** Cache of the font's word layouts. */
  layoutCache: object;
}

/**
 * Font data shared by documents. Parsing the Chinese font takes longer than drawing a page with it, and layout takes
 * most of the time of a page; the glyphs that a document uses go into a subset of its own.
 */
interface SharedFont {
  readonly font: Glyphs;
  layouts: object;
  documents: number;
}
const shared = new Map<Font, SharedFont>();

/** A glyph of a font, and the characters that it shows. */
interface Glyph {
  codePoints: readonly number[];
}
interface Glyphs {
  getGlyph(id: number, signs?: readonly number[]): Glyph;
}

/**
 * Makes glyphs keep their characters, also those first loaded as parts of others: an accented letter loads its plain
 * one, for which the library then knows no character. In a later document it could not be searched or copied.
 */
function nameLetters(font: Glyphs): void {
  const getGlyph = font.getGlyph.bind(font);
  font.getGlyph = (id, signs = []) => {
    const glyph = getGlyph(id, signs);
    if (glyph?.codePoints.length === 0 && signs.length > 0) glyph.codePoints = signs;
    return glyph;
  };
}

/** Documents after which layouts are dropped: words of one file repeat, those of all files would fill the memory. */
const RENEW = 200;

/**
 * Opens a font for another document. The library is given bytes the first time, then its own parsed font, which its
 * types do not mention.
 */
function openFont(doc: PDFKit.PDFDocument, font: Font): void {
  const known = shared.get(font);
  doc.registerFont(font, (known?.font ?? fontBytes(font)) as Buffer).font(font);
  const { _font: written } = doc as unknown as { readonly _font: DocumentFont };
  if (!known) nameLetters(written.font);
  const own = known ?? { font: written.font, layouts: Object.create(null), documents: 0 };
  if (own.documents % RENEW === 0) own.layouts = Object.create(null);
  own.documents += 1;
  written.layoutCache = own.layouts;
  shared.set(font, own);
}

/**
 * A PDF of positioned text, in any script that the fonts have. Text that does not fit is made smaller, and then cut
 * with an ellipsis: nothing overlaps its neighbour.
 */
export class Pdf {
  readonly #doc: PDFKit.PDFDocument;
  readonly #archived: Archived | undefined;
  /** Widths of pieces of text at size 1, by font. */
  readonly #widths = new Map<string, number>();
  readonly #fonts = new Set<Font>();

  /**
   * @param info title and author: written to the file's properties. The language, English by default, tells screen
   * readers how to pronounce the text. With a fixed time of creation, the same document is the same file whenever it is
   * drawn.
   * @param archived makes the file a PDF/A-3 with data inside
   */
  constructor(
    info: {
      readonly title: string;
      readonly author: string;
      readonly language?: Language;
      readonly madeAt?: Date;
    },
    size: [number, number],
    archived?: Archived,
  ) {
    this.#archived = archived;
    this.#doc = new PDFDocument({
      size,
      margin: 0,
      autoFirstPage: false,
      // No font at the start: the standard ones are read from files that are not in the bundle.
      font: '',
      info: {
        Title: info.title,
        Author: info.author,
        ...(info.madeAt ? { CreationDate: info.madeAt } : {}),
      },
      lang: INTL_LOCALE[info.language ?? 'en'],
      displayTitle: true,
    });
  }

  addPage(): void {
    this.#doc.addPage();
  }

  /** Draws a frame, or a filled box. */
  box({ x, y, width, height }: Place, { fill, line = 0.6 }: { fill?: string; line?: number } = {}): void {
    if (fill) this.#doc.rect(x, y, width, height).fill(fill);
    else this.#doc.lineWidth(line).strokeColor('black').rect(x, y, width, height).stroke();
  }

  /** Draws a picture as large as a place permits, at its upper right corner; see `isDrawable`. */
  picture({ x, y, width, height }: Place, bytes: Buffer): void {
    this.#doc.image(bytes, x, y, { fit: [width, height], align: 'right' });
  }

  /** Draws lines of text from the top of a place downwards; long ones are wrapped. Returns their height. */
  text(place: Place, lines: readonly string[], style: Style): number {
    const { size, least = size, align = 'left', color = 'black' } = style;
    const letters: Font = style.bold ? 'bold' : 'letters';
    let at = size;
    let broken = this.#broken(lines, place.width, at, letters);
    while (at > least && broken.length * at * LEADING > place.height) {
      at = Math.max(least, at - 0.5);
      broken = this.#broken(lines, place.width, at, letters);
    }
    const room = Math.max(1, Math.floor(place.height / (at * LEADING)));
    const shown = broken.slice(0, room);
    if (broken.length > room) shown[room - 1] = this.#cut(`${shown[room - 1]}…`, place.width, at, letters);
    this.#doc.fillColor(color);
    shown.forEach((line, index) => {
      const left = place.width - this.#width(line, at, letters);
      const offset = align === 'right' ? left : align === 'center' ? left / 2 : 0;
      this.#line(line, place.x + offset, place.y + index * at * LEADING, at, letters);
    });
    return shown.length * at * LEADING;
  }

  /** Height of lines of text in a width, with unlimited space. */
  height(width: number, lines: readonly string[], { size, bold }: Pick<Style, 'size' | 'bold'>): number {
    return this.#broken(lines, width, size, bold ? 'bold' : 'letters').length * size * LEADING;
  }

  /** Draws a barcode that fills a place; its text is not written. */
  barcode(place: Place, { widths, modules }: Barcode): void {
    const unit = place.width / modules;
    let x = place.x;
    this.#doc.fillColor('black');
    widths.forEach((width, index) => {
      // Bars and spaces alternate, a bar first.
      if (index % 2 === 0) this.#doc.rect(x, place.y, width * unit, place.height).fill();
      x += width * unit;
    });
  }

  /**
   * Draws a QR code in the centre of a place, with a quiet zone of four modules. A module is the largest multiple of
   * `step` points that fits, so that its edges fall on the dots of a printer; at least one.
   */
  qr(place: Place, text: string, step: number): void {
    const [drawn] = bwip.raw({ bcid: 'qrcode', text, eclevel: 'M' } as never);
    if (!drawn || !('pixs' in drawn)) throw new Error('no QR code was drawn');
    const { pixs, pixx } = drawn;
    const least = Math.min(place.width, place.height) / (pixx + 8);
    const unit = Math.max(1, Math.floor(least / step + 1e-6)) * step;
    const left = place.x + Math.floor((place.width - pixx * unit) / 2 / step) * step;
    const top = place.y + Math.floor((place.height - pixx * unit) / 2 / step) * step;
    this.#doc.fillColor('black');
    for (let row = 0; row < pixx; row += 1) {
      for (let from = 0; from < pixx; from += 1) {
        let to = from;
        while (to < pixx && pixs[row * pixx + to] === 1) to += 1;
        // Adjacent modules are drawn as one rectangle: between two there would be a hairline of white.
        if (to > from) this.#doc.rect(left + from * unit, top + row * unit, (to - from) * unit, unit);
        from = to;
      }
    }
    this.#doc.fill();
  }

  /** Returns the part of the file that is ready and was not read before; null if there is none. */
  ready(): Uint8Array | null {
    return this.#doc.read() as Uint8Array | null;
  }

  /** Returns the file as a stream: finished pages are sent while others are drawn. */
  end(): Readable {
    if (this.#archived) archive(this.#doc, this.#archived);
    this.#doc.end();
    return Readable.from(this.#doc);
  }

  #font(font: Font): PDFKit.PDFDocument {
    if (this.#fonts.has(font)) return this.#doc.font(font);
    this.#fonts.add(font);
    openFont(this.#doc, font);
    return this.#doc;
  }

  #line(text: string, x: number, y: number, size: number, letters: Font): void {
    let at = x;
    for (const run of runsOf(text, letters)) {
      this.#font(run.font).fontSize(size);
      // Both fonts share one baseline, although their ascenders differ.
      this.#doc.text(run.text, at, y + size, { lineBreak: false, baseline: 'alphabetic' });
      at += this.#width(run.text, size, letters);
    }
  }

  #width(text: string, size: number, letters: Font): number {
    return runsOf(text, letters).reduce((sum, run) => {
      const key = `${run.font} ${run.text}`;
      let width = this.#widths.get(key);
      if (width === undefined) {
        width = this.#font(run.font).fontSize(1).widthOfString(run.text);
        this.#widths.set(key, width);
      }
      return sum + width * size;
    }, 0);
  }

  #cut(text: string, width: number, size: number, letters: Font): string {
    let cut = text;
    while (cut.length > 1 && this.#width(cut, size, letters) > width) cut = `${cut.slice(0, -2)}…`;
    return cut;
  }

  /** Wraps lines that are too long: between words, between ideographs, and in a word that alone is too long. */
  #broken(lines: readonly string[], width: number, size: number, letters: Font): string[] {
    return lines.flatMap((line) => {
      const out: string[] = [];
      let current = '';
      // Measures each word once, not the lines that they make.
      let taken = 0;
      const startLine = (part: string) => {
        current = part;
        taken = this.#width(part, size, letters);
      };
      for (const part of partsOf(line)) {
        if (taken + this.#width(part.trimEnd(), size, letters) <= width) {
          current += part;
          taken += this.#width(part, size, letters);
          continue;
        }
        if (current) out.push(current.trimEnd());
        startLine(part.trimStart());
        while (current.length > 1 && taken > width) {
          let fits = current.length - 1;
          while (fits > 1 && this.#width(current.slice(0, fits), size, letters) > width) fits -= 1;
          out.push(current.slice(0, fits));
          startLine(current.slice(fits));
        }
      }
      return [...out, current.trimEnd()];
    });
  }
}

/** A barcode, without its quiet zones. */
export interface Barcode {
  /** Widths of the bars and spaces in turn, a bar first, in modules. */
  readonly widths: readonly number[];
  /** Total width in modules. */
  readonly modules: number;
}

function encoded(symbology: 'code128' | 'gs1-128', text: string): Barcode {
  const [code] = bwip.raw({ bcid: symbology, text });
  const widths = code && 'sbs' in code ? code.sbs : [];
  return { widths, modules: widths.reduce((sum, width) => sum + width, 0) };
}

/** The Code 128 barcode of a text. */
export const code128 = (text: string): Barcode => encoded('code128', text);

/** The GS1-128 barcode of element strings, for example `(00)` and an SSCC. */
export const gs1 = (text: string): Barcode => encoded('gs1-128', text);

/** Splits a line into pieces after which it may be wrapped. */
function partsOf(line: string): string[] {
  return runsOf(line).flatMap(({ font, text }) =>
    font === 'han' ? [...text] : (text.match(/\S+\s*|\s+/g) ?? []),
  );
}
