import type { FileKind } from '@contract/files/fileKindNames';
import { hasDates, hasDecimals, type ListKind, listKinds } from '@contract/files/listImport';
import { fileTemplates } from '@contract/files/templates';
import { sheetKey, sheetsOf, sheetTitle } from '@contract/importing/template';
import { MAX_DECLARATION } from '@contract/limits';
import { permit } from '@contract/permissions';
import { SHEET_HEADER } from '../../../main/tabular/ownColumns';
import { xlsxOf, xlsxParts } from '../../main/tabular/officeFiles';
import { billCells, billCsv } from '../../support/apiBillFile';
import type { TestFile } from '../../support/apiCall';
import { type Cells, converted, declarationCsv, lineCells, tableCsv } from '../../support/apiFileJob';
import { billIn, makeBill, newCode } from '../../support/apiRecords';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';
import { crowded, jpg, locked, oldAndBroken, pdfOf } from './files';

const good = (changes: Cells = {}) => declarationCsv([lineCells(changes)]);

/** Makes a job of a new bill: converted, or refused for a wrong cell. */
async function jobOf(api: TestApi, file = good()): Promise<{ id: number; billId: number }> {
  const { id: billId } = await makeBill(api);
  const { id } = await converted(api, 'declaration', billId, file);
  return { id, billId };
}
const failedJob = (api: TestApi) => jobOf(api, good({ quantity: 'many' }));

/** Makes a job that waits for confirmation to replace existing data. */
async function waitingJob(api: TestApi): Promise<{ id: number; billId: number }> {
  const { billId } = await jobOf(api);
  const { id } = await converted(api, 'declaration', billId, good());
  return { id, billId };
}

/** Returns the refusal to accept a job that waits for a reply. */
async function refusedAnswer(api: TestApi, query: object) {
  const { id } = await waitingJob(api);
  api.db.prepare('update fileJob set problem = ? where id = ?').run(JSON.stringify(query), id);
  return api.refused('fileJob.accept', { params: { id } });
}

const params = async (job: Promise<{ id: number }>) => ({ params: { id: (await job).id } });
const change = (api: TestApi, billId: number, columns: string) =>
  api.db.exec(`update bill set ${columns} where id = ${billId}`);
const free = (api: TestApi, billId: number) =>
  api.db.exec(`update parcel set state = 'free' where billId = ${billId}`);
const REMOVED = "stage = 'removed', removedAt = '2026-11-01T00:00:00Z'";

const refusedUpload = async (api: TestApi, file: TestFile | TestFile[], id?: number) =>
  api.refused('fileJob.upload', {
    params: { id: id ?? (await makeBill(api)).id },
    query: { kind: 'declaration' },
    file,
  });
const refusedMany = (api: TestApi, file: TestFile | TestFile[]) =>
  api.refused('fileJob.uploadMany', { query: { kind: 'time_node' }, file });
const refusedLook = (api: TestApi, file: TestFile | readonly TestFile[]) =>
  api.refused('fileJob.uploadMany', { query: { kind: 'bill', dryRun: true }, file });
function withoutSheet(): Buffer {
  const { 'xl/worksheets/sheet1.xml': _, ...parts } = xlsxParts('');
  return xlsxOf(parts);
}
const wrongFiles: Record<string, () => TestFile | TestFile[]> = {
  FILE_TYPE: () => ({ name: 'data.pdf', bytes: '%PDF-1.4' }),
  FILE_SIZE: () => ({ name: 'data.csv', bytes: pdfOf(MAX_DECLARATION + 1) }),
  FILE_CONTENT: () => ({ name: 'data.xlsx', bytes: jpg }),
  FILE_BROKEN: () => ({ name: 'old.xls', bytes: oldAndBroken }),
  FILE_PROTECTED: () => ({ name: 'data.xlsx', bytes: locked }),
  FILE_BOMB: () => ({ name: 'data.xlsx', bytes: crowded() }),
  FILE_ONE: () => [good(), good()],
};
const uploads = (
  send: (api: TestApi, file: TestFile | TestFile[]) => Promise<never> | ReturnType<TestApi['refused']>,
) =>
  Object.fromEntries(
    Object.entries(wrongFiles).map(([code, file]) => [code, (api: TestApi) => send(api, file())]),
  );

