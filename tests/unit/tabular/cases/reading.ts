import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Problem } from '@contract/errors';
import type { FileKind } from '@contract/files/fileKindNames';
import type { Param } from '@contract/words';
import type { ShownIssue } from '../../../../main/tabular/issues';
import { ImportSession } from '../../../../main/tabular/session';
import { TabularError } from '../../../../main/tabular/tabularError';

const FILES = path.join(import.meta.dirname, 'files');
const ZONES = {
  AMS: 'Europe/Amsterdam',
  LGG: 'Europe/Brussels',
  ORD: 'America/Chicago',
  PVG: 'Asia/Shanghai',
  HKG: 'Asia/Hong_Kong',
};
/** Time of the import. */
const NOW = Date.parse('2026-11-26T12:00:00Z');
const quiet = () => undefined;

/** Returns a problem by its code and parameters: its wording is tested elsewhere. */
const problemText = ({ code, params = {} }: Problem) =>
  [code, ...Object.values(params).map(paramText)].join(' | ');
const paramText = (value: Param): string => {
  if (typeof value !== 'object') return String(value);
  if ('list' in value) return value.list.join(', ');
  return 'choice' in value ? value.choice[1] : String(value);
};
const issueText = ({ column, level, problem, code }: ShownIssue) =>
  `${level} ${column || 'row'} ${problem ? problemText(problem) : code}`;

/** Reads a file as an import does and returns all results: the way it was read, notices, issues and values. */
export async function readCase(file: string, kind: FileKind): Promise<string[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'case-'));
  const session = new ImportSession();
  const lines: string[] = [];
  try {
    const place = path.join(FILES, file);
    const opened = await session.open({ path: place, name: file, template: kind }, quiet);
    const { type, encoding, separator, sheet, judged, parts } = opened;
    const { dates, decimals } = judged;
    const decimal = decimals?.sign === 'open' && decimals.examples.length === 0 ? undefined : decimals?.sign;
    const how = { encoding, separator, sheet, order: dates?.order, decimal };
    lines.push(`read as ${type} ${JSON.stringify(how)}`);
    if (opened.encodingChoice)
      lines.push(`ENCODING_AMBIGUOUS | ${opened.encodingChoice.encodings.slice(0, 3).join(' | ')}`);
    for (const { key, match } of parts) {
      for (const notice of match.notices) lines.push(`notice ${key && `${key}: `}${problemText(notice)}`);
    }
    const isOpen = dates?.order === 'open';
    if (isOpen) lines.push('DATE_ORDER_AMBIGUOUS, answered by DMY');
    session.map({ zones: ZONES, now: NOW, ...(isOpen ? { order: 'DMY' } : {}) }, quiet);
    for (const [part, { key }] of parts.entries()) {
      const { rows } = session.rows({ part, view: 'all', offset: 0, limit: 1000 });
      for (const { number, issues } of rows)
        for (const issue of issues) lines.push(`${key && `${key} `}row ${number} ${issueText(issue)}`);
    }
    const csv = path.join(folder, 'out.csv');
    await session.writeCsv({ path: csv }, quiet);
    lines.push(...readFileSync(csv, 'utf8').trimEnd().split('\r\n'));
  } catch (error) {
    if (!(error instanceof TabularError)) throw error;
    lines.push(`refused ${problemText(error.problem)}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
  return lines;
}
