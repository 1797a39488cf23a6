import { setImmediate } from 'node:timers/promises';
import { type LabelSize, labelSizes } from '@contract/warehouse/labelSize';
import { type Barcode, code128, gs1, MM, Pdf, type Place } from '../documents/pdf';

/** Contents of a label. Its barcode and its QR code contain its number, and nothing else. */
export interface Label {
  /** The number of the box, pallet or parcel. */
  readonly no: string;
  /** SSCC of a pallet, used for the barcode in place of the number. */
  readonly sscc?: string | null;
  /** Code of the destination, printed as large as possible. */
  readonly destination: string;
  /** The destination in words, and other routing details. */
  readonly place: string;
  /** Text to read from a few steps away: position of how many, the pallet, the carrier. */
  readonly mark: string;
  /** Address of the recipient, line by line. */
  readonly address: readonly string[];
  /** The most important first: a small label shows only some. */
  readonly facts: readonly (readonly [name: string, value: string])[];
}

/** In millimetres. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
interface Text extends Box {
  readonly size: number;
}
interface Layout {
  readonly destination: Text;
  readonly place: Text;
  readonly mark: Text;
  readonly address: Text;
  readonly facts: Text & { readonly columns: number; readonly rows: number };
  readonly qr: Box;
  /** Position and height of the barcode. Its width follows from its number. */
  readonly bars: { readonly y: number; readonly height: number };
  readonly text: Text;
}

const LAYOUTS: Readonly<Record<LabelSize, Layout>> = {
  '62x29': {
    destination: { x: 2, y: 1.5, width: 43, height: 7.5, size: 17 },
    place: { x: 2, y: 8.8, width: 43, height: 2.6, size: 5.5 },
    mark: { x: 2, y: 11.2, width: 20, height: 4.6, size: 9 },
    address: { x: 2, y: 1, width: 0, height: 0, size: 5 },
    facts: { x: 22, y: 11.6, width: 23, height: 4.6, size: 5.5, columns: 1, rows: 1 },
    qr: { x: 45, y: 0, width: 16.5, height: 16.5 },
    bars: { y: 16.5, height: 8 },
    text: { x: 2, y: 24.9, width: 58, height: 3, size: 6.5 },
  },
  '100x50': {
    destination: { x: 3, y: 2, width: 68, height: 10.5, size: 25 },
    place: { x: 3, y: 12.4, width: 68, height: 3.6, size: 8 },
    mark: { x: 73, y: 25, width: 24, height: 6, size: 13 },
    address: { x: 3, y: 17, width: 40, height: 14.5, size: 7.5 },
    facts: { x: 3, y: 17, width: 68, height: 14.5, size: 8, columns: 4, rows: 2 },
    qr: { x: 73, y: 0.5, width: 24, height: 24 },
    bars: { y: 32, height: 11.5 },
    text: { x: 3, y: 44, width: 94, height: 4.2, size: 9 },
  },
  '100x100': {
    destination: { x: 3, y: 3, width: 94, height: 15, size: 36 },
    place: { x: 3, y: 18, width: 94, height: 5, size: 10 },
    mark: { x: 3, y: 25, width: 64, height: 11, size: 24 },
    address: { x: 3, y: 37, width: 64, height: 17, size: 9 },
    facts: { x: 3, y: 55, width: 94, height: 20, size: 10, columns: 3, rows: 2 },
    qr: { x: 68, y: 24, width: 30, height: 30 },
    bars: { y: 76, height: 15 },
    text: { x: 3, y: 92, width: 94, height: 5, size: 11 },
  },
  '100x150': {
    destination: { x: 4, y: 4, width: 92, height: 20, size: 46 },
    place: { x: 4, y: 24, width: 92, height: 7, size: 12 },
    mark: { x: 4, y: 33, width: 56, height: 14, size: 30 },
    address: { x: 4, y: 48, width: 56, height: 26, size: 12 },
    facts: { x: 4, y: 76, width: 92, height: 40, size: 13, columns: 2, rows: 3 },
    qr: { x: 60, y: 33, width: 37, height: 37 },
    bars: { y: 119, height: 20 },
    text: { x: 4, y: 140.5, width: 92, height: 6, size: 13 },
  },
};

