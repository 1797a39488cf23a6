import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { MAX_UPLOAD } from '@contract/limits';
import { placeOf } from '../../../main/server/store/storedFiles';
import type { RefusedCall, TestFile } from '../../support/apiCall';
import { billToCharge, category, dayFrom, makeDiff, supplier } from '../../support/apiFinance';
import type { TestApi } from '../../support/server';
import { sampleOf, ublOf } from '../../support/supplierInvoices';
import type { ContractCase } from './contractCase';
import { jpg } from './files';
import { archive, customersOnly, laterCode, numberOf, switchedOff, wrongDirection } from './finance';

const file = (bytes: TestFile['bytes'] = ublOf(sampleOf({ no: 'C-1' })), name = 'invoice.xml') => ({
  name,
  bytes,
});
const read = (api: TestApi, sent: TestFile | TestFile[], query: Record<string, unknown> = {}) =>
  api.refused('supplierInvoice.read', { query, file: sent });

let serial = 0;
const lineOf = (api: TestApi, changes: object = {}) => ({
  ...{ no: '1', netAmount: '100.00', vatCategory: 'S' as const, vatRate: 19 },
  feeCategoryId: category(api, 'unloading'),
  bills: [numberOf(api, billToCharge(api))],
  ...changes,
});
const recorded = (api: TestApi, changes: object = {}, line: object = {}) => {
  serial += 1;
  return {
    ...{ supplierId: supplier(api), invoiceNo: `E-${serial}`, invoiceDate: dayFrom(0), currency: 'EUR' },
    ...{ netAmount: '100.00', taxAmount: '19.00', grossAmount: '119.00' },
    taxes: [{ vatCategory: 'S' as const, vatRate: 19, taxAmount: '19.00' }],
    ...{ fileName: 'invoice.xml', fileHash: hashOf(ublOf(sampleOf({ no: 'C-1' }))) },
    lines: [lineOf(api, line)],
    ...changes,
  };
};
const hashOf = (bytes: string) => createHash('sha256').update(bytes).digest('hex');
/** Records an invoice, and returns its id. */
const made = async (api: TestApi) => (await api.call.supplierInvoice.record({ body: recorded(api) })).id;
const kept = async (api: TestApi) => {
  const id = await made(api);
  await api.call.supplierInvoice.keepFile({ params: { id }, file: file() });
  return id;
};
const one = async (api: TestApi) => api.call.supplierInvoice.get({ params: { id: await made(api) } });
const keep = async (api: TestApi, sent: TestFile | TestFile[]) =>
  api.refused('supplierInvoice.keepFile', { params: { id: await made(api) }, file: sent });
/** The path of the kept file of an invoice. */
const placeIn = (api: TestApi, id: number) =>
  placeOf(
    path.join(api.folder, 'files'),
    String(api.row('select fileId from supplierInvoice where id = ?', id).fileId),
  );
const refuse = (api: TestApi, changes: object, line: object = {}): Promise<RefusedCall> =>
  api.refused('supplierInvoice.record', { body: recorded(api, changes, line) });

