import { MAX_UPLOAD } from '@contract/limits';
import { fromScaled, PRICE_DIGITS } from '@contract/rules/money';
import type { RefusedCall, TestFile } from '../../support/apiCall';
import { dayFrom, makeCost, pendingPayment, receive, revenueIn, supplier } from '../../support/apiFinance';
import { drafts } from '../../support/apiRecords';
import { type CamtEntry, camt, camtOf, entryIn } from '../../support/bankFiles';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';
import { countChanged } from './countChanged';
import { jpg } from './files';

type Maker = (api: TestApi) => Promise<RefusedCall>;
const today = () => dayFrom(0);
const paid = (amount: string): CamtEntry => ({ amount, sign: 'DBIT', day: today() });

const ownAccount = (api: TestApi) =>
  api.row("select iban from clientCompany where kind = 'own' and iban is not null").iban;

/** Errors of a call that reads a file of statements. */
const fileErrors = (name: 'bankEntry.check' | 'bankEntry.importFile'): Record<string, Maker> => {
  const send = (api: TestApi, file: TestFile | readonly TestFile[], query = {}) =>
    api.refused(name, { query, file });
  const csv = (bytes: string | Buffer, query = {}): Maker => {
    const file = { name: 'statement.csv', bytes };
    return (api) => send(api, file, { account: String(ownAccount(api)), currency: 'EUR', ...query });
  };
  const head = 'Date,Description,Amount';
  const line = `${today()},Panda,1.00`;
  const text = (bytes: string): TestFile => ({ name: 'statement.xml', bytes });
  return {
    FILE_TYPE: (api) => send(api, { ...camtOf({ amount: '1' }), name: 'statement.exe' }),
    FILE_SIZE: (api) => send(api, { name: 'large.xml', bytes: `<a>${' '.repeat(MAX_UPLOAD)}` }),
    FILE_CONTENT: (api) => send(api, { name: 'statement.xml', bytes: jpg }),
    FILE_ONE: (api) => send(api, [camtOf({ amount: '1' }), camtOf({ amount: '1' })]),
    BANK_FILE_UNKNOWN: (api) => send(api, text('<a/>')),
    BANK_FILE_ENCODING: (api) =>
      send(api, { name: 'statement.sta', bytes: Buffer.from(':20:M\r\n:86:Gebühr für', 'latin1') }),
    BANK_FILE_PART: (api) => send(api, text(camt([{ entries: [{ amount: '-1' }], closing: '999.00' }]))),
    BANK_FILE_LACKS: (api) => send(api, text(camt([{}]).replace(/<Acct>.*<\/Acct>/, ''))),
    BANK_UNBALANCED: (api) => send(api, text(camt([{ closing: '1.00' }]))),
    FILE_QUOTE: csv(`${head}\n${today()},"Panda,1.00`),
    FILE_ROWS: csv(`${head}\n${`${line}\n`.repeat(20_100)}`),
    FILE_COLUMNS: csv(`${head}\n${line}${',x'.repeat(1000)}`),
    FILE_ENCODING: csv(Buffer.from(`${head}\n${today()},\u00e9,1.00`, 'latin1'), { encoding: 'utf-8' }),
    FILE_ENCODING_ROW: csv(
      Buffer.concat([Buffer.from(`${head}\n${today()},${'\u00e9'.repeat(9)},1.00\n`), Buffer.from([0xe9])]),
    ),
    BANK_CSV_HEADINGS: csv('a,b\n1,2'),
    BANK_CSV_COLUMN: csv(`${head},Mood\n${line},good`),
    BANK_CSV_LACKS: csv(`${head}\n,Panda,1.00`),
    BANK_CSV_VALUE: csv(`${head}\n${today()},Panda,one`),
    BANK_CSV_OTHER: csv(`${head},Currency\n${line},EUR\n${line},USD`),
    BANK_CSV_BALANCE: csv(`${head},Balance\n${line},2.00\n${line},9.00`),
    BANK_CSV_AMBIGUOUS: csv(`${head}\n${today()},Panda,1.234`),
    BANK_ACCOUNT_OTHER: csv(`${head}\n${line}`, { account: 'DE89370400440532013000' }),
  };
};

