import type { Readable } from 'node:stream';
import { fromMinor } from '@contract/rules/money';
import type { InvoiceParticulars } from '@contract/tools/invoiceFile';
import { A4, code128, MM, Pdf, type Place } from '../documents/pdf';

/** A line of an invoice; amounts in minor units of its currency, weights in grams. */
export interface InvoiceLine {
  readonly nameEn: string;
  readonly nameCn: string | null;
  readonly hsCode: string;
  readonly originCountry: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly lineValue: number;
  readonly netWeight: number | null;
}

/** A parcel to invoice. */
export interface Invoice {
  readonly invoiceNo: string;
  readonly trackingNo: string;
  readonly orderNo: string | null;
  readonly boxNo: string;
  readonly consignee: {
    readonly name: string;
    readonly address: string | null;
    readonly city: string;
    readonly postcode: string;
    readonly country: string;
    readonly phone: string | null;
    readonly email: string | null;
  };
  /** True when VAT was paid under the IOSS number. */
  readonly ioss: boolean;
  readonly currency: string;
  readonly grossWeight: number;
  readonly lines: readonly InvoiceLine[];
}

const EDGE = 15 * MM;
const WIDTH = A4[0] - 2 * EDGE;
const GREY = '#555555';
const RULE = '#999999';
const SHADE = '#eeeeee';
const PAD = 1.5 * MM;
const TEXT = { size: 8.5 };
const HEAD_HEIGHT = 7 * MM;
/** Space for the totals, the statement and the signature below the last line. */
const FOOT = 46 * MM;
const BOTTOM = A4[1] - 18 * MM;

const TITLES = { commercial: 'COMMERCIAL INVOICE', proforma: 'PROFORMA INVOICE' } as const;

/** Columns of the lines, from the left; widths in millimetres, in total that of the page. */
const COLUMNS = [
  { head: 'No.', width: 9, align: 'left' },
  { head: 'Description of goods', width: 56, align: 'left' },
  { head: 'HS code', width: 24, align: 'left' },
  { head: 'Origin', width: 14, align: 'left' },
  { head: 'Quantity', width: 16, align: 'right' },
  { head: 'Net weight kg', width: 23, align: 'right' },
  { head: 'Unit price', width: 18, align: 'right' },
  { head: 'Value', width: 20, align: 'right' },
] as const;

/** Date of the invoice files: files made again are identical. */
export const dayOf = ({ invoiceDate }: Pick<InvoiceParticulars, 'invoiceDate'>): Date =>
  new Date(`${invoiceDate}T12:00:00Z`);

const kilograms = (grams: number): string => (grams / 1000).toFixed(3);
const shownDay = (day: string): string => day.split('-').reverse().join('/');

/**
 * The invoice of a parcel as customs requires it: seller, buyer and terms, with code, origin, quantity, weight and
 * value of each line (Union Customs Code, Delegated Regulation 2015/2446, article 145).
 */
export function invoicePdf(particulars: InvoiceParticulars, invoice: Invoice): Readable {
  const info = { title: invoice.invoiceNo, author: particulars.sellerName, madeAt: dayOf(particulars) };
  const pdf = new Pdf(info, A4);
  const rows = invoice.lines.map((line) => rowOf(pdf, line));
  const pages = paginate(rows, 108 * MM, 34 * MM);
  let no = 0;
  pages.forEach((of, index) => {
    pdf.addPage();
    let y =
      index === 0 ? drawParties(pdf, particulars, invoice) : drawContinuation(pdf, particulars, invoice);
    y = heads(pdf, y, invoice.currency);
    for (const row of of) {
      no += 1;
      y = drawRow(pdf, y, no, row, invoice.currency);
    }
    if (index === pages.length - 1) drawFooter(pdf, y, particulars, invoice);
    pdf.text({ x: EDGE, y: A4[1] - 12 * MM, width: WIDTH, height: 5 * MM }, [page(invoice, index, pages)], {
      size: 7,
      color: GREY,
      align: 'center',
    });
  });
  return pdf.end();
}

const page = ({ invoiceNo }: Invoice, index: number, { length }: readonly unknown[]): string =>
  `${invoiceNo} · page ${index + 1} of ${length}`;

interface Row {
  readonly line: InvoiceLine;
  readonly name: readonly string[];
  readonly height: number;
}

