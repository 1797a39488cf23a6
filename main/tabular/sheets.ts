import { problem } from '@contract/errors';
import type { LeftRow } from '@contract/files/fileReading';
import { type RowIssue, type SheetRule, sheetKey } from '@contract/importing/template';
import type { OpenedSheet } from './book';
import { CheckedTable, type CheckOptions } from './check';
import type { Counts, ForeignIssue } from './issues';
import { TabularError } from './tabularError';

/** `CheckOptions` without the options that the sheet itself gives. */
export type SheetCheck = Omit<CheckOptions, 'template' | 'mayBeEmpty'>;

/** Checks the sheets of a file, each by itself and then against each other. Throws TabularError. */
export function checkSheets(
  parts: readonly OpenedSheet[],
  optionsOf: (part: OpenedSheet, at: number) => SheetCheck,
): CheckedTable[] {
  const sheets = parts.map((part, at) => {
    const { template, table } = part;
    const mayBeEmpty = template.sheet !== undefined && !template.sheet.required;
    return inSheet(template, () => new CheckedTable(table, { ...optionsOf(part, at), template, mayBeEmpty }));
  });
  checkAcross(sheets);
  return sheets;
}

/** Adds the sheet's name to problems of a whole sheet. */
function inSheet<T>({ sheet }: OpenedSheet['template'], work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!sheet || !(error instanceof TabularError)) throw error;
    const { code, params } = error.problem;
    if (code !== 'HEADER_MISSING') throw error;
    const where = { choice: ['importSheet', sheet.key] } as const;
    throw new TabularError(problem('SHEET_HEADER_MISSING', { columns: params?.columns ?? '', sheet: where }));
  }
}

/** Checks the sheets against each other again, for example after an edit in one of them. */
export function checkAcross(sheets: readonly CheckedTable[]): void {
  if (sheets.length < 2) return;
  const issues = new Map(sheets.map((sheet) => [sheet, new Map<number, RowIssue[]>()]));
  const say = (sheet: CheckedTable, row: number, issue: RowIssue) => {
    const known = issues.get(sheet);
    known?.set(row, [...(known.get(row) ?? []), issue]);
  };
  for (const sheet of sheets) {
    const { of } = sheet.template.sheet ?? {};
    const owner = of && sheets.find(({ template }) => sheetKey(template) === of.sheet);
    if (!of || !owner) continue;
    const { rows, owned } = ownersOf(sheet, owner, of);
    const title = (of: CheckedTable) => ({ choice: ['importSheet', sheetKey(of.template)] }) as const;
    for (const [row, found] of rows) {
      if (typeof found === 'number') continue;
      const place = sheet.placeOf(of.by);
      const value = place === undefined ? '' : sheet.table.text(row, place).trim();
      const which =
        value === ''
          ? problem('SHEET_WHICH', { sheet: title(owner) })
          : problem('SHEET_ORPHAN', { sheet: title(owner), value: value.slice(0, 60) });
      say(sheet, row, { column: of.by, level: 'error', problem: which });
    }
    for (const row of owner.rows('all')) {
      if (owned.has(row)) continue;
      const none = problem('SHEET_NONE', { sheet: title(sheet) });
      say(owner, row, { column: of.uses[0] ?? '', level: 'warning', problem: none });
    }
  }
  for (const [sheet, found] of issues) sheet.setAcross(found);
}

/**
 * Maps each row to the row of another sheet that it belongs to: its index there, or null if that sheet has no such
 * name. Rows whose own cell is invalid are skipped: they have an issue anyway.
 */
export function ownersOf(
  sheet: CheckedTable,
  owner: CheckedTable,
  { by, name }: NonNullable<SheetRule['of']>,
): { readonly rows: ReadonlyMap<number, number | null>; readonly owned: ReadonlySet<number> } {
  const named = new Map<unknown, number>();
  const there = owner.rows('all');
  for (const row of there) {
    const called = name(owner.read(row).values);
    if (called !== null && called !== undefined && !named.has(called)) named.set(called, row);
  }
  const rows = new Map<number, number | null>();
  const owned = new Set<number>();
  for (const row of sheet.rows('all')) {
    const { values, issues } = sheet.read(row);
    const called = values[by] ?? null;
    if (called === null && issues.some(({ column, level }) => column === by && level === 'error')) continue;
    const found = called === null ? (there.length === 1 ? there[0] : undefined) : named.get(called);
    rows.set(row, found ?? null);
    if (found !== undefined) owned.add(found);
  }
  return { rows, owned };
}

/** Adds up the counts of all sheets. */
export function countsOfAll(sheets: readonly CheckedTable[]): Counts {
  const sum = { rows: 0, ok: 0, warnings: 0, errors: 0, left: 0 };
  for (const { counts } of sheets) {
    for (const name of ['rows', 'ok', 'warnings', 'errors', 'left'] as const) sum[name] += counts[name];
  }
  return sum;
}

/** Passes each sheet the issues that the API found in it. */
export function setForeignOf(sheets: readonly CheckedTable[], issues: readonly ForeignIssue[]): void {
  for (const sheet of sheets) {
    const key = sheetKey(sheet.template);
    sheet.setForeign(
      issues.filter((issue) => (issue.sheet ?? '') === key).map(({ sheet: _, ...issue }) => issue),
    );
  }
}

/** Leaves out rows by sheet key and number, and rows that begin alike where `alike` is set. */
export function leaveOutOf(sheets: readonly CheckedTable[], rows: readonly LeftRow[]): void {
  for (const sheet of sheets) {
    const places = rows.flatMap(({ sheet: key, row, alike }) => {
      const place = key === sheetKey(sheet.template) ? sheet.table.rowOf(row) : undefined;
      return place === undefined ? [] : [place, ...(alike ? sheet.alike(place) : [])];
    });
    sheet.leaveOut([...new Set(places)], true);
  }
  if (rows.length > 0) checkAcross(sheets);
}