let serial = 0;

/** An open entry of money received, and its customer with an invoice of that amount, which no other has. */
async function received(api: TestApi) {
  serial += 1;
  const line = await revenueIn(api, 'invoiced', { unitPrice: fromScaled(10_000 + serial, PRICE_DIGITS) });
  const entry = await entryIn(api, { amount: line.grossAmount, day: today(), text: line.invoiceNo ?? '' });
  return { line, entry, params: { id: entry.id } };
}

/** An entry that is linked to a payment, that payment, and another one of the same amount. */
async function linked(api: TestApi) {
  const { line, entry, params } = await received(api);
  const payment = await receive(api, line, null);
  const after = await api.call.bankEntry.link({
    params,
    body: { version: entry.version, paymentId: payment.id },
  });
  return { line, params, payment, after };
}

const link = async (api: TestApi, changes: object, entry?: { id: number; version: number }) => {
  const { line, entry: made } = await received(api);
  const { id, version } = entry ?? made;
  const payment = await receive(api, line, null);
  return api.refused('bankEntry.link', {
    params: { id },
    body: { version, paymentId: payment.id, ...changes },
  });
};
const book = async (api: TestApi, changes: object) => {
  const { line, entry, params } = await received(api);
  const lines = [{ type: 'revenue', id: line.id, amount: line.grossAmount }];
  return api.refused('bankEntry.book', {
    params,
    body: { version: entry.version, customerId: line.customerId, lines, ...changes },
  });
};
/** Tries an action on an entry that is booked already. */
const onBooked = async (
  api: TestApi,
  name: 'bankEntry.book' | 'bankEntry.link' | 'bankEntry.ignore',
  more: object,
) => {
  const { params, after } = await linked(api);
  return api.refused(name, { params, body: { version: after.version, ...more } });
};
/** Tries an action on an entry that reverses another. */
const onReversal = async (api: TestApi, name: 'bankEntry.book' | 'bankEntry.link', more: object) => {
  const { id, version } = await entryIn(api, { amount: '5.00', reversal: true });
  return api.refused(name, { params: { id }, body: { version, ...more } });
};

/** A payment of an invoice, and the entry by which the bank returns it. */
async function returned(api: TestApi, changes: Partial<CamtEntry> = {}) {
  const { line } = await received(api);
  const { id: paymentId } = await receive(api, line, null);
  const amount = line.grossAmount;
  const entry = await entryIn(api, { ...paid(amount), reversal: true, ...changes });
  return { paymentId, amount, entry };
}
const bookReturn = async (api: TestApi, body: object, changes: Partial<CamtEntry> = {}) => {
  const { paymentId, entry } = await returned(api, changes);
  return api.refused('bankEntry.bookReturn', {
    params: { id: entry.id },
    body: { version: entry.version, returnedId: paymentId, ...body },
  });
};

/** Imports an entry twice in other words: nobody can say whether it is the same. */
async function similar(api: TestApi) {
  const [first, second] = [camtOf({ amount: '7.00' }), camtOf({ amount: '7.00' })];
  await api.call.bankEntry.importFile({
    file: { ...first, bytes: first.bytes.replace(/<AcctSvcrRef>.*?</, '<AcctSvcrRef>SAME<') },
  });
  return { ...second, bytes: second.bytes.replace(/<AcctSvcrRef>.*?</, '<AcctSvcrRef>SAME<') };
}

