import { setImmediate } from 'node:timers/promises';
import { type BillDraft, billDraft } from '@contract/bill/bill';
import { billTemplate, type ImportAnswer, importJobRow, type rowError } from '@contract/bill/billImport';
import { explain, type Problem, problem } from '@contract/errors';
import { check } from '@contract/fields';
import type { RowValues } from '@contract/importing/template';
import { MAX_ROW_ERRORS } from '@contract/limits';
import type * as z from 'zod';
import { CheckedTable } from '../../tabular/check';
import { matchTable } from '../../tabular/match';
import { openTable, readBytes } from '../../tabular/open';
import { TabularError } from '../../tabular/tabularError';
import { templateFile } from '../../tabular/templateFile';
import type { Context, GroupHandlers, UploadedFile } from '../context';
import { Refusal, refuse } from '../refusal';
import { codecOf } from '../store/codec';
import { type ListDefinition, listRows } from '../store/listRows';
import { keepFile, mimeOf } from '../store/storedFiles';
import { readBill } from './billFacts';
import { createBill } from './billWrites';
import { deleteBill } from './deleteBill';

type Issue = z.output<typeof rowError>;

/** Bills written before others get a turn. */
const BREATH = 50;

/** A row of the file as far as it could be understood. */
interface ReadRow {
  readonly row: number;
  readonly draft: BillDraft | undefined;
  readonly issues: readonly Issue[];
}

/** Main bills from a file: checked whole, then written whole, or the good rows alone. */
export const billImportHandlers: GroupHandlers<'billImport'> = {
  template: async ({ language }, { query }) => {
    const { format = 'xlsx' } = query;
    const bytes = await templateFile(billTemplate, query.language ?? language, format);
    return {
      name: `bill-template.${format}`,
      mime: mimeOf(format),
      size: bytes.length,
      stream: (async function* () {
        yield bytes;
      })(),
    };
  },

  run: async (context, { query, file }) => {
    const { dryRun, mode } = query;
    const fileName = query.fileName ?? file.name;
    const hash = query.fileHash ?? file.hash;
    const rows = await readRows(context, file);
    const bad = rows.filter(({ issues }) => issues.some(({ level }) => level === 'error'));
    const good = rows.filter((row) => !bad.includes(row));
    const write = !dryRun && good.length > 0 && (mode === 'good' || bad.length === 0);
    const answer = {
      fileName,
      totalRows: rows.length,
      okRows: dryRun || write ? good.length : 0,
      errorRows: bad.length,
      warningRows: good.filter(({ issues }) => issues.length > 0).length,
      status: bad.length === 0 ? 'success' : write ? 'exception' : 'failed',
      errors: rows.flatMap(({ issues }) => issues).slice(0, MAX_ROW_ERRORS),
      sentBefore: await sentBefore(context, hash),
    } as const satisfies Omit<ImportAnswer, 'jobId'>;
    if (!write) {
      context.unchanged();
      return { ...answer, jobId: null };
    }
    const jobId = await startJob(context, { ...answer, mode, hash, file });
    for (const [index, { draft }] of good.entries()) {
      if (draft) await createBill(context, draft, { source: 'import', importJobId: jobId });
      // Thousands of rows in one go would keep every reader waiting.
      if (index % BREATH !== 0) continue;
      await setImmediate();
      context.signal?.throwIfAborted();
    }
    context.signal?.throwIfAborted();
    return { ...answer, jobId };
  },
};

/** Reads the file and checks it by the contract's rules, then against the records it names. */
async function readRows(context: Context, file: UploadedFile): Promise<ReadRow[]> {
  const { read, language } = context;
  const airports = await read
    .selectFrom('airport')
    .select(['airportCode', 'id', 'timeZone', 'active', 'twoLetterCode'])
    .execute();
  const zones = new Map(airports.map(({ airportCode, timeZone }) => [airportCode, timeZone]));
  const checked = await openChecked(file, zones, language);
  const references = await loadReferences(context, airports);
  const rows: ReadRow[] = [];
  for (const place of checked.rows('all')) {
    const { values } = checked.read(place);
    const row = checked.table.number(place);
    const column = (key: string) => billTemplate.columns.find((one) => one.key === key);
    const header = (key: string) => column(key)?.[language] ?? key;
    const textOf = (key: string) => checked.table.text(place, checked.placeOf(key) ?? -1) || '';
    const issue = (key: string, code: string, message: string, level: Issue['level']): Issue => ({
      row,
      column: key,
      header: header(key),
      value: checked.placeOf(key) === undefined ? '' : textOf(key),
      code,
      message,
      level,
    });
    const issues = checked
      .issues(place)
      .map((found) =>
        issue(
          found.column,
          found.code,
          found.problem ? explain(language, found.problem, header(found.column)) : (found.message ?? ''),
          found.level,
        ),
      );
    const resolved = resolve(values, references);
    for (const [key, found] of Object.entries(resolved.problems)) {
      if (!issues.some(({ column: at, level }) => at === key && level === 'error')) {
        issues.push(issue(key, found.code, explain(language, found, header(key)), 'error'));
      }
    }
    const failed = issues.some(({ level }) => level === 'error');
    rows.push({ row, draft: failed ? undefined : draftOf(resolved.values), issues });
  }
  return rows;
}