/** Returns files without anything from which a kind could be read. */
function tables(
  kind: FileKind,
  send: (api: TestApi, file: TestFile) => ReturnType<TestApi['refused']>,
): NonNullable<ContractCase['errors']> {
  const template = fileTemplates[kind];
  const csv = (bytes: string | Uint8Array): TestFile => ({ name: 'table.csv', bytes });
  const sheets = sheetsOf(template);
  const first = template.sheets ? sheetTitle('en', sheetKey(sheets[0] ?? template)) : '1';
  const head = `${template.sheets ? `${SHEET_HEADER.en},` : ''}${tableCsv(template, []).bytes}`;
  /** Returns lines of all sheets, each with a text in every column of its own. */
  const inSheets = (text: string): string[] => {
    const columns = [...new Set(sheets.flatMap((sheet) => sheet.columns.map(({ en }) => en)))];
    const quoted = (cells: readonly string[]) => cells.map((cell) => `"${cell}"`).join(',');
    return [
      quoted([SHEET_HEADER.en, ...columns]),
      ...sheets.map((sheet) => {
        const own = new Set(sheet.columns.map(({ en }) => en));
        const cells = columns.map((column) => (own.has(column) ? text : ''));
        return quoted([sheetTitle('en', sheetKey(sheet)), ...cells]);
      }),
    ];
  };
  const files: Record<string, () => TestFile> = {
    FILE_EMPTY: () => csv(template.sheets ? '\r\n' : head),
    FILE_ROWS: () => csv(`${head}\r\n${`${first}\r\n`.repeat(template.maxRows * sheets.length * 2)}`),
    FILE_COLUMNS: () => csv(`${'a,'.repeat(16_400)}\n1`),
    HEADER_MISSING: () => csv('Weather,Mood\nfine,good'),
    FILE_QUOTE: () => csv('Bill number,Batch number\n"160,B1'),
    FILE_ENCODING: () => csv(Buffer.from([0xef, 0xbb, 0xbf, 0x41, 0xff, 0xfe, 0x2c])),
    FILE_ENCODING_ROW: () =>
      csv(
        Buffer.concat([
          Buffer.from(`名称,备注\r\n${'张伟,好\r\n'.repeat(20)}M`),
          Buffer.from([0xfc]),
          Buffer.from('ller,x\r\n'),
        ]),
      ),
    ENCODING_AMBIGUOUS: () => {
      const rows = template.sheets ? inSheets('J\xfcrgen') : ['Name,Town', 'J\xfcrgen,Li\xe8ge'];
      return csv(Buffer.from(rows.join('\r\n'), 'latin1'));
    },
    ...(kind === 'bill' || hasDates(kind as ListKind)
      ? {
          DATE_ORDER_AMBIGUOUS: () => {
            const cells = Object.fromEntries(template.columns.map(({ key }) => [key, '05/11/2026']));
            return template.sheets ? csv(inSheets('05/11/2026').join('\r\n')) : tableCsv(template, [cells]);
          },
        }
      : {}),
    ...(kind === 'bill' || hasDecimals(kind as ListKind)
      ? {
          DECIMAL_AMBIGUOUS: () => {
            const cells = Object.fromEntries(template.columns.map(({ key }) => [key, '1,250']));
            return template.sheets ? csv(inSheets('1,250').join('\r\n')) : tableCsv(template, [cells]);
          },
        }
      : {}),
    ...(template.sheets
      ? { FILE_SHEETS: () => csv(head), ROW_SHEET: () => csv(`${head}\r\nNowhere,1`) }
      : { FILE_BROKEN: () => ({ name: 'table.xlsx', bytes: withoutSheet() }) }),
  };
  return Object.fromEntries(
    Object.entries(files).map(([code, file]) => [code, (api: TestApi) => send(api, file())]),
  );
}