export const bankCases = {
  'bankEntry.list': {
    right: async (api) => {
      await entryIn(api, { amount: '1.00' });
      return { query: { pageSize: 5, state: ['open'], sort: '-bookedOn' } };
    },
  },
  'bankEntry.totals': {
    right: async (api) => {
      await entryIn(api, { amount: '1.00' });
      return { query: {} };
    },
  },
  'bankEntry.export': { right: () => ({ query: { format: 'csv', columns: ['bookedOn', 'amount'] } }) },
  'bankEntry.get': {
    right: async (api) => ({ params: { id: (await entryIn(api, { amount: '1.00' })).id } }),
  },
  'bankEntry.check': {
    right: () => ({ query: {}, file: camtOf({ amount: '1.00' }) }),
    errors: fileErrors('bankEntry.check'),
  },
  'bankEntry.importFile': {
    right: () => ({ query: {}, file: camtOf({ amount: '1.00' }) }),
    errors: {
      ...fileErrors('bankEntry.importFile'),
      BANK_CSV_ASKS: (api) =>
        api.refused('bankEntry.importFile', {
          file: { name: 'statement.csv', bytes: `Date,Amount\n${today()},1.00` },
        }),
      BANK_SIMILAR: async (api) => api.refused('bankEntry.importFile', { file: await similar(api) }),
    },
  },
  'bankEntry.book': {
    right: async (api) => {
      const { line, entry, params } = await received(api);
      return { params, body: { version: entry.version, customerId: line.customerId, lines: [] } };
    },
    errors: {
      STALE_DATA: (api) => book(api, { version: 7 }),
      STATE_NOT_ALLOWED: (api) => onBooked(api, 'bankEntry.book', { customerId: 1 }),
      BANK_REVERSAL: (api) => onReversal(api, 'bankEntry.book', { customerId: 1 }),
      PAYMENT_PARTY: (api) => book(api, { companyId: supplier(api) }),
      PAYMENT_REFUND: (api) => book(api, { customerId: null, companyId: supplier(api), lines: [] }),
      PAYMENT_CHARGE: (api) => book(api, { bankCharge: '-1' }),
      PAYMENT_FUTURE: async (api) => {
        const { id, version } = await entryIn(api, { amount: '5.00', day: dayFrom(3) });
        const customerId = api.count('select min(id) from customer where active = 1');
        return api.refused('bankEntry.book', { params: { id }, body: { version, customerId } });
      },
      PAYMENT_TOO_MUCH: async (api) => {
        const { line } = await received(api);
        const { id, version } = await entryIn(api, { amount: '0.01', day: today() });
        const lines = [{ type: 'revenue', id: line.id, amount: line.grossAmount }];
        const body = { version, customerId: line.customerId, lines };
        return api.refused('bankEntry.book', { params: { id }, body });
      },
      PAYMENT_LINE: (api) => book(api, { lines: [{ type: 'revenue', id: 999_999, amount: '1' }] }),
      PAYMENT_PENDING: async (api) => {
        const cost = await makeCost(api);
        const lines = [{ type: 'cost' as const, id: cost.id, amount: cost.grossAmount }];
        await pendingPayment(api, { companyId: cost.supplierId, lines });
        const { id, version } = await entryIn(api, paid(cost.grossAmount));
        const body = { version, companyId: cost.supplierId, lines };
        return api.refused('bankEntry.book', { params: { id }, body });
      },
      RATE_MISSING: async (api) => {
        const entry = { amount: '5.00', day: today() };
        const { id, version } = await entryIn(api, entry, { currency: 'NOK' });
        const customerId = api.count('select min(id) from customer where active = 1');
        return api.refused('bankEntry.book', { params: { id }, body: { version, customerId } });
      },
      REFERENCE_UNKNOWN: (api) => book(api, { customerId: 999_999 }),
      REFERENCE_INACTIVE: async (api) => {
        const { id } = await api.call.customer.create({ body: drafts.customer() });
        api.db.exec(`update customer set active = 0 where id = ${id}`);
        return book(api, { customerId: id });
      },
    },
  },
  'bankEntry.link': {
    right: async (api) => {
      const { line, entry, params } = await received(api);
      const { id: paymentId } = await receive(api, line, null);
      return { params, body: { version: entry.version, paymentId } };
    },
    errors: {
      NOT_FOUND: (api) => link(api, { paymentId: 999_999 }),
      STALE_DATA: (api) => link(api, { version: 7 }),
      STATE_NOT_ALLOWED: (api) => onBooked(api, 'bankEntry.link', { paymentId: 1 }),
      BANK_REVERSAL: (api) => onReversal(api, 'bankEntry.link', { paymentId: 1 }),
      BANK_PAYMENT_OTHER: async (api) => link(api, {}, await entryIn(api, { amount: '1.23', day: today() })),
      BANK_PAYMENT_LINKED: async (api) => {
        const { line, payment } = await linked(api);
        const { id, version } = await entryIn(api, { amount: line.grossAmount, day: today() });
        return api.refused('bankEntry.link', { params: { id }, body: { version, paymentId: payment.id } });
      },
    },
  },
  'bankEntry.bookReturn': {
    right: async (api) => {
      const { paymentId, entry } = await returned(api);
      return { params: { id: entry.id }, body: { version: entry.version, returnedId: paymentId } };
    },
    errors: {
      NOT_FOUND: (api) => bookReturn(api, { returnedId: 999_999 }),
      STALE_DATA: (api) => bookReturn(api, { version: 7 }),
      STATE_NOT_ALLOWED: async (api) => {
        const { params, after, payment } = await linked(api);
        const body = { version: after.version, returnedId: payment.id };
        return api.refused('bankEntry.bookReturn', { params, body });
      },
      BANK_RETURN_OTHER: async (api) => bookReturn(api, {}, { amount: '1.23' }),
      PAYMENT_USED: async (api) => {
        const { paymentId, entry, amount } = await returned(api);
        const { id, version } = entry;
        await api.call.bankEntry.bookReturn({ params: { id }, body: { version, returnedId: paymentId } });
        const again = await entryIn(api, { ...paid(amount), reversal: true });
        const body = { version: again.version, returnedId: paymentId };
        return api.refused('bankEntry.bookReturn', { params: { id: again.id }, body });
      },
      PAYMENT_FUTURE: (api) => bookReturn(api, {}, { day: dayFrom(3) }),
      RATE_MISSING: async (api) => {
        const { paymentId, amount } = await returned(api);
        api.db.exec(`update billPayment set currency = 'NOK' where id = ${paymentId}`);
        api.db.exec(`update bankStatement set currency = 'NOK' where id in (
          select statementId from bankEntry where paymentId = ${paymentId})`);
        const { id, version } = await entryIn(api, { ...paid(amount), reversal: true }, { currency: 'NOK' });
        return api.refused('bankEntry.bookReturn', {
          params: { id },
          body: { version, returnedId: paymentId },
        });
      },
    },
  },
  'bankEntry.confirm': {
    right: async (api) => ({ body: { ids: [(await received(api)).entry.id] } }),
    errors: { COUNT_CHANGED: countChanged('bankEntry.confirm') },
  },
  'bankEntry.ignore': {
    right: async (api) => {
      const { id, version } = await entryIn(api, paid('4.50'));
      return { params: { id }, body: { version, reason: 'Bank charges' } };
    },
    errors: {
      STALE_DATA: async (api) => {
        const { id } = await entryIn(api, paid('4.50'));
        return api.refused('bankEntry.ignore', { params: { id }, body: { version: 7, reason: 'x' } });
      },
      STATE_NOT_ALLOWED: (api) => onBooked(api, 'bankEntry.ignore', { reason: 'x' }),
      REASON_REQUIRED: async (api) => {
        const { id, version } = await entryIn(api, paid('4.50'));
        return api.refused('bankEntry.ignore', { params: { id }, body: { version, reason: '' } });
      },
    },
  },
  'bankEntry.reopen': {
    right: async (api) => {
      const { params, after } = await linked(api);
      return { params, body: { version: after.version } };
    },
    errors: {
      STALE_DATA: async (api) =>
        api.refused('bankEntry.reopen', { params: (await linked(api)).params, body: { version: 7 } }),
      STATE_NOT_ALLOWED: async (api) => {
        const { id, version } = await entryIn(api, { amount: '1.00' });
        return api.refused('bankEntry.reopen', { params: { id }, body: { version } });
      },
      BANK_ENTRY_BOOKED: async (api) => {
        const { line, entry, params } = await received(api);
        const { version } = await api.call.bankEntry.book({
          params,
          body: { version: entry.version, customerId: line.customerId },
        });
        return api.refused('bankEntry.reopen', { params, body: { version } });
      },
    },
  },
} as const satisfies Record<string, ContractCase>;