function rowOf(pdf: Pdf, line: InvoiceLine): Row {
  const name = [line.nameEn, ...(line.nameCn ? [line.nameCn] : [])];
  const height = pdf.height(COLUMNS[1].width * MM - 2 * PAD, name, TEXT) + 2 * PAD;
  return { line, name, height };
}

/** Splits rows into pages: the last has room for the part below them. */
function paginate(rows: readonly Row[], first: number, later: number): Row[][] {
  const pages: Row[][] = [[]];
  let y = first + HEAD_HEIGHT;
  for (const [index, row] of rows.entries()) {
    const last = index === rows.length - 1;
    if (y + row.height + (last ? FOOT : 0) > BOTTOM && pages.at(-1)?.length) {
      pages.push([]);
      y = later + HEAD_HEIGHT;
    }
    pages.at(-1)?.push(row);
    y += row.height;
  }
  return pages;
}

function block(pdf: Pdf, place: Place, title: string, lines: readonly string[]): void {
  pdf.box(place, { line: 0.4 });
  const inner = { x: place.x + 2 * MM, width: place.width - 4 * MM };
  pdf.text({ ...inner, y: place.y + 1.5 * MM, height: 4 * MM }, [title], { size: 7, color: GREY });
  const body = { ...inner, y: place.y + 6 * MM, height: place.height - 7.5 * MM };
  pdf.text(body, lines, { size: 9.5, least: 6 });
}

/** Draws the header of the first page; returns where the lines begin. */
function drawParties(pdf: Pdf, particulars: InvoiceParticulars, invoice: Invoice): number {
  const half = (WIDTH - 4 * MM) / 2;
  const right = EDGE + half + 4 * MM;
  pdf.text({ x: EDGE, y: 15 * MM, width: half, height: 10 * MM }, [TITLES[particulars.templateType]], {
    size: 17,
    bold: true,
  });
  pdf.barcode({ x: right, y: 15 * MM, width: half, height: 9 * MM }, code128(invoice.trackingNo));
  const facts: [string, string][] = [
    ['Invoice number', invoice.invoiceNo],
    ['Invoice date', shownDay(particulars.invoiceDate)],
    ['Tracking number', invoice.trackingNo],
    ...(invoice.orderNo ? [['Order number', invoice.orderNo] satisfies [string, string]] : []),
  ];
  facts.forEach(([label, value], index) => {
    const y = 28 * MM + index * 5 * MM;
    pdf.text({ x: right, y, width: 32 * MM, height: 5 * MM }, [label], { size: 8, color: GREY });
    pdf.text({ x: right + 32 * MM, y, width: half - 32 * MM, height: 5 * MM }, [value], {
      size: 8.5,
      least: 6,
      bold: index === 0,
    });
  });
  const { consignee } = invoice;
  const seller = [
    particulars.sellerName,
    ...(particulars.sellerAddress ? [particulars.sellerAddress] : []),
    ...(particulars.vatNo ? [`VAT number: ${particulars.vatNo}`] : []),
    `IOSS number: ${particulars.iossNo}`,
  ];
  const buyer = [
    consignee.name,
    ...(consignee.address ? [consignee.address] : []),
    `${consignee.postcode} ${consignee.city}`,
    consignee.country,
    ...(consignee.phone ? [`Phone: ${consignee.phone}`] : []),
    ...(consignee.email ? [consignee.email] : []),
  ];
  block(pdf, { x: EDGE, y: 50 * MM, width: half, height: 36 * MM }, 'Seller / exporter', seller);
  block(pdf, { x: right, y: 50 * MM, width: half, height: 36 * MM }, 'Consignee', buyer);
  const terms: [string, string][] = [
    ['Terms of delivery', `${particulars.incoterm} ${consignee.city}, ${consignee.country}`],
    ['Currency', invoice.currency],
    ['Gross weight', `${kilograms(invoice.grossWeight)} kg`],
    ['Packages', `1 (box ${invoice.boxNo})`],
  ];
  const each = WIDTH / terms.length;
  terms.forEach(([label, value], index) => {
    const x = EDGE + index * each;
    pdf.text({ x, y: 91 * MM, width: each - 2 * MM, height: 4 * MM }, [label], { size: 7, color: GREY });
    pdf.text({ x, y: 95.5 * MM, width: each - 2 * MM, height: 9 * MM }, [value], { size: 9.5, least: 6 });
  });
  return 108 * MM;
}