const importCase = (kind: ListKind): ContractCase => {
  const name = `listImport.${kind}` as const;
  const look = (api: TestApi, file: TestFile | readonly TestFile[]) =>
    api.refused(name, { query: { dryRun: true }, file });
  return {
    right: () => ({
      query: { fileName: `${newCode('list')}.csv` },
      file: tableCsv(fileTemplates[kind], [{}]),
    }),
    errors: { ...uploads(look), ...tables(kind, look) },
  };
};
const templateCase: ContractCase = { right: () => ({ query: { language: 'cn', format: 'csv' } }) };
const listCases = Object.fromEntries(
  listKinds.flatMap((kind) => [
    [`listImport.${kind}`, importCase(kind)],
    [`listTemplate.${kind}`, templateCase],
  ]),
) as Record<`list${'Import' | 'Template'}.${ListKind}`, ContractCase>;

export const fileJobCases = {
  'fileJob.upload': {
    right: async (api) => ({
      params: { id: (await makeBill(api)).id },
      query: { kind: 'declaration', fileName: 'data.csv', order: 'DMY' },
      file: good(),
    }),
    errors: {
      ...uploads((api, file) => refusedUpload(api, file)),
      FILE_CSV: (api) => refusedUpload(api, { name: 'declaration.xlsx', bytes: xlsxOf(xlsxParts('')) }),
      FILE_SCOPE_MANY: async (api) =>
        api.refused('fileJob.upload', {
          params: { id: (await makeBill(api)).id },
          query: { kind: 'time_node' },
          file: good(),
        }),
      BILL_REMOVED: (api) => refusedUpload(api, good(), billIn(api, 'removed')),
      BILL_ARCHIVED: (api) => refusedUpload(api, good(), billIn(api, 'delivery', { archived: 1 })),
    },
  },
  'fileJob.uploadMany': {
    // Each kind requires its own permission besides the one to upload.
    right: (api, as) => {
      api.db
        .prepare('insert or ignore into groupPermission (groupId, permissionId) values (?, ?)')
        .run(as.groupId, permit('bill.nodes.import'));
      return { query: { kind: 'time_node' }, file: good() };
    },
    errors: {
      ...uploads(refusedMany),
      ...tables('bill', refusedLook),
      FILE_SCOPE_BILL: (api) =>
        api.refused('fileJob.uploadMany', { query: { kind: 'declaration' }, file: good() }),
    },
  },
  'fileJob.template': {
    right: () => ({ query: { kind: 'declaration', language: 'cn', format: 'csv' } }),
    errors: {
      FILE_CSV: (api) => api.refused('fileJob.template', { query: { kind: 'declaration', format: 'xlsx' } }),
    },
  },
  ...listCases,
  'fileJob.list': {
    right: async (api) => ({ query: { billId: [(await jobOf(api)).billId], sort: '-createdAt' } }),
  },
  'fileJob.get': { right: (api) => params(jobOf(api)) },
  'fileJob.issues': {
    right: async (api) => ({ ...(await params(failedJob(api))), query: { level: 'error', pageSize: 5 } }),
  },
  'fileJob.restart': {
    right: async (api) => ({ ...(await params(jobOf(api))), body: { replace: true } }),
    errors: {
      STATE_NOT_ALLOWED: async (api) => {
        const { id } = await failedJob(api);
        api.db.exec(`update fileJob set status = 'unprocessed' where id = ${id}`);
        return api.refused('fileJob.restart', { params: { id }, body: {} });
      },
      FILE_REPLACE: async (api) =>
        api.refused('fileJob.restart', { ...(await params(jobOf(api))), body: {} }),
      FILE_IN_PLACE: async (api) => {
        const { id } = await converted(api, 'bill', null, billCsv([billCells()]));
        return api.refused('fileJob.restart', { params: { id }, body: { replace: true } });
      },
      FILE_DATA_IN_USE: async (api) => {
        const { id, billId } = await jobOf(api);
        free(api, billId);
        return api.refused('fileJob.restart', { params: { id }, body: { replace: true } });
      },
    },
  },
  'fileJob.accept': {
    right: (api) => params(waitingJob(api)),
    errors: {
      STATE_NOT_ALLOWED: async (api) => api.refused('fileJob.accept', await params(jobOf(api))),
      ENCODING_AMBIGUOUS: (api) =>
        refusedAnswer(api, { code: 'ENCODING_AMBIGUOUS', params: { name: 'a.csv', encodings: 'gb18030' } }),
      DATE_ORDER_AMBIGUOUS: (api) =>
        refusedAnswer(api, {
          code: 'DATE_ORDER_AMBIGUOUS',
          params: { name: 'a.csv', values: '05/11/2026', orders: 'DMY, MDY' },
        }),
      DECIMAL_AMBIGUOUS: (api) =>
        refusedAnswer(api, {
          code: 'DECIMAL_AMBIGUOUS',
          params: { name: 'a.csv', column: 'Weight', values: '18,425' },
        }),
      FILE_DATA_IN_USE: async (api) => {
        const { id, billId } = await waitingJob(api);
        free(api, billId);
        return api.refused('fileJob.accept', { params: { id } });
      },
      BILL_REMOVED: async (api) => {
        const { id, billId } = await waitingJob(api);
        change(api, billId, REMOVED);
        return api.refused('fileJob.accept', { params: { id } });
      },
      BILL_ARCHIVED: async (api) => {
        const { id, billId } = await waitingJob(api);
        change(api, billId, 'archived = 1');
        return api.refused('fileJob.accept', { params: { id } });
      },
    },
  },
  'fileJob.cancel': {
    right: async (api) => {
      const { id } = await failedJob(api);
      // The job now waits as if behind others; nothing wakes the queue for it.
      api.db.exec(`update fileJob set status = 'unprocessed' where id = ${id}`);
      return { params: { id } };
    },
    errors: {
      STATE_NOT_ALLOWED: async (api) => api.refused('fileJob.cancel', await params(jobOf(api))),
    },
  },
  'fileJob.remove': {
    right: (api) => params(failedJob(api)),
    errors: {
      FILE_APPLIED: async (api) => api.refused('fileJob.remove', await params(jobOf(api))),
      STATE_NOT_ALLOWED: async (api) => {
        const { id } = await failedJob(api);
        api.db.exec(`update fileJob set status = 'processing' where id = ${id}`);
        return api.refused('fileJob.remove', { params: { id } });
      },
    },
  },
  'fileJob.undo': {
    right: (api) => params(jobOf(api)),
    errors: {
      STATE_NOT_ALLOWED: async (api) => api.refused('fileJob.undo', await params(failedJob(api))),
      IMPORT_UNDONE: async (api) => {
        const { id } = await jobOf(api);
        await api.call.fileJob.undo({ params: { id } });
        return api.refused('fileJob.undo', { params: { id } });
      },
      FILE_NO_UNDO: async (api) => {
        const { id } = await jobOf(api);
        api.db.exec(`update fileJob set kind = 'free' where id = ${id}`);
        return api.refused('fileJob.undo', { params: { id } });
      },
      BILL_REMOVED: async (api) => {
        const { id, billId } = await jobOf(api);
        change(api, billId, REMOVED);
        return api.refused('fileJob.undo', { params: { id } });
      },
      BILL_ARCHIVED: async (api) => {
        const { id, billId } = await jobOf(api);
        change(api, billId, 'archived = 1');
        return api.refused('fileJob.undo', { params: { id } });
      },
    },
  },
  'fileJob.file': { right: (api) => params(jobOf(api)) },
  'fileJob.errorFile': {
    right: (api) => params(failedJob(api)),
    errors: { FILE_NO_ERRORS: async (api) => api.refused('fileJob.errorFile', await params(jobOf(api))) },
  },
  'fileJob.statistic': { right: (api) => params(jobOf(api)) },
  'fileJob.statistics': {
    right: async (api) => ({ params: { id: (await jobOf(api)).billId } }),
  },
} satisfies Record<`fileJob.${string}` | `list${'Import' | 'Template'}.${ListKind}`, ContractCase>;
