import { scanHtml } from './htmlScan';

/** The cells of a table in a page or clipboard. */
export interface HtmlTable {
  readonly rows: readonly (readonly string[])[];
  /** Numbers of the rows, from 1, covered by a merged cell that began above them. */
  readonly filled: readonly number[];
  /** Number of hidden rows, which are left out. */
  readonly hidden: number;
}

const HIDDEN = /display\s*:\s*none/i;
const BREAKING = /^(?:p|div|li|ul|ol|h\d)$/;

const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]\w*));/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', euro: '€', pound: '£', yen: '¥' },
};

/** Decodes a piece of HTML to text; undefined if it contains an unknown entity. */
function decoded(piece: string): string | undefined {
  let known = true;
  const text = piece
    .replace(/[ \t\r\n\f]+/g, ' ')
    .replace(ENTITY, (whole: string, decimal?: string, hex?: string, name?: string) => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
      if (code !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      const found = name && Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined;
      known &&= found !== undefined;
      return found ?? whole;
    })
    .replaceAll('\u00a0', ' ');
  return known ? text : undefined;
}

/** Returns the span of a merged cell in one direction. */
const spanOf = (written = ''): number => Math.max(1, Number(/^\s*(\d{1,4})/.exec(written)?.[1] ?? 1));

/** Joins the parts of a cell and trims its lines. */
const cellOf = (parts: readonly string[]) =>
  parts
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();

/**
 * Reads the only table of a piece of HTML: `<br>` is a line break, a cell merged over columns is put in the first of
 * them, one merged over rows in each. Undefined if there are several or nested tables, or text beside the table: that
 * is no block of cells.
 */
export function readHtmlTable(html: string): HtmlTable | undefined {
  const rows: string[][] = [];
  const filled = new Set<number>();
  /** Cells that span into the next rows, by column. */
  const reaching = new Map<number, { readonly text: string; left: number }>();
  let [tables, depth, hidden] = [0, 0, 0];
  let row: string[] | undefined;
  let isHidden = false;
  let isBlock = true;
  let cell: { readonly parts: string[]; readonly across: number; readonly down: number } | undefined;

  const fill = () => {
    for (let above = reaching.get(row?.length ?? 0); row && above; above = reaching.get(row.length)) {
      if (above.text !== '') filled.add(rows.length + 1);
      above.left -= 1;
      if (above.left === 0) reaching.delete(row.length);
      row.push(above.text);
    }
  };
  const endCell = () => {
    if (!cell || !row) return;
    const text = cellOf(cell.parts);
    fill();
    for (let at = 0; at < cell.across; at++) {
      const shown = at === 0 ? text : '';
      if (cell.down > 1) reaching.set(row.length, { text: shown, left: cell.down - 1 });
      row.push(shown);
    }
    cell = undefined;
  };
  const endRow = () => {
    endCell();
    if (!row) return;
    fill();
    if (isHidden) hidden += 1;
    else rows.push(row);
    row = undefined;
  };

  const open = (tag: string, attributes: () => ReadonlyMap<string, string>) => {
    if (tag === 'table') {
      depth += 1;
      tables += 1;
      isBlock &&= depth === 1 && tables === 1;
    } else if (tag === 'tr') {
      endRow();
      if (depth !== 1) return;
      row = [];
      isHidden = [...attributes().values()].some((value) => HIDDEN.test(value));
    } else if (tag === 'td' || tag === 'th') {
      endCell();
      const spans = attributes();
      if (row) cell = { parts: [], across: spanOf(spans.get('colspan')), down: spanOf(spans.get('rowspan')) };
    } else breakAt(tag);
  };
  const breakAt = (tag: string) => {
    if (cell && (tag === 'br' || (BREAKING.test(tag) && cell.parts.at(-1) !== '\n'))) cell.parts.push('\n');
  };
  scanHtml(html, {
    open,
    close(tag) {
      if (tag === 'table') {
        endRow();
        depth -= 1;
      } else if (tag === 'tr') endRow();
      else if (tag === 'td' || tag === 'th') endCell();
      else breakAt(tag);
    },
    text(written) {
      const text = decoded(written);
      if (cell && text !== undefined) cell.parts.push(text);
      else if (cell || text?.trim() !== '') isBlock = false;
    },
  });
  endRow();
  return isBlock && tables === 1 && rows.length > 0 ? { rows, filled: [...filled], hidden } : undefined;
}