/** Inputs and errors of the calls on suppliers' invoices. */
export const supplierInvoiceCases = {
  'supplierInvoice.read': {
    right: () => ({ query: {}, file: file() }),
    errors: {
      FILE_TYPE: (api) => read(api, file('a', 'invoice.txt')),
      FILE_SIZE: (api) => read(api, file(Buffer.alloc(MAX_UPLOAD + 1, '<'))),
      FILE_CONTENT: (api) => read(api, file(jpg)),
      FILE_ONE: (api) => read(api, [file(), file()]),
      FILE_BROKEN: (api) => read(api, file('<Invoice>')),
      EINVOICE_NONE: (api) => read(api, file('<note/>')),
      EINVOICE_FIELD: (api) => read(api, file(ublOf(sampleOf({ no: 'C-2', day: '2026-13-01' })))),
      EINVOICE_LINES: (api) => read(api, file(ublOf(sampleOf({ no: 'C-3', lines: [] })))),
      REFERENCE_UNKNOWN: (api) => read(api, file(), { supplierId: 999_999 }),
    },
  },
  'supplierInvoice.record': {
    right: (api) => ({ body: recorded(api) }),
    errors: {
      EINVOICE_TWICE: async (api) => {
        const body = recorded(api);
        await api.call.supplierInvoice.record({ body });
        return refuse(api, { invoiceNo: body.invoiceNo });
      },
      EINVOICE_SUM: (api) => refuse(api, { netAmount: '100.01', grossAmount: '119.01' }),
      EINVOICE_VAT: (api) =>
        refuse(api, {}, { vatCodeId: api.count("select id from vatCode where code = 'NL-S'") }),
      EINVOICE_EXPECTED: async (api) => refuse(api, {}, { costId: (await makeDiff(api)).costId }),
      ALLOCATION_UNKNOWN: (api) => refuse(api, {}, { bills: ['999-00000000'] }),
      ALLOCATION_NOTHING: (api) => {
        const bills = [1, 2].map(() => numberOf(api, billToCharge(api, { boxCount: 0 })));
        return refuse(api, {}, { by: 'boxes', bills });
      },
      RATE_MISSING: (api) => refuse(api, { currency: 'NOK' }),
      VAT_NO_RATE: (api) => refuse(api, {}, { vatCodeId: laterCode(api) }),
      COMPANY_KIND: (api) => refuse(api, { supplierId: customersOnly(api) }),
      FEE_DIRECTION: (api) => refuse(api, {}, { feeCategoryId: wrongDirection(api, 'revenue') }),
      BILL_ARCHIVED: (api) => {
        const billId = billToCharge(api);
        archive(api, billId);
        return refuse(api, {}, { bills: [numberOf(api, billId)] });
      },
      REFERENCE_UNKNOWN: (api) => refuse(api, { supplierId: 999_999 }),
      REFERENCE_INACTIVE: (api) => refuse(api, {}, { feeCategoryId: switchedOff(api) }),
    },
  },
  'supplierInvoice.list': {
    right: async (api) => ({ query: { invoiceNo: (await one(api)).invoiceNo } }),
  },
  'supplierInvoice.totals': { right: () => ({ query: { currency: 'EUR' } }) },
  'supplierInvoice.export': {
    right: async (api) => {
      await made(api);
      return { query: { format: 'csv', columns: ['invoiceNo', 'state'] } };
    },
  },
  'supplierInvoice.get': { right: async (api) => ({ params: { id: await made(api) } }) },
  'supplierInvoice.audit': { right: async (api) => ({ params: { id: await made(api) } }) },
  'supplierInvoice.auditRead': {
    right: (api) => {
      const { no, feeCategoryId, bills } = lineOf(api);
      const line = { no, feeCategoryId, bills, billedQuantity: 1, billedUnit: 'C62' };
      return { body: { supplierId: supplier(api), lines: [line] } };
    },
  },
  'supplierInvoice.keepFile': {
    right: async (api) => ({ params: { id: await made(api) }, file: file() }),
    errors: {
      FILE_TYPE: (api) => keep(api, file('a', 'invoice.txt')),
      FILE_SIZE: (api) => keep(api, file(Buffer.alloc(MAX_UPLOAD + 1, '<'))),
      FILE_CONTENT: (api) => keep(api, file(jpg)),
      FILE_ONE: (api) => keep(api, [file(), file()]),
      EINVOICE_FILE_OTHER: (api) => keep(api, file(ublOf(sampleOf({ no: 'C-9' })))),
      EINVOICE_FILE_KEPT: async (api) =>
        api.refused('supplierInvoice.keepFile', { params: { id: await kept(api) }, file: file() }),
    },
  },
  'supplierInvoice.file': {
    right: async (api) => ({ params: { id: await kept(api) } }),
    errors: {
      EINVOICE_FILE_MISSING: async (api) =>
        api.refused('supplierInvoice.file', { params: { id: await made(api) } }),
      EINVOICE_FILE_DAMAGED: async (api) => {
        const id = await kept(api);
        appendFileSync(placeIn(api, id), ' ');
        return api.refused('supplierInvoice.file', { params: { id } });
      },
    },
  },
} satisfies Record<string, ContractCase>;
