import { MAX_UPLOAD } from '@contract/limits';
import { hoursAgo, nodeBill } from '../../support/apiNodes';
import { newBillNo } from '../../support/apiRecords';
import { eml, messageId, noaEml, utbEml } from '../../support/letters';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';
import { countChanged } from './countChanged';
import { pdf } from './files';

type Kind = 'noa' | 'utb';
type Columns = Readonly<Record<string, string | number | null>>;

/** Makes a bill of ten boxes that landed two days ago, without any mail about it. */
export const landed = (api: TestApi, columns: Columns = {}): number =>
  nodeBill(api, {
    ...{ billNo: newBillNo(), ata: hoursAgo(48), stage: 'arrived', clearanceStatus: 'not_released' },
    ...{ cargoStationId: null, archived: 0, removedAt: null },
    ...columns,
  });

const FILLED = {
  noa: { pieces: 10 },
  utb: { totalAmount: 359216, dutyAmount: 359216, currency: 'EUR', utbNo: 'UTB26000001', mrn: null },
} as const;

/** Inserts a mail in a state; a processed or matched one belongs to a bill. */
export function letterIn(api: TestApi, kind: Kind, status: string, columns: Columns = {}): number {
  const tied = status === 'matched' || status === 'processed';
  const at = hoursAgo(5);
  return api.insert('letter', {
    ...{ version: 1, createdAt: at, createdBy: api.admin.staffId, updatedAt: at, updatedBy: null },
    ...{ kind, receivedAt: hoursAgo(20), mailFrom: 'ops@polder-cargo.example.net', mailTo: null },
    ...{ subject: 'A mail', text: 'Its text', messageId: messageId(), hash: messageId(), status },
    ...FILLED[kind],
    mailboxId: status === 'received' ? null : boxOf(api, kind),
    billId: tied ? landed(api) : null,
    ignoreReason: status === 'ignored' ? 'Not ours' : null,
    ...columns,
  });
}

/** Returns the mailbox of a kind in the demo. */
export const boxOf = (api: TestApi, kind: Kind): number =>
  api.count('select min(id) from mailbox where kind = ? and active = 1', kind);

const nowhere = { ata: null, stage: 'draft', clearanceStatus: null };

/** Makes an actor of one warehouse who may edit mails of a kind, none of which they received. */
const scoped = (api: TestApi, kind: Kind) =>
  api.actor({
    permissions: [`config.${kind}Mail.view`, `config.${kind}Mail.edit`],
    warehouseIds: [api.count('select min(id) from warehouse')],
  });