/**
 * A quarter of a millimetre: two dots of a 203 dpi printer (eight per millimetre), and three of a 300 dpi one (twelve
 * per millimetre). Multiples of it have their edges on dots.
 */
const DOT = 0.25;
/** A barcode has modules of 0.5 mm where it fits, else of the smallest size; an SSCC never less than 0.33 mm. */
const MODULES = { wide: 2 * DOT, least: DOT } as const;
/** Quiet zone on each side of a barcode, in modules. */
const QUIET = 10;

type LabelNumber = Pick<Label, 'no' | 'sscc'>;
const barcodeOf = ({ no, sscc }: LabelNumber): Barcode => (sscc ? gs1(`(00)${sscc}`) : code128(no));

/** Module width of a barcode in millimetres; undefined where it does not fit. */
function moduleOf({ sscc }: LabelNumber, { modules }: Barcode, size: LabelSize): number | undefined {
  const fits = (module: number) => (modules + 2 * QUIET) * module <= labelSizes[size][0];
  if (fits(MODULES.wide)) return MODULES.wide;
  return !sscc && fits(MODULES.least) ? MODULES.least : undefined;
}

/** True if the barcode of a label fits its size. */
export function fitsOn(label: LabelNumber, size: LabelSize): boolean {
  // Most numbers are so short that they fit in any encoding: eleven modules per character.
  const most = 11 * (label.no.length + 3) + 2 + 2 * QUIET;
  if (!label.sscc && most * MODULES.least <= labelSizes[size][0]) return true;
  return moduleOf(label, barcodeOf(label), size) !== undefined;
}

const points = ({ x, y, width, height }: Box): Place => ({
  x: x * MM,
  y: y * MM,
  width: width * MM,
  height: height * MM,
});
const newPdf = (title: string, size: LabelSize): Pdf => {
  const [width, height] = labelSizes[size];
  return new Pdf({ title, author: 'Freight Console' }, [width * MM, height * MM]);
};

/** Draws labels in the given number of copies; streams them while the next ones are drawn. */
export async function* labelsPdf(
  labels: readonly Label[],
  { title, size, copies }: { title: string; size: LabelSize; copies: number },
): AsyncGenerator<Uint8Array> {
  const pdf = newPdf(title, size);
  for (const label of labels) {
    const barcode = barcodeOf(label);
    for (let copy = 0; copy < copies; copy += 1) draw(pdf, label, barcode, size);
    const ready = pdf.ready();
    if (ready) yield ready;
    // Other callers must not wait until a whole bill is drawn.
    await setImmediate();
  }
  yield* pdf.end();
}

function draw(pdf: Pdf, label: Label, barcode: Barcode, size: LabelSize): void {
  const layout = LAYOUTS[size];
  pdf.addPage();
  const line = (at: Text, text: string, bold = false) =>
    pdf.text(points(at), [text], { size: at.size, least: Math.min(at.size, 4.5), bold });
  line(layout.destination, label.destination, true);
  line(layout.place, label.place);
  line(layout.mark, label.mark, true);
  const { address } = layout;
  const written = label.address.length > 0 && address.width > 0;
  if (written) pdf.text(points(address), label.address, { size: address.size, least: 5 });
  facts(pdf, label, size, written);
  pdf.qr(points(layout.qr), label.no, DOT * MM);
  bars(pdf, label, barcode, size);
}