/** Draws the header of a further page; returns where its lines begin. */
function drawContinuation(pdf: Pdf, particulars: InvoiceParticulars, { invoiceNo }: Invoice): number {
  pdf.text({ x: EDGE, y: 15 * MM, width: WIDTH, height: 8 * MM }, [TITLES[particulars.templateType]], {
    size: 12,
    bold: true,
  });
  pdf.text({ x: EDGE, y: 22 * MM, width: WIDTH, height: 6 * MM }, [`${invoiceNo}, continued`], {
    size: 9,
    color: GREY,
  });
  return 34 * MM;
}

/** Draws the texts of a table row, each in its column. */
function drawCells(pdf: Pdf, y: number, height: number, texts: readonly (readonly string[])[], bold = false) {
  let x = EDGE;
  COLUMNS.forEach(({ width, align }, index) => {
    const place = { x: x + PAD, y: y + PAD, width: width * MM - 2 * PAD, height: height - PAD };
    pdf.text(place, texts[index] ?? [], { ...TEXT, least: 6, align, bold });
    x += width * MM;
  });
}

const rule = (pdf: Pdf, y: number) => pdf.box({ x: EDGE, y, width: WIDTH, height: 0.4 }, { fill: RULE });

function heads(pdf: Pdf, y: number, currency: string): number {
  pdf.box({ x: EDGE, y, width: WIDTH, height: HEAD_HEIGHT }, { fill: SHADE });
  const names = COLUMNS.map(({ head }) => [head === 'Value' ? `Value ${currency}` : head]);
  drawCells(pdf, y, HEAD_HEIGHT, names, true);
  return y + HEAD_HEIGHT;
}

function drawRow(pdf: Pdf, y: number, no: number, { line, name, height }: Row, currency: string): number {
  drawCells(pdf, y, height, [
    [String(no)],
    name,
    [line.hsCode],
    [line.originCountry],
    [String(line.quantity)],
    [line.netWeight === null ? '' : kilograms(line.netWeight)],
    [fromMinor(line.unitPrice, currency)],
    [fromMinor(line.lineValue, currency)],
  ]);
  rule(pdf, y + height);
  return y + height;
}

function drawFooter(pdf: Pdf, y: number, particulars: InvoiceParticulars, invoice: Invoice): void {
  const { lines, currency } = invoice;
  const sum = (of: (line: InvoiceLine) => number) => lines.reduce((total, line) => total + of(line), 0);
  const net = lines.every(({ netWeight }) => netWeight !== null)
    ? sum(({ netWeight }) => netWeight ?? 0)
    : null;
  const total = `${fromMinor(
    sum(({ lineValue }) => lineValue),
    currency,
  )} ${currency}`;
  const totals: [string, string][] = [
    ['Total quantity', String(sum(({ quantity }) => quantity))],
    ...(net === null ? [] : [['Total net weight', `${kilograms(net)} kg`] satisfies [string, string]]),
    ['Total value', total],
  ];
  totals.forEach(([label, value], index) => {
    const at = y + 3 * MM + index * 5.5 * MM;
    const last = index === totals.length - 1;
    const style = { size: last ? 11 : 9, bold: last, align: 'right' as const };
    pdf.text({ x: EDGE, y: at, width: WIDTH - 45 * MM, height: 6 * MM }, [label], style);
    pdf.text({ x: EDGE + WIDTH - 44 * MM, y: at, width: 44 * MM - PAD, height: 6 * MM }, [value], {
      ...style,
      least: 7,
    });
  });
  const statement = [
    ...(invoice.ioss ? [`VAT was paid under IOSS number ${particulars.iossNo}.`] : []),
    ...(particulars.templateType === 'proforma' ? ['Value for customs purposes only.'] : []),
    'I declare that all the information contained in this invoice is true and correct.',
  ];
  const under = { x: EDGE, y: y + 22 * MM, width: WIDTH, height: 14 * MM };
  const taken = pdf.text(under, statement, { size: 8, color: GREY });
  pdf.text({ ...under, y: under.y + taken + 2 * MM, height: 6 * MM }, [particulars.sellerName], {
    size: 9,
    least: 6,
  });
}
