/** The cells of a table as a page or a clipboard has them. */
export interface HtmlTable {
  readonly rows: readonly (readonly string[])[];
  /** Numbers of the rows, from 1, in which a merged cell stands that began above them. */
  readonly filled: readonly number[];
  /** Rows that the program hides, and that are left out here. */
  readonly hidden: number;
}

/** A comment, an element whose content is no text, a tag with its attributes, or text. */
const TOKEN =
  /<!--[\s\S]*?-->|<(style|script|head|title|xml)\b[\s\S]*?<\/\1\s*>|<(\/?)([a-z][\w:-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>|<![^>]*>|<\?[^>]*>|([^<]+|<)/gi;
const SPAN = /\b(col|row)span\s*=\s*["']?(\d{1,4})/gi;
const HIDDEN = /display\s*:\s*none/i;
const BREAKING = /^(?:p|div|li|ul|ol|h\d)$/;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]\w*));/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', euro: '€', pound: '£', yen: '¥' },
};

/** The text of a piece of HTML; undefined where it holds an entity that is not known here. */
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

/** The lines of a cell without blanks at their ends. */
const cellOf = (parts: readonly string[]) =>
  parts
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();

/**
 * Reads the one table of a piece of HTML: line breaks within a cell are `<br>`, a cell merged over columns stands in the
 * first of them, one merged over rows in each. Undefined where there is more than one table, one within another, or text
 * beside it: that is no block of cells.
 */
export function readHtmlTable(html: string): HtmlTable | undefined {
  const rows: string[][] = [];
  const filled = new Set<number>();
  /** Cells that reach into the next rows, by their column. */
  const reaching = new Map<number, { readonly text: string; left: number }>();
  let [tables, depth, hidden] = [0, 0, 0];
  let row: string[] | undefined;
  let isHidden = false;
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

  for (const [, skipped, close, name, attributes = '', text] of html.matchAll(TOKEN)) {
    if (skipped) continue;
    if (text !== undefined) {
      const read = decoded(text);
      if (cell && read === undefined) return undefined;
      if (cell) cell.parts.push(read ?? '');
      else if (text.trim() !== '' && decoded(text)?.trim() !== '') return undefined;
      continue;
    }
    const tag = name?.toLowerCase();
    if (tag === 'table') {
      if (close) endRow();
      depth += close ? -1 : 1;
      if (!close) tables += 1;
      if (depth > 1 || tables > 1) return undefined;
    } else if (tag === 'tr') {
      endRow();
      if (!close && depth === 1) {
        row = [];
        isHidden = HIDDEN.test(attributes);
      }
    } else if (tag === 'td' || tag === 'th') {
      endCell();
      if (close || !row) continue;
      const span = { col: 1, row: 1 };
      for (const [, kind, count] of attributes.matchAll(SPAN))
        span[kind?.toLowerCase() === 'row' ? 'row' : 'col'] = Math.max(1, Number(count));
      cell = { parts: [], across: span.col, down: span.row };
    } else if (cell && tag === 'br') cell.parts.push('\n');
    else if (cell && tag && BREAKING.test(tag) && cell.parts.at(-1) !== '\n') cell.parts.push('\n');
  }
  endRow();
  return tables === 1 && rows.length > 0 ? { rows, filled: [...filled], hidden } : undefined;
}
