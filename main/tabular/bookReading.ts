import { SPARE_ROWS } from './caps';
import { TableBuilder, type TextTable } from './table';
import { tabularError } from './tabularError';

export type Attributes = Readonly<Record<string, string>>;

/** Maximum nesting depth of elements. */
export const MOST_NESTED = 64;

/** Handlers of the elements of one sheet. */
export interface SheetPart {
  readonly rowCount: number;
  open(element: string, attributes: Attributes): void;
  text(piece: string): void;
  close(element: string): void;
  finish(): TextTable;
}

/** How to find and read the sheets in a document that contains them all. */
interface Sheets {
  /** Element name of a sheet. */
  readonly element: string;
  /** Elements within a sheet that are skipped with their contents. */
  readonly aside: ReadonlySet<string>;
  readonly read: (builder: TableBuilder) => SheetPart;
}

/** Passes the elements of each chosen sheet to its handlers. Throws FILE_BROKEN if they are nested too deeply. */
export class BookReading {
  readonly #name: string;
  readonly #sheets: Sheets;
  readonly #parts: ReadonlyMap<number, SheetPart>;
  #at = -1;
  #depth = 0;
  /** Depths at which the current sheet, and a skipped element within it, began; 0 outside of them. */
  #sheetFrom = 0;
  #asideFrom = 0;
  #sheet: SheetPart | undefined;

  /** `chosen`: the sheets to read, by their indexes among all. */
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

  /** Returns the tables of the chosen sheets in order, once the document has ended. */
  finish(): TextTable[] {
    return [...this.#parts.values()].map((part) => part.finish());
  }
}
