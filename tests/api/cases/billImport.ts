import { xlsxOf, xlsxParts } from '../../main/tabular/officeFiles';
import { billCells, billCsv } from '../../support/apiBillFile';
import type { TestFile } from '../../support/apiCall';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';
import { crowded, locked, pdf, pdfOf } from './files';

const run = (file: TestFile | readonly TestFile[]) => (api: TestApi) =>
  api.refused('billImport.run', { file });
const csv = (bytes: string | Uint8Array): TestFile => ({ name: 'bills.csv', bytes });
const sheet = (bytes: Uint8Array): TestFile => ({ name: 'bills.xlsx', bytes });

function withoutSheet(): Buffer {
  const { 'xl/worksheets/sheet1.xml': _, ...parts } = xlsxParts('');
  return xlsxOf(parts);
}

async function importedJob(api: TestApi): Promise<number> {
  const { jobId } = await api.call.billImport.run({ file: billCsv([billCells()]) });
  return jobId as number;
}

export const importCases = {
  'billImport.template': { right: () => ({ query: { language: 'cn', format: 'csv' } }) },
  'billImport.run': {
    right: () => ({ query: { dryRun: true }, file: billCsv([billCells(), billCells({ boxCount: 'ten' })]) }),
    errors: {
      FILE_TYPE: run({ name: 'bills.pdf', bytes: pdf }),
      FILE_SIZE: run({ name: 'bills.csv', bytes: pdfOf(10 * 1024 * 1024 + 1) }),
      FILE_CONTENT: run(sheet(pdf)),
      FILE_ONE: run([billCsv([billCells()]), billCsv([billCells()])]),
      FILE_EMPTY: run(billCsv([])),
      FILE_ROWS: run(billCsv(Array.from({ length: 10_001 }, () => ({ billNo: '1' })))),
      FILE_COLUMNS: run(csv(`${'a,'.repeat(16_400)}\n1`)),
      HEADER_MISSING: run(billCsv([billCells()], { without: ['eta'] })),
      FILE_BROKEN: run(sheet(withoutSheet())),
      FILE_QUOTE: run(csv('Bill number,Batch number\n"160,B1')),
      FILE_ENCODING: run(csv(Buffer.from([0xef, 0xbb, 0xbf, 0x41, 0xff, 0xfe, 0x2c]))),
      FILE_PROTECTED: run(sheet(locked)),
      FILE_BOMB: run(sheet(crowded())),
    },
  },
  'importJob.list': { right: () => ({ query: { pageSize: 5, sort: '-startedAt' } }) },
  'importJob.get': { right: async (api) => ({ params: { id: await importedJob(api) } }) },
  'importJob.undo': {
    right: async (api) => ({ params: { id: await importedJob(api) } }),
    errors: {
      IMPORT_UNDONE: async (api) => {
        const id = await importedJob(api);
        await api.call.importJob.undo({ params: { id } });
        return api.refused('importJob.undo', { params: { id } });
      },
    },
  },
} satisfies Record<`${'billImport' | 'importJob'}.${string}`, ContractCase>;
