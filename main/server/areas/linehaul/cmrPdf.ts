import type { Readable } from 'node:stream';
import {
  CMR_HEAD,
  type CmrCopy,
  type CmrSheet,
  cmrCells,
  cmrCopies,
  SHEET,
  type SheetForm,
  sheetHeads,
  sheetTitles,
} from '@contract/linehaul/cmrSheet';
import { A4, code128, LETTER, MM, Pdf, type Place } from '../documents/pdf';

/** Paper of each form: A4 in Europe, Letter in the United States. */
const PAPER: Readonly<Record<SheetForm, [number, number]>> = {
  cmr: A4,
  bill_of_lading: LETTER,
};
const MARGIN = { x: 12 * MM, top: 14 * MM, bottom: 12 * MM };
const PAD = 1.2 * MM;

/** Colour of each copy, and its recipient in words: some printers print only black. */
const COPIES: Readonly<Record<CmrCopy, { readonly color: string; readonly of: string }>> = {
  sender: { color: '#c0262d', of: '1 Copy for sender 发货人联' },
  consignee: { color: '#1f5fa8', of: '2 Copy for consignee 收货人联' },
  carrier: { color: '#1c7a3e', of: '3 Copy for carrier 承运人联' },
  office: { color: '#222222', of: '4 Administration 存根联' },
};
/** Lines of box 20. */
const TO_BE_PAID = ['Carriage charges', 'Supplementary charges', 'Customs duties', 'Other charges', 'Total'];

/** The printed form of a consignment note: one page for each requested copy. */
export function cmrPdf(sheet: CmrSheet, copies: readonly CmrCopy[] = cmrCopies): Readable {
  const { cmrNo, form } = sheet;
  const [paperWidth, paperHeight] = PAPER[form];
  const titles = sheetTitles[form];
  const pdf = new Pdf({ title: cmrNo, author: 'Freight Console' }, PAPER[form]);
  const unit = {
    x: (paperWidth - 2 * MARGIN.x) / SHEET.width,
    y: (paperHeight - MARGIN.top - MARGIN.bottom) / SHEET.height,
  };
  const at = (cell: { x: number; y: number; width: number; height: number }): Place => ({
    x: MARGIN.x + cell.x * unit.x,
    y: MARGIN.top + cell.y * unit.y,
    width: cell.width * unit.x,
    height: cell.height * unit.y,
  });
  for (const copy of copies) {
    const { color, of } = COPIES[copy];
    pdf.addPage();
    pdf.text({ x: MARGIN.x, y: 7 * MM, width: paperWidth - 2 * MARGIN.x, height: 6 * MM }, [of], {
      size: 9,
      bold: true,
      color,
    });
    head(pdf, at(CMR_HEAD), sheet, color);
    for (const { no, lines } of sheet.boxes) {
      const place = at(cmrCells[no]);
      pdf.box(place);
      const title = `${no}  ${titles[no].en} ${titles[no].cn}`;
      const inner = { x: place.x + PAD, y: place.y + 0.6 * MM, width: place.width - 2 * PAD };
      const taken = pdf.text({ ...inner, height: 5 * MM }, [title], { size: 5.5, least: 4.5, color });
      const body = { ...inner, y: inner.y + taken, height: place.height - taken - 1 * MM };
      if (no === 20) payments(pdf, body);
      else pdf.text(body, lines, { size: 9, least: 5.5 });
    }
  }
  return pdf.end();
}

function head(pdf: Pdf, place: Place, { cmrNo, form }: CmrSheet, color: string): void {
  const { name, en, cn } = sheetHeads[form];
  pdf.box(place);
  const inner = { x: place.x + 2 * MM, width: place.width - 4 * MM };
  pdf.text({ ...inner, y: place.y + 1.5 * MM, width: 26 * MM, height: 11 * MM }, [name], {
    size: 24,
    bold: true,
    color,
  });
  pdf.text(
    { x: place.x + 28 * MM, y: place.y + 1.2 * MM, width: place.width - 29 * MM, height: 11.6 * MM },
    en.flatMap((line, index) => [index === 0 ? `${line} ${cn[0]}` : line, ...(index > 0 ? cn.slice(1) : [])]),
    { size: 6, least: 4.5 },
  );
  pdf.barcode({ x: inner.x, y: place.y + 13 * MM, width: 62 * MM, height: 9 * MM }, code128(cmrNo));
  pdf.text({ ...inner, y: place.y + 23 * MM, height: 6 * MM }, [cmrNo], { size: 10, bold: true });
}

function payments(pdf: Pdf, place: Place): void {
  const [label, amount] = [place.width * 0.4, place.width * 0.2];
  const row = place.height / (TO_BE_PAID.length + 1);
  const heads = ['', 'Sender', 'Currency', 'Consignee'];
  const cell = (column: number, line: number, width: number, text: string) => {
    const x = place.x + (column === 0 ? 0 : label + (column - 1) * amount);
    const box = { x, y: place.y + line * row, width, height: row };
    pdf.box(box, { line: 0.3 });
    pdf.text({ ...box, x: x + 0.8 * MM, width: width - 1.6 * MM, y: box.y + 0.3 * MM }, [text], {
      size: 5.5,
    });
  };
  [heads, ...TO_BE_PAID.map((name) => [name, '', '', ''])].forEach((texts, line) => {
    texts.forEach((text, column) => {
      cell(column, line, column === 0 ? label : amount, text);
    });
  });
}