function casesOf<K extends Kind>(kind: K) {
  const group = `${kind}Mail` as const;
  const mail = (changes: object = {}) => (kind === 'noa' ? noaEml(changes) : utbEml(changes));
  const file = (bytes: Buffer | string = mail()) => ({ name: 'mail.eml', bytes });
  const pasted = () => ({ from: 'ops@polder-cargo.example.net', text: `Pieces: 3 ${messageId()}` });
  const upload = (api: TestApi, given: object | object[], query: Columns = {}) =>
    api.refused(`${group}.upload`, { query, file: given as never });
  const paste = (api: TestApi, body: object) => api.refused(`${group}.paste`, { body });
  const put = (call: 'update' | 'assign' | 'match' | 'process') => (api: TestApi, id: number, body: object) =>
    api.refused(`${group}.${call}`, { params: { id }, body: { version: 1, ...body } });
  const [update, assign, match, process] = [put('update'), put('assign'), put('match'), put('process')];
  const edit = kind === 'noa' ? { pieces: 9 } : { utbNo: 'UTB26000002' };
  const matched = (api: TestApi, bill: Columns, columns: Columns = {}) =>
    letterIn(api, kind, 'matched', { billId: landed(api, bill), ...columns });
  const archived = { archived: 1 };
  const removed = { stage: 'removed', removedAt: hoursAgo(1) };
  /** Processes a mail about one of two batches, with other columns of the other one. */
  const ofTwo = (api: TestApi, columns: Columns, body: (ids: readonly number[]) => object) => {
    const billNo = newBillNo();
    const ids = [landed(api, { billNo, batchNo: 'B1' }), landed(api, { billNo, batchNo: 'B2', ...columns })];
    return process(api, letterIn(api, kind, 'matched', { billId: ids[0] ?? 0, pieces: 20 }), body(ids));
  };
  const ofBoxes = (boxes: number) => (ids: readonly number[]) => ({
    shares: ids.map((billId) => ({ billId, boxes })),
  });
  const noaOnly = {
    AWB_SHARE: (api: TestApi) => ofTwo(api, { boxCount: 7 }, () => ({})),
    AWB_SHARE_SUM: (api: TestApi) => ofTwo(api, {}, ofBoxes(9)),
    AWB_BATCH: (api: TestApi) => ofTwo(api, nowhere, () => ({})),
    NODE_ORDER: (api: TestApi) => process(api, matched(api, {}, { receivedAt: hoursAgo(50) }), {}),
    NODE_MISSING: (api: TestApi) => process(api, matched(api, nowhere), {}),
    NODE_FUTURE: (api: TestApi) => process(api, matched(api, {}, { receivedAt: hoursAgo(-5) }), {}),
    LETTER_OVERWRITE: (api: TestApi) =>
      process(api, matched(api, { noaAt: hoursAgo(30), noaBoxCount: 8 }), {}),
  };
  const utbOnly = {
    UTB_SUM: (api: TestApi) => process(api, matched(api, {}, { dutyAmount: 1 }), {}),
    LETTER_OVERWRITE: (api: TestApi) => {
      const billId = landed(api);
      letterIn(api, kind, 'processed', { billId });
      return process(api, letterIn(api, kind, 'matched', { billId }), {});
    },
  };
  const station = (api: TestApi, active: 0 | 1) =>
    api.insert('cargoStation', {
      ...{ version: 1, createdAt: hoursAgo(1), updatedAt: hoursAgo(1), code: messageId().slice(-12) },
      ...{ nameEn: 'S', nameCn: 'S', airportId: 1, freeHours: 48, active },
    });
  return {
    list: { right: () => ({ query: { pageSize: 5, status: ['matched'], unopened: true } }) },
    count: { right: () => ({}) },
    export: { right: () => ({ query: { format: 'csv', columns: ['receivedAt', 'status'] } }) },
    get: { right: (api) => ({ params: { id: letterIn(api, kind, 'unmatched') } }) },
    upload: {
      right: (api) => ({ query: { mailboxId: boxOf(api, kind) }, file: file() }),
      errors: {
        FILE_TYPE: (api) => upload(api, { name: 'mail.msg', bytes: mail() }),
        FILE_SIZE: (api) => upload(api, { name: 'mail.eml', bytes: Buffer.alloc(MAX_UPLOAD + 1, 'x') }),
        FILE_CONTENT: (api) => upload(api, file(pdf)),
        FILE_ONE: (api) => upload(api, [file(), file()]),
        FILE_BROKEN: (api) =>
          upload(
            api,
            file(
              eml(
                `From: a@example.com\nContent-Type: multipart/mixed; boundary=b\n${'\n--b\n\nx'.repeat(500)}`,
              ),
            ),
          ),
        REFERENCE_UNKNOWN: (api) => upload(api, file(), { mailboxId: 999_999 }),
        LETTER_KNOWN: async (api) => {
          const bytes = mail();
          await api.send(`${group}.upload`, { file: file(bytes) });
          return api.refused(`${group}.upload`, { file: file(bytes) }, { as: scoped(api, kind) });
        },
      },
    },
    paste: {
      right: () => ({ body: pasted() }),
      errors: {
        REFERENCE_UNKNOWN: (api) => paste(api, { ...pasted(), mailboxId: 999_999 }),
        NODE_FUTURE: (api) => paste(api, { ...pasted(), receivedAt: hoursAgo(-5) }),
        LETTER_KNOWN: async (api) => {
          const body = pasted();
          await api.send(`${group}.paste`, { body });
          return api.refused(`${group}.paste`, { body }, { as: scoped(api, kind) });
        },
      },
    },
    update: {
      right: (api) => ({ params: { id: letterIn(api, kind, 'unmatched') }, body: { version: 1, ...edit } }),
      errors: {
        STALE_DATA: (api) => update(api, letterIn(api, kind, 'unmatched'), { ...edit, version: 4 }),
        STATE_NOT_ALLOWED: (api) => update(api, letterIn(api, kind, 'processed'), edit),
        ...(kind === 'noa'
          ? {
              REFERENCE_UNKNOWN: (api: TestApi) =>
                update(api, letterIn(api, kind, 'unmatched'), { cargoStationId: 999_999 }),
              REFERENCE_INACTIVE: (api: TestApi) =>
                update(api, letterIn(api, kind, 'unmatched'), { cargoStationId: station(api, 0) }),
            }
          : {}),
      },
    },
    assign: {
      right: (api) => ({
        params: { id: letterIn(api, kind, 'received') },
        body: { version: 1, mailboxId: boxOf(api, kind) },
      }),
      errors: {
        STALE_DATA: (api) =>
          assign(api, letterIn(api, kind, 'received'), { version: 4, mailboxId: boxOf(api, kind) }),
        STATE_NOT_ALLOWED: (api) =>
          assign(api, letterIn(api, kind, 'ignored'), { mailboxId: boxOf(api, kind) }),
        REFERENCE_UNKNOWN: (api) =>
          assign(api, letterIn(api, kind, 'received'), {
            mailboxId: boxOf(api, kind === 'noa' ? 'utb' : 'noa'),
          }),
      },
    },
    match: {
      right: (api) => ({
        params: { id: letterIn(api, kind, 'unmatched') },
        body: { version: 1, billId: landed(api) },
      }),
      errors: {
        STALE_DATA: (api) =>
          match(api, letterIn(api, kind, 'unmatched'), { version: 4, billId: landed(api) }),
        STATE_NOT_ALLOWED: (api) => match(api, letterIn(api, kind, 'ignored'), { billId: landed(api) }),
        BILL_REMOVED: (api) => match(api, letterIn(api, kind, 'unmatched'), { billId: landed(api, removed) }),
        BILL_ARCHIVED: (api) =>
          match(api, letterIn(api, kind, 'unmatched'), { billId: landed(api, archived) }),
      },
    },
    process: {
      right: (api) => ({ params: { id: letterIn(api, kind, 'matched') }, body: { version: 1 } }),
      errors: {
        STALE_DATA: (api) => process(api, letterIn(api, kind, 'matched'), { version: 4 }),
        LETTER_NOT_MATCHED: (api) => process(api, letterIn(api, kind, 'unmatched'), {}),
        BILL_REMOVED: (api) => process(api, matched(api, removed), {}),
        BILL_ARCHIVED: (api) => process(api, matched(api, archived), {}),
        ...(kind === 'noa' ? noaOnly : utbOnly),
      },
    },
    act: {
      right: (api) => ({
        body: { ids: [letterIn(api, kind, 'unmatched')], action: 'ignore', reason: 'Not ours' },
      }),
      errors: {
        REASON_REQUIRED: (api) =>
          api.refused(`${group}.act`, { body: { ids: [letterIn(api, kind, 'matched')], action: 'ignore' } }),
        COUNT_CHANGED: countChanged(`${group}.act`, { action: 'restore' }),
      },
    },
    reopen: {
      right: (api) => ({ body: { ids: [letterIn(api, kind, 'processed')] } }),
      errors: { COUNT_CHANGED: countChanged(`${group}.reopen`) },
    },
    opened: { right: (api) => ({ body: { ids: [letterIn(api, kind, 'unmatched')] } }) },
    file: {
      right: async (api) => {
        const { id } = (
          kind === 'noa'
            ? await api.call.noaMail.upload({ file: file() })
            : await api.call.utbMail.upload({ file: file() })
        ) as { id: number };
        const { fileId } = api.row('select fileId from letter where id = ?', id);
        return { params: { id, fileId: String(fileId) } };
      },
    },
  } satisfies Record<string, ContractCase>;
}
type Calls = ReturnType<typeof casesOf>;
/** Prefixes the calls with the name of their group. */
const named = <G extends string>(group: G, calls: Calls) =>
  Object.fromEntries(
    Object.entries(calls).map(([call, found]) => [`${group}.${call}`, found]),
  ) as unknown as {
    [K in keyof Calls & string as `${G}.${K}`]: ContractCase;
  };

export const letterCases = { ...named('noaMail', casesOf('noa')), ...named('utbMail', casesOf('utb')) };
