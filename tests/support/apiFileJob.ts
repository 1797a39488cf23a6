import { setTimeout } from 'node:timers/promises';
import { declarationTemplate } from '@contract/bill/declarationTemplate';
import type { FileJob, fileChecked, fileUploaded } from '@contract/files/fileJobRow';
import { type BillKind, type FileKind, isSeaKind, recordsOf } from '@contract/files/fileKindNames';
import type { ImportTemplate } from '@contract/importing/template';
import type { ApiName } from '@contract/index';
import type { Language } from '@contract/limits';
import type * as z from 'zod';
import { type CallOptions, CallRefused, type TestFile } from './apiCall';
import type { TestApi } from './server';

/** Cells of a row by column key. */
export type Cells = Readonly<Record<string, string>>;

let serial = 0;

/** Returns a tracking number that no other call returned. */
export function newTracking(): string {
  serial += 1;
  return `TST${String(Date.now()).slice(-6)}${String(serial).padStart(5, '0')}NL`;
}

/** Returns a valid line of a declaration: a parcel of its own. */
export function lineCells(changes: Cells = {}): Cells {
  return {
    boxNo: 'BOX-1',
    trackingNo: newTracking(),
    consigneeName: 'Jan de Vries',
    address: 'Kerkstraat 12',
    city: 'Amsterdam',
    postcode: '1118 CP',
    country: 'NL',
    productName: 'Cotton T-shirt',
    hsCode: '610910',
    quantity: '2',
    unitPrice: '12.00',
    currency: 'EUR',
    grossWeight: '1.050',
    originCountry: 'CN',
    sellerName: 'Green Panda Trading Ltd',
    vatScheme: 'STANDARD',
    merchantProductId: 'GP-TS-001-W',
    manufacturerProductId: 'TS001W',
    ...changes,
  };
}

/** Returns a csv file of rows, with a template's headers in a language. */
export function tableCsv(
  template: ImportTemplate,
  rows: readonly Cells[],
  { language = 'en', name = `${template.name}.csv` }: { language?: Language; name?: string } = {},
): TestFile {
  const used = template.columns.filter(
    ({ key, required }) => required || rows.some((row) => row[key] !== undefined),
  );
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = [
    used.map((column) => cell(column[language])),
    ...rows.map((row) => used.map(({ key }) => cell(row[key] ?? ''))),
  ];
  return { name, bytes: lines.map((line) => line.join(',')).join('\r\n') };
}

/** Returns a declaration file. */
export const declarationCsv = (rows: readonly Cells[], options?: { language?: Language; name?: string }) =>
  tableCsv(declarationTemplate, rows, options);

const OPEN = new Set(['unprocessed', 'processing']);

/** Returns the job once it has stopped. */
export async function finishedJob(api: TestApi, id: number): Promise<FileJob> {
  for (;;) {
    const job = await api.call.fileJob.get({ params: { id } });
    if (!OPEN.has(job.status)) return job;
    await setTimeout(5);
  }
}

type Query = Readonly<Record<string, unknown>>;

/** Returns the call that uploads a file of a kind for no single bill, and its query. */
export const sendingOf = (kind: FileKind, query: Query = {}) =>
  recordsOf(kind) || isSeaKind(kind)
    ? { name: `listImport.${kind}` as ApiName, query }
    : { name: 'fileJob.uploadMany' as const, query: { kind, ...query } };

async function sent<T>(api: TestApi, kind: FileKind, file: TestFile, query: Query, options: CallOptions) {
  const { name, query: wireQuery } = sendingOf(kind, query);
  const answer = await api.send(name, { query: wireQuery, file }, options);
  if ('refused' in answer) throw new CallRefused(name, answer.refused);
  return answer.got as T;
}

/** Uploads a file that is for no single bill. */
export const taken = (
  api: TestApi,
  kind: FileKind,
  file: TestFile,
  query: Query = {},
  options: CallOptions = {},
) => sent<z.output<typeof fileUploaded>>(api, kind, file, query, options);

/** Returns the findings of a dry run of such a file. */
export const looked = (
  api: TestApi,
  kind: FileKind,
  file: TestFile,
  query: Query = {},
  options: CallOptions = {},
) => sent<z.output<typeof fileChecked>>(api, kind, file, { ...query, dryRun: true }, options);

/** Uploads a file for a bill and waits for the end of its conversion. */
export async function converted(
  api: TestApi,
  kind: FileKind,
  billId: number | null,
  file: TestFile,
  query: Query = {},
  options: CallOptions = {},
): Promise<FileJob> {
  const { job } =
    billId === null
      ? await taken(api, kind, file, query, options)
      : await api.call.fileJob.upload(
          { params: { id: billId }, query: { kind: kind as BillKind, ...query }, file },
          options,
        );
  return finishedJob(api, job.id);
}
