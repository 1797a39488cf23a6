import { fileTemplates } from '@contract/files/templates';
import { MAX_DECLARATION } from '@contract/limits';
import type { TestFile } from '../../support/apiCall';
import { type Cells, declarationCsv, finishedJob, lineCells, tableCsv } from '../../support/apiFileJob';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';
import { crowded, jpg, locked, oldAndBroken, pdfOf } from './files';

/** Returns invoice data of a seller whose number is registered and not locked. */
export const invoiceOf = (api: TestApi, changes: object = {}) => ({
  sellerName: 'Green Panda Trading Ltd',
  iossNo: String(api.row('select iossNo from ioss where locked = 0 order by iossNo').iossNo),
  invoiceDate: '2026-11-03',
  ...changes,
});

/** Returns a code of the EU tariff under an existing one of six digits, as a row of a tariff file. */
export const tariffRow = (changes: Cells = {}): Cells => ({
  code: '6109100090',
  region: 'EU',
  nameEn: 'Other T-shirts of cotton',
  nameCn: '其他棉制T恤',
  dutyRate: '12',
  restricted: 'none',
  ...changes,
});
export const tariffCsv = (rows: readonly Cells[]) =>
  tableCsv(fileTemplates.tariff, rows, { name: 'taric.csv' });

/** Uploads a file that no other call uploads, and returns the id of its finished job. */
export async function madeInvoices(api: TestApi): Promise<number> {
  const file = declarationCsv([lineCells()]);
  const { job } = await api.call.invoiceFile.upload({ query: invoiceOf(api), file });
  return (await finishedJob(api, job.id)).id;
}
export async function splitFile(api: TestApi, rows = [lineCells()]): Promise<number> {
  const { job } = await api.call.awbFile.upload({ query: {}, file: declarationCsv(rows) });
  return (await finishedJob(api, job.id)).id;
}
export async function readTariff(
  api: TestApi,
  rows: readonly Cells[],
  codes: string[] = [],
): Promise<number> {
  const query = { region: 'EU' as const, ...(codes.length > 0 ? { codes } : {}) };
  const { job } = await api.call.tariffReading.upload({ query, file: tariffCsv(rows) });
  return (await finishedJob(api, job.id)).id;
}

const wrong = lineCells({ quantity: 'many' });
async function refusedInvoices(api: TestApi): Promise<number> {
  const { job } = await api.call.invoiceFile.upload({
    query: invoiceOf(api),
    file: declarationCsv([{ ...wrong, trackingNo: lineCells().trackingNo ?? '' }]),
  });
  return (await finishedJob(api, job.id)).id;
}

type Tool = 'invoiceFile' | 'awbFile' | 'tariffReading';
const optionsOf = (api: TestApi, tool: Tool) =>
  tool === 'invoiceFile' ? invoiceOf(api) : tool === 'tariffReading' ? { region: 'EU' } : {};
const right = (tool: Tool): TestFile =>
  tool === 'tariffReading' ? tariffCsv([tariffRow()]) : declarationCsv([lineCells()]);

/** Returns the function that causes each refusal of an upload. */
function uploads(tool: Tool): NonNullable<ContractCase['errors']> {
  const send = (file: (api: TestApi) => TestFile | TestFile[]) => (api: TestApi) =>
    api.refused(`${tool}.upload`, { query: optionsOf(api, tool), file: file(api) });
  return {
    FILE_TYPE: send(() => ({ name: 'data.pdf', bytes: '%PDF-1.4' })),
    FILE_SIZE: send(() => ({ name: 'data.csv', bytes: pdfOf(MAX_DECLARATION + 1) })),
    FILE_CONTENT: send(() => ({ name: 'data.xlsx', bytes: jpg })),
    FILE_BROKEN: send(() => ({ name: 'old.xls', bytes: oldAndBroken })),
    FILE_PROTECTED: send(() => ({ name: 'data.xlsx', bytes: locked })),
    FILE_BOMB: send(() => ({ name: 'data.xlsx', bytes: crowded() })),
    FILE_ONE: send(() => [right(tool), right(tool)]),
  };
}

export const toolCases = {
  'ccCode.find': { right: () => ({ query: { text: 'cotton t-shirt', region: ['WCO', 'EU'] } }) },
  'ccCode.findMany': { right: () => ({ body: { names: ['T恤', 'running shoes', '6109'] } }) },
  'ccCode.export': {
    right: (api) => ({
      body: {
        rows: [
          { name: 'T恤', id: api.count('select min(id) from hsCode') },
          { name: 'Unicorn horn', id: null },
        ],
        format: 'csv',
      },
    }),
  },
  'invoiceFile.list': { right: () => ({ query: { pageSize: 5, sort: '-createdAt' } }) },
  'invoiceFile.get': { right: async (api) => ({ params: { id: await madeInvoices(api) } }) },
  'invoiceFile.upload': {
    right: (api) => ({ query: invoiceOf(api), file: right('invoiceFile') }),
    errors: {
      ...uploads('invoiceFile'),
      IOSS_LOCKED: (api) => {
        const iossNo = String(api.row('select iossNo from ioss where locked = 1').iossNo);
        return api.refused('invoiceFile.upload', {
          query: invoiceOf(api, { iossNo }),
          file: right('invoiceFile'),
        });
      },
      REFERENCE_UNKNOWN: (api) =>
        api.refused('invoiceFile.upload', {
          query: invoiceOf(api, { iossNo: 'IM5289999999' }),
          file: right('invoiceFile'),
        }),
    },
  },
  'invoiceFile.zip': {
    right: async (api) => ({ params: { id: await madeInvoices(api) } }),
    errors: {
      FILE_NOT_MADE: async (api) =>
        api.refused('invoiceFile.zip', { params: { id: await refusedInvoices(api) } }),
    },
  },
  'awbFile.list': { right: () => ({ query: { pageSize: 5, billNo: '112' } }) },
  'awbFile.get': { right: async (api) => ({ params: { id: await splitFile(api) } }) },
  'awbFile.upload': { right: () => ({ query: {}, file: right('awbFile') }), errors: uploads('awbFile') },
  'awbFile.output': {
    right: async (api) => ({ params: { id: await splitFile(api) }, query: { name: 'deco' } }),
    errors: {
      FILE_NOT_MADE: async (api) => {
        const id = await splitFile(api, [wrong]);
        return api.refused('awbFile.output', { params: { id }, query: { name: 'ags' } });
      },
    },
  },
  'awbFile.zip': {
    right: async (api) => ({ params: { id: await splitFile(api) } }),
    errors: {
      FILE_NOT_MADE: async (api) =>
        api.refused('awbFile.zip', { params: { id: await splitFile(api, [wrong]) } }),
    },
  },
  'tariffReading.list': { right: () => ({ query: { pageSize: 5, region: ['EU'] } }) },
  'tariffReading.get': {
    right: async (api) => ({ params: { id: await readTariff(api, [tariffRow()]) } }),
  },
  'tariffReading.upload': {
    right: () => ({ query: { region: 'EU', codes: ['61'] }, file: right('tariffReading') }),
    errors: uploads('tariffReading'),
  },
  'tariffReading.again': {
    right: async (api) => ({
      params: { id: await readTariff(api, [tariffRow()]) },
      body: { region: 'EU', codes: ['62'] },
    }),
  },
  'tariffReading.changes': {
    right: async (api) => ({
      params: { id: await readTariff(api, [tariffRow({ dutyRate: '11' })]) },
      query: { pageSize: 5 },
    }),
  },
} satisfies Record<string, ContractCase>;
