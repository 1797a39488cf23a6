import { MAX_UPLOAD } from '@contract/limits';
import type { TestFile } from '../../support/apiCall';
import { billIn, makeBill } from '../../support/apiRecords';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';
import { crowded, document, jpg, locked, oldAndBroken, pdfOf } from './files';

const upload = (api: TestApi, id: number, file: TestFile | TestFile[]) =>
  api.refused('attachment.upload', { params: { id }, file });

async function attached(api: TestApi): Promise<{ billId: number; attachmentId: string }> {
  const { id: billId } = await makeBill(api);
  const { id } = await api.call.attachment.upload({ params: { id: billId }, file: document() });
  return { billId, attachmentId: id };
}

/** Tries to delete the file of a bill whose state was changed in the meantime. */
async function removeFrom(api: TestApi, change: string) {
  const { billId, attachmentId } = await attached(api);
  api.db.exec(`update bill set ${change} where id = ${billId}`);
  return api.refused('attachment.remove', { params: { attachmentId } });
}

export const attachmentCases = {
  'attachment.list': {
    right: async (api) => ({ query: { billId: [(await attached(api)).billId], sort: '-uploadedAt' } }),
  },
  'attachment.match': { right: () => ({ body: { names: ['112-90424456.pdf'] } }) },
  'attachment.upload': {
    right: async (api) => ({
      params: { id: (await makeBill(api)).id },
      query: { category: 'pod' },
      file: document(),
    }),
    errors: {
      FILE_TYPE: async (api) => upload(api, (await makeBill(api)).id, { name: 'pod.exe', bytes: 'MZ' }),
      FILE_SIZE: async (api) =>
        upload(api, (await makeBill(api)).id, { name: 'pod.pdf', bytes: pdfOf(MAX_UPLOAD + 1) }),
      FILE_CONTENT: async (api) => upload(api, (await makeBill(api)).id, { name: 'pod.pdf', bytes: jpg }),
      FILE_BROKEN: async (api) =>
        upload(api, (await makeBill(api)).id, { name: 'old.xls', bytes: oldAndBroken }),
      FILE_PROTECTED: async (api) =>
        upload(api, (await makeBill(api)).id, { name: 'list.xlsx', bytes: locked }),
      FILE_BOMB: async (api) =>
        upload(api, (await makeBill(api)).id, { name: 'list.xlsx', bytes: crowded() }),
      FILE_ONE: async (api) => upload(api, (await makeBill(api)).id, [document(), document()]),
      BILL_REMOVED: (api) => upload(api, billIn(api, 'removed'), document()),
      BILL_ARCHIVED: (api) => upload(api, billIn(api, 'delivery', { archived: 1 }), document()),
    },
  },
  'attachment.download': {
    right: async (api) => ({ params: { attachmentId: (await attached(api)).attachmentId } }),
  },
  'attachment.remove': {
    right: async (api) => ({ params: { attachmentId: (await attached(api)).attachmentId } }),
    errors: {
      BILL_REMOVED: (api) => removeFrom(api, "stage = 'removed', removedAt = '2026-11-01T00:00:00Z'"),
      BILL_ARCHIVED: (api) => removeFrom(api, 'archived = 1'),
    },
  },
} satisfies Record<`attachment.${string}`, ContractCase>;
