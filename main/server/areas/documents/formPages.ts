import { LETTER, MM, Pdf } from './pdf';

/** A titled box: its share of the width. */
export type FormCell = readonly [title: string, text: string | null, share: number];
/** A column of the table: its share of the width. */
export type FormColumn = readonly [title: string, share: number, align: 'left' | 'right'];

const LEFT = 12 * MM;
const BOX = 9 * MM;
const ROW = 4.2 * MM;
const SIZE = 8;
const GREY = '#5b6470';

/** The pages of a form, filled from the top: rows of titled boxes, then a table that continues on further pages. */
export class FormPages {
  readonly pdf: Pdf;
  readonly #title: string;
  readonly #number: string;
  readonly #columns: readonly FormColumn[];
  readonly #width: number;
  readonly #bottom: number;
  #page = 0;
  #y = 0;

  constructor(about: {
    readonly title: string;
    readonly number: string;
    readonly file: string;
    readonly columns: readonly FormColumn[];
    readonly paper?: [number, number];
  }) {
    const { title, number, file, columns, paper = LETTER } = about;
    this.#title = title;
    this.#number = number;
    this.#columns = columns;
    this.#width = paper[0] - 2 * LEFT;
    this.#bottom = paper[1] - 16 * MM;
    this.pdf = new Pdf({ title: file, author: 'Freight Console' }, paper);
    this.#addPage();
  }

  #put(x: number, width: number, text: string, style: Parameters<Pdf['text']>[2], height = ROW): void {
    this.pdf.text({ x, y: this.#y, width, height }, [text], style);
  }

  #addPage(): void {
    const width = this.#width;
    this.pdf.addPage();
    this.#page += 1;
    this.#y = 12 * MM;
    this.#put(LEFT, width * 0.7, this.#title, { size: 12, bold: true }, 8 * MM);
    this.#put(LEFT + width * 0.7, width * 0.3, `${this.#number}  ·  Page ${this.#page}`, {
      size: SIZE,
      align: 'right',
      color: GREY,
    });
    this.#y += 8 * MM;
  }

  /** Draws a row of titled boxes; `lines` of text need a higher one. */
  boxes(cells: readonly FormCell[], lines = 1): void {
    const { pdf } = this;
    const y = this.#y;
    const height = BOX + (lines - 1) * ROW;
    let x = LEFT;
    for (const [title, text, share] of cells) {
      const width = share * this.#width;
      pdf.box({ x, y, width, height });
      pdf.text({ x: x + 3, y: y + 2, width: width - 6, height: 3 * MM }, [title], { size: 6, color: GREY });
      pdf.text(
        { x: x + 3, y: y + 3.4 * MM, width: width - 6, height: height - 4 * MM },
        (text ?? '').split('\n'),
        { size: 9, least: 6 },
      );
      x += width;
    }
    this.#y += height;
  }

  /** Starts the table of lines. */
  table(): void {
    this.gap();
    this.row(
      this.#columns.map(([title]) => title),
      true,
    );
  }

  gap(): void {
    this.#y += 2 * MM;
  }

  row(cells: readonly string[], bold = false): void {
    let x = LEFT;
    for (const [at, [, share, align]] of this.#columns.entries()) {
      const width = share * this.#width;
      this.#put(x + 2, width - 4, cells[at] ?? '', { size: SIZE, least: 6, align, bold });
      x += width;
    }
    this.#y += ROW;
  }

  /** A paragraph over the whole width. */
  paragraph(text: string): void {
    this.room(3);
    this.gap();
    const place = { x: LEFT, y: this.#y, width: this.#width, height: 3 * ROW };
    this.#y += this.pdf.text(place, [text], { size: 9, least: 6 });
  }

  /** Continues the table on a new page unless there is room for some rows. */
  room(rows: number): void {
    if (this.#y + rows * ROW <= this.#bottom) return;
    this.#addPage();
    this.table();
  }
}
