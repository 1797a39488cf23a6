import { SPARE_ROWS } from './caps';
import { TableBuilder, type TextTable } from './table';
import { tabularError } from './tabularError';

export type Attributes = Readonly<Record<string, string>>;

/** The deepest nesting of elements that is read. */
export const MOST_NESTED = 64;

/** The handlers of the elements of one sheet. */
export interface SheetPart {
  readonly rowCount: number;
  open(element: string, attributes: Attributes): void;
  text(piece: string): void;
  close(element: string): void;
  finish(): TextTable;
}

/** How the sheets of a document that holds them all are found and read. */
interface Sheets {
  /** The element of a sheet. */
  readonly element: string;
  /** Elements within a sheet that are passed over, with all in them. */
  readonly aside: ReadonlySet<string>;
  readonly read: (builder: TableBuilder) => SheetPart;
}

/** Hands the elements of each chosen sheet to its reading. Throws FILE_BROKEN where they are nested too deeply. */
export class BookReading {
  readonly #name: string;
  readonly #sheets: Sheets;
  readonly #parts: ReadonlyMap<number, SheetPart>;
  #at = -1;
  #depth = 0;
  /** Depths at which the present sheet, and what is passed over within it, began; 0 outside of them. */
  #sheetFrom = 0;
  #asideFrom = 0;
  #sheet: SheetPart | undefined;

  /** `chosen` are the sheets to be read, by their places among all. */
  constructor(
    name: string,
    chosen: readonly { readonly at: number }[],
    { maxRows }: { readonly maxRows: number },
    sheets: Sheets,
  ) {
    const limits = { name, maxRows: maxRows + SPARE_ROWS, shownMaxRows: maxRows };
    this.#name = name;
    this.#sheets = sheets;
    this.#parts = new Map(chosen.map(({ at }) => [at, sheets.read(new TableBuilder(limits, false))]));
  }

  get rowCount(): number {
    return [...this.#parts.values()].reduce((sum, one) => sum + one.rowCount, 0);
  }

  open(element: string, attributes: Attributes): void {
    if (++this.#depth > MOST_NESTED) throw tabularError('FILE_BROKEN', { name: this.#name });
    if (this.#asideFrom > 0) return;
    const aside = this.#sheets.aside.has(element);
    if (element === this.#sheets.element && !(aside && this.#sheetFrom > 0)) {
      this.#sheetFrom = this.#depth;
      this.#sheet = this.#parts.get(++this.#at);
    } else if (aside && this.#sheetFrom > 0) this.#asideFrom = this.#depth;
    else this.#sheet?.open(element, attributes);
  }

  text(piece: string): void {
    if (this.#asideFrom === 0) this.#sheet?.text(piece);
  }

  close(element: string): void {
    if (this.#asideFrom > 0) {
      if (this.#depth === this.#asideFrom) this.#asideFrom = 0;
    } else if (this.#depth === this.#sheetFrom) {
      this.#sheetFrom = 0;
      this.#sheet = undefined;
    } else this.#sheet?.close(element);
    this.#depth--;
  }

  /** The tables of the chosen sheets in their order, once the document has ended. */
  finish(): TextTable[] {
    return [...this.#parts.values()].map((part) => part.finish());
  }
}