async function openChecked(
  file: UploadedFile,
  zones: ReadonlyMap<string, string>,
  language: Context['language'],
): Promise<CheckedTable> {
  try {
    const { bytes } = await readBytes(file.path, file.name, billTemplate.maxSize);
    const { table } = await openTable(bytes, file.name, {
      types: billTemplate.types,
      maxRows: billTemplate.maxRows,
    });
    if (table.rowCount === 0) throw refuse('FILE_EMPTY');
    const match = matchTable(table, billTemplate, 0);
    return new CheckedTable(table, {
      template: billTemplate,
      mapping: match.columns.map(({ key }) => key),
      context: {
        zoneOf: (airport) => zones.get(airport),
        ...(match.dates ? { order: match.dates.order } : {}),
      },
      language,
    });
  } catch (error) {
    throw error instanceof TabularError ? new Refusal(error.problem) : error;
  }
}

interface Known {
  readonly id: number;
  readonly active: number;
}
interface References {
  readonly airports: ReadonlyMap<string, Known & { readonly twoLetterCode: string }>;
  readonly customers: ReadonlyMap<string, Known>;
  readonly services: ReadonlyMap<string, Known>;
  readonly channels: ReadonlyMap<
    string,
    Known & { readonly destinationCode: string; readonly customerId: number | null }
  >;
  readonly destinations: ReadonlyMap<string, Known>;
  /** Numbers taken: false by a bill, true by a removed one. */
  readonly numbers: ReadonlyMap<string, boolean>;
}

const numberKey = (billNo: unknown, batchNo: unknown) => `${billNo} ${batchNo}`;

async function loadReferences(
  { read }: Context,
  airports: readonly (Known & { airportCode: string; twoLetterCode: string })[],
): Promise<References> {
  const byCode = <T extends { code: string }>(rows: readonly T[]) =>
    new Map(rows.map((row) => [row.code, row]));
  const [customers, services, destinations, channels, bills] = await Promise.all([
    read.selectFrom('customer').select(['code', 'id', 'active']).execute(),
    read.selectFrom('service').select(['code', 'id', 'active']).execute(),
    read.selectFrom('destination').select(['code', 'id', 'active']).execute(),
    read
      .selectFrom('channelCode')
      .select(['channelCode as code', 'id', 'active', 'destinationCode', 'customerId'])
      .execute(),
    read.selectFrom('bill').select(['billNo', 'batchNo', 'removedAt']).execute(),
  ]);
  const numbers = new Map<string, boolean>();
  for (const { billNo, batchNo, removedAt } of bills) {
    const key = numberKey(billNo, batchNo);
    numbers.set(key, removedAt !== null && numbers.get(key) !== false);
  }
  return {
    airports: new Map(airports.map((row) => [row.airportCode, row])),
    customers: byCode(customers),
    services: byCode(services),
    destinations: byCode(destinations),
    channels: byCode(channels),
    numbers,
  };
}

/** The records that a row names, and what is wrong with those it names. */
function resolve(
  values: RowValues,
  known: References,
): { values: Record<string, unknown>; problems: Record<string, Problem> } {
  const problems: Record<string, Problem> = {};
  const find = <T extends Known>(key: string, records: ReadonlyMap<string, T>): T | undefined => {
    const code = values[key];
    if (typeof code !== 'string') return undefined;
    const found = records.get(code);
    if (!found) problems[key] = problem('REFERENCE_UNKNOWN', { value: code });
    else if (!found.active) problems[key] = problem('REFERENCE_INACTIVE', { value: code });
    return found;
  };
  const channel = find('channelCode', known.channels);
  const customer = find('customerCode', known.customers);
  const destination = find('destinationCode', known.destinations);
  if (
    channel &&
    destination &&
    typeof values.destinationCode === 'string' &&
    values.destinationCode !== channel.destinationCode
  ) {
    problems.destinationCode = problem('DESTINATION_CHANNEL', {
      channel: String(values.channelCode),
      expected: channel.destinationCode,
      destination: values.destinationCode,
    });
  }
  if (channel?.customerId && customer && channel.customerId !== customer.id) {
    problems.channelCode = problem('REFERENCE_UNKNOWN', { value: String(values.channelCode) });
  }
  const landing = find('landingAirport', known.airports);
  const taken = known.numbers.get(numberKey(values.billNo, values.batchNo));
  if (taken !== undefined) problems.billNo = problem(taken ? 'BILL_DUPLICATE_REMOVED' : 'BILL_DUPLICATE');
  return {
    problems,
    values: {
      ...values,
      customerId: customer?.id,
      serviceId: find('serviceCode', known.services)?.id,
      originAirportId: find('originAirport', known.airports)?.id,
      landingAirportId: landing?.id,
      clearanceType: clearanceOf(values, landing?.twoLetterCode),
      destinationId: destination?.id ?? null,
    },
  };
}