/** Draws the facts in cells with their names above them; beside an address there is room for half as many. */
function facts(pdf: Pdf, label: Label, size: LabelSize, beside: boolean): void {
  const { facts: all, address } = LAYOUTS[size];
  const narrowed = beside && address.y < all.y + all.height && address.y + address.height > all.y;
  const columns = narrowed ? all.columns / 2 : all.columns;
  const cell = { width: all.width / all.columns, height: all.height / all.rows };
  const shown = label.facts.slice(0, columns * all.rows);
  shown.forEach(([name, value], index) => {
    const column = index % columns;
    // The last cell takes the rest of its row: it may be a list.
    const cells = index === shown.length - 1 ? columns - column : 1;
    const place = {
      x: all.x + (column + all.columns - columns) * cell.width,
      y: all.y + Math.floor(index / columns) * cell.height,
      width: cells * cell.width - 1,
    };
    const small = all.size * 0.6;
    const head = lineOf(small);
    pdf.text(points({ ...place, height: head }), [name], { size: small, least: small, color: '#333333' });
    // A number is made smaller rather than broken.
    const height = value.includes(' ') ? cell.height - head : lineOf(all.size);
    pdf.text(points({ ...place, y: place.y + head, height }), [value], {
      size: all.size,
      least: 4.5,
      bold: true,
    });
  });
}

/** Line height in millimetres, a quarter more than the font size. */
const lineOf = (size: number) => (size * 1.26) / MM;

/** Draws the barcode in the middle, and its number beneath it. */
function bars(pdf: Pdf, label: Label, barcode: Barcode, size: LabelSize): void {
  const { bars: at, text } = LAYOUTS[size];
  const module = moduleOf(label, barcode, size);
  if (module === undefined) throw new RangeError(`${label.no} on ${size}`);
  const width = barcode.modules * module;
  const x = Math.floor((labelSizes[size][0] - width) / 2 / DOT) * DOT;
  pdf.barcode(points({ x, ...at, width }), barcode);
  const shown = label.sscc ? `(00) ${label.sscc}` : label.no;
  pdf.text(points(text), [shown], { size: text.size, least: 5, bold: true, align: 'center' });
}

/** Margin between the edge of a label and the frame of its test page, in millimetres. */
export const TEST_MARGIN = 2;

/**
 * A test page to measure: a frame with marks for each millimetre, longer ones for five and ten, a barcode and a QR code
 * with the smallest modules of labels, and instructions for wrong measures.
 */
export async function* testPdf(size: LabelSize, text: string): AsyncGenerator<Uint8Array> {
  const [width, height] = labelSizes[size];
  const pdf = newPdf(size, size);
  pdf.addPage();
  const frame = { width: width - 2 * TEST_MARGIN, height: height - 2 * TEST_MARGIN };
  pdf.box(points({ x: TEST_MARGIN, y: TEST_MARGIN, ...frame }), { line: 0.2 * MM });
  const mark = (x: number, y: number, of: { width: number; height: number }) =>
    pdf.box(points({ x: TEST_MARGIN + x, y: TEST_MARGIN + y, ...of }), { fill: 'black' });
  const long = (at: number) => (at % 10 === 0 ? 3 : at % 5 === 0 ? 2 : 1);
  for (let at = 1; at < frame.width; at += 1) mark(at - 0.05, 0, { width: 0.1, height: long(at) });
  for (let at = 1; at < frame.height; at += 1) mark(0, at - 0.05, { width: long(at), height: 0.1 });
  const numbered = (limit: number) =>
    Array.from({ length: Math.floor((limit - 4) / 10) }, (_, n) => 10 * (n + 1));
  const ruler = { size: 5, least: 5, align: 'center' } as const;
  for (const at of numbered(frame.width))
    pdf.text(points({ x: TEST_MARGIN + at - 4, y: 5.2, width: 8, height: 2.5 }), [String(at)], ruler);
  for (const at of numbered(frame.height))
    pdf.text(points({ x: 5.2, y: TEST_MARGIN + at - 1.2, width: 4, height: 2.5 }), [String(at)], ruler);
  const no = size.toUpperCase();
  const left = 10;
  const qr = 14.5;
  pdf.qr(points({ x: width - qr - 2.5, y: 6, width: qr, height: qr }), no, DOT * MM);
  pdf.text(points({ x: left, y: 8.5, width: width - left - qr - 4, height: 10.5 }), [text], {
    size: 7,
    least: 4.5,
  });
  const barcode = code128(no);
  const bar = { x: left + 2, y: 19.5, width: barcode.modules * DOT, height: Math.min(12, height - 24) };
  pdf.barcode(points(bar), barcode);
  yield* pdf.end();
}