/** The usual way of clearing, which the file does not say: by sea standard, by air as the country of landing has it. */
function clearanceOf({ mode }: RowValues, country: string | undefined): BillDraft['clearanceType'] {
  if (mode === 'sea') return 'standard';
  return country === 'US' ? 'us11' : 'ioss';
}

/** The draft of a row in which nothing is wrong. What the file does not say follows from the rest or has its usual value. */
function draftOf(values: Readonly<Record<string, unknown>>): BillDraft | undefined {
  const known = Object.fromEntries(Object.keys(billDraft.shape).map((name) => [name, values[name]]));
  const checked = check(billDraft, {
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)),
    uldNumbers: values.uldNumbers ?? [],
  });
  return checked.ok ? checked.value : undefined;
}

async function sentBefore({ read }: Context, hash: string): Promise<ImportAnswer['sentBefore']> {
  const job = await read
    .selectFrom('importJob')
    .leftJoin('staff', 'staff.id', 'importJob.createdBy')
    .select(['importJob.id', 'importJob.startedAt', 'staff.realName'])
    .where('kind', '=', 'bill')
    .where('fileHash', '=', hash)
    .where('status', '!=', 'undone')
    .orderBy('importJob.id', 'desc')
    .executeTakeFirst();
  return job ? { jobId: job.id, at: job.startedAt, by: job.realName ?? '' } : null;
}

async function startJob(
  context: Context,
  job: Pick<ImportAnswer, 'fileName' | 'totalRows' | 'okRows' | 'errorRows' | 'warningRows' | 'status'> & {
    mode: 'all' | 'good';
    hash: string;
    file: UploadedFile;
  },
): Promise<number> {
  const { write, now, caller } = context;
  const { id: fileId } = await keepFile(context, job.file);
  const { id } = await write
    .insertInto('importJob')
    .values({
      kind: 'bill',
      fileName: job.fileName,
      mode: job.mode,
      status: job.status,
      totalRows: job.totalRows,
      okRows: job.okRows,
      errorRows: job.errorRows,
      warningRows: job.warningRows,
      startedAt: now,
      finishedAt: now,
      createdBy: caller.id,
      fileHash: job.hash,
      fileId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await context.log({
    module: 'bill',
    action: 'import',
    objectType: 'importJob',
    objectId: id,
    objectNo: job.fileName,
    after: { rows: job.okRows },
  });
  return id;
}

const jobList: ListDefinition<typeof importJobRow> = {
  table: 'importJob',
  row: importJobRow,
  filters: ['kind', 'status', 'startedAt', 'createdBy'],
  keyword: ['fileName'],
  order: '-startedAt',
};
const jobCodec = codecOf(importJobRow);

async function readJob({ read }: Pick<Context, 'read'>, id: number) {
  const row = await read.selectFrom('importJob').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return jobCodec.decode(row);
}

/** Imports so far. */
export const importJobHandlers: GroupHandlers<'importJob'> = {
  list: ({ read }, { query }) => listRows(read, jobList, query),
  get: (context, { params }) => readJob(context, params.id),

  undo: async (context, { params }) => {
    const { read, write, log } = context;
    const job = await readJob(context, params.id);
    if (job.status === 'undone') throw refuse('IMPORT_UNDONE');
    const bills = await read
      .selectFrom('bill')
      .select(['id', 'version', 'billNo', 'batchNo'])
      .where('importJobId', '=', job.id)
      .execute();
    const kept: { id: number; number: string }[] = [];
    for (const { id, version, billNo, batchNo } of bills) {
      const used = await read
        .selectFrom('attachment')
        .select('id')
        .where('billId', '=', id)
        .executeTakeFirst();
      // What was changed, checked or given a file since is somebody's work.
      if (version > 1 || used) kept.push({ id, number: `${billNo} ${batchNo}` });
      else await deleteBill(context, await readBill(read, id), 'undo');
    }
    await write.updateTable('importJob').set({ status: 'undone' }).where('id', '=', job.id).execute();
    const undone = bills.length - kept.length;
    await log({
      module: 'bill',
      action: 'undo',
      objectType: 'importJob',
      objectId: job.id,
      objectNo: job.fileName,
      after: { undone },
    });
    return { undone, kept };
  },
};
