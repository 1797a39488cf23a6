import { type LetterAction, type LetterState, letterMachines, letterStates } from '@contract/mail/letter';
import { say } from '@contract/words';
import { describe, expect, test } from 'vitest';
import { batchOf, newMrn } from '../support/apiCustoms';
import { hoursAgo } from '../support/apiNodes';
import { newBillNo } from '../support/apiRecords';
import { eml, messageId, noaEml, PDF, utbEml } from '../support/letters';
import { testApi } from '../support/server';
import { boxOf, landed, letterIn } from './cases/letters';

const api = testApi();
const kinds = ['noa', 'utb'] as const;
const sent = (hours: number) => new Date(Date.parse(hoursAgo(hours))).toUTCString();
const noa = (changes: Parameters<typeof noaEml>[0] = {}) =>
  api.call.noaMail.upload({ file: { name: 'noa.eml', bytes: noaEml({ date: sent(20), ...changes }) } });
const utb = (changes: Parameters<typeof utbEml>[0] = {}) =>
  api.call.utbMail.upload({ file: { name: 'utb.eml', bytes: utbEml(changes) } });
const process = (letter: { id: number; version: number }, overwrite = false) =>
  api.call.noaMail.process({ params: { id: letter.id }, body: { version: letter.version, overwrite } });
const billOf = (id: number) => api.call.bill.get({ params: { id } });
const airportZone = (billId: number) =>
  String(
    api.row(
      'select timeZone from airport join bill on airport.id = bill.landingAirportId where bill.id = ?',
      billId,
    ).timeZone,
  );

describe('an arrival notice', () => {
  test('is recognised by its mailbox, read on the clock of the airport, and matched to its bill', async () => {
    const billNo = newBillNo();
    const id = landed(api, { billNo });
    const letter = await noa({ billNo, pieces: 8, ready: '03/11/2026 14:30' });
    expect(letter).toMatchObject({
      ...{ known: false, status: 'matched', billId: id, billNo, pieces: 8, weight: 4512.5, difference: -2 },
      ...{ mailboxId: boxOf(api, 'noa'), mailTo: 'noa@example.com', openedAt: null },
    });
    const shown = new Date(String(letter.readyAt)).toLocaleString('en-GB', { timeZone: airportZone(id) });
    expect(shown).toBe('03/11/2026, 14:30:00');
    const { taken, text, files } = await api.call.noaMail.get({ params: { id: letter.id } });
    expect(taken).toContainEqual({ field: 'weight', text: '4.512,5', problem: null });
    expect(text).toContain('Gross weight: 4.512,5 kg');
    expect(files.map(({ fileName }) => fileName)).toEqual(['noa.eml']);
  });

  test('sets the node with its count, reports a shortage, and is processed once', async () => {
    const billNo = newBillNo();
    const id = landed(api, { billNo });
    const worker = api.actor({ permissions: ['bill.warehouse.edit'] });
    const letter = await noa({ billNo, pieces: 8 });
    const { warnings, letter: done } = await process(letter);
    expect(warnings).toContainEqual({
      code: 'NOA_COUNT',
      msg: say('en', 'NOA_COUNT', { noa: 8, boxes: 10 }),
    });
    expect(done).toMatchObject({ status: 'processed', processedBy: api.admin.staffId });
    expect(await billOf(id)).toMatchObject({ noaAt: letter.receivedAt, noaBoxCount: 8, shortageCount: 2 });
    expect(api.rows("select code from timelineEvent where billId = ? and code = 'NOA'", id)).toHaveLength(1);
    expect((await api.call.message.list({ query: { billId: [id] } }, { as: worker })).list).toMatchObject([
      { type: 'noa', textEn: say('en', 'NOA_COUNT', { noa: 8, boxes: 10 }) },
    ]);
    expect(
      await api.refused('noaMail.process', { params: { id: letter.id }, body: { version: done.version } }),
    ).toMatchObject({ code: 'LETTER_NOT_MATCHED' });
  });

  test('names differing values of the bill, and replaces them only on confirmation', async () => {
    const billNo = newBillNo();
    const noaAt = hoursAgo(30);
    const id = landed(api, { billNo, noaAt, noaBoxCount: 10 });
    const letter = await noa({ billNo, pieces: 9 });
    const body = { version: letter.version };
    const refused = await api.refused('noaMail.process', { params: { id: letter.id }, body });
    expect(refused).toMatchObject({ code: 'LETTER_OVERWRITE' });
    expect(refused.msg).toContain('NOA time');
    expect(await billOf(id)).toMatchObject({ noaAt, noaBoxCount: 10 });
    await process(letter, true);
    expect(await billOf(id)).toMatchObject({ noaAt: letter.receivedAt, noaBoxCount: 9 });
  });

  test('is recognised by its cargo station, which is stored on the bill', async () => {
    const billNo = newBillNo();
    const id = landed(api, { billNo });
    const airportId = api.count('select landingAirportId from bill where id = ?', id);
    const domain = `station${Math.random()}.example.net`.replace('0.', '');
    const station = api.insert('cargoStation', {
      ...{ version: 1, createdAt: hoursAgo(1), updatedAt: hoursAgo(1), code: domain.slice(0, 18) },
      ...{ nameEn: 'S', nameCn: 'S', airportId, freeHours: 48, active: 1 },
      emailDomains: JSON.stringify([domain]),
    });
    const bytes = noaEml({ billNo, pieces: 10, date: sent(20), from: `noa@${domain}` });
    const taken = await api.call.noaMail.upload({
      query: { mailboxId: boxOf(api, 'noa') },
      file: { name: 'a.eml', bytes },
    });
    expect(taken).toMatchObject({ status: 'matched', cargoStationId: station });
    await process(taken);
    expect(await billOf(id)).toMatchObject({ cargoStationId: station });
  });

  test('names a wrong check digit beside the number, and finds the bill once corrected', async () => {
    const billNo = newBillNo();
    const id = landed(api, { billNo });
    const wrong = `${billNo.slice(0, -1)}${(Number(billNo.at(-1)) + 1) % 7}`;
    const letter = await noa({ billNo: wrong });
    expect(letter).toMatchObject({ status: 'unmatched', billId: null, statedBillNo: wrong });
    const { taken } = await api.call.noaMail.get({ params: { id: letter.id } }, { language: 'cn' });
    expect(taken.find(({ field }) => field === 'statedBillNo')?.problem).toBe(say('cn', 'BILL_NO_INVALID'));
    const put = await api.call.noaMail.update({
      params: { id: letter.id },
      body: { version: 1, statedBillNo: billNo },
    });
    expect(put).toMatchObject({ status: 'matched', billId: id });
    expect(put.readyAt).not.toBeNull();
  });

  test('waits for a person to select one of several batches of a waybill', async () => {
    const billNo = newBillNo();
    const [one, two] = [landed(api, { billNo, batchNo: 'B1' }), landed(api, { billNo, batchNo: 'B2' })];
    const letter = await noa({ billNo });
    expect(letter.status).toBe('unmatched');
    const { candidates } = await api.call.noaMail.get({ params: { id: letter.id } });
    expect(candidates.map(({ id }) => id)).toEqual([one, two]);
    const body = { version: letter.version, billId: two };
    expect(await api.call.noaMail.match({ params: { id: letter.id }, body })).toMatchObject({
      ...{ status: 'matched', billId: two, batchNo: 'B2' },
    });
  });

  /** Takes in a notice of a waybill of two landed batches of three and two boxes, matched to the second one. */
  async function noticeOfTwo(pieces: number, columns: Parameters<typeof landed>[1] = {}) {
    const billNo = newBillNo();
    const ids = [
      landed(api, { billNo, batchNo: 'B1', boxCount: 3, ...columns }),
      landed(api, { billNo, batchNo: 'B2', boxCount: 2 }),
    ];
    const [three = 0, two = 0] = ids;
    const { id, version } = await noa({ billNo, pieces, file: 'notice.pdf' });
    const letter = await api.call.noaMail.match({ params: { id }, body: { version, billId: two } });
    const call = (body: object = {}) => ({ params: { id }, body: { version: letter.version, ...body } });
    const shares = (...boxes: number[]) => ({
      shares: boxes.map((n, at) => ({ billId: ids[at] ?? 0, boxes: n })),
    });
    const numbers = () =>
      ids.map((bill) => api.row('select noaAt, noaBoxCount from bill where id = ?', bill));
    return { billNo, three, two, letter, call, shares, numbers };
  }

  test('is shared over the batches of its waybill, each with its attachment', async () => {
    const { three, two, letter, call, numbers } = await noticeOfTwo(5);
    const noaAt = letter.receivedAt;
    expect(letter.difference).toBe(0);
    expect((await api.call.noaMail.get({ params: { id: letter.id } })).batches).toMatchObject([
      { id: three, batchNo: 'B1', boxCount: 3, noaBoxCount: null },
      { id: two, batchNo: 'B2', boxCount: 2, noaBoxCount: null },
    ]);
    const { warnings } = await api.call.noaMail.process(call());
    expect(warnings.filter(({ code }) => code === 'NOA_COUNT')).toEqual([]);
    expect(numbers()).toEqual([
      { noaAt, noaBoxCount: 3 },
      { noaAt, noaBoxCount: 2 },
    ]);
    for (const id of [three, two])
      expect(api.rows('select category, fileName from attachment where billId = ?', id)).toEqual([
        { category: 'noa', fileName: 'notice.pdf' },
      ]);
  });

  test('asks for the number of each batch when boxes are missing, and then uses these', async () => {
    const { billNo, two, letter, call, shares, numbers } = await noticeOfTwo(3);
    expect(letter.difference).toBe(-2);
    const params = { no: billNo, n: 3, batches: { list: ['B1: 3', 'B2: 2'] } };
    expect(await api.refused('noaMail.process', call())).toMatchObject({
      ...{ code: 'AWB_SHARE', msg: say('en', 'AWB_SHARE', params) },
    });
    expect(await api.refused('noaMail.process', call(shares(3, 2)))).toMatchObject({ code: 'AWB_SHARE_SUM' });
    const nothing = { noaAt: null, noaBoxCount: null };
    expect(numbers()).toEqual([nothing, nothing]);
    const done = await api.call.noaMail.process(call(shares(3, 0)));
    expect(numbers()).toEqual([{ noaAt: letter.receivedAt, noaBoxCount: 3 }, nothing]);
    expect(done.letter).toMatchObject({ status: 'processed', billId: two });

    // The rest comes on the next day: the notice of all five replaces the first one once that is confirmed.
    const rest = await noa({ billNo, pieces: 5, date: sent(10) });
    const matched = await api.call.noaMail.match({
      params: { id: rest.id },
      body: { version: rest.version, billId: two },
    });
    const { id, version } = matched;
    expect(await api.refused('noaMail.process', { params: { id }, body: { version } })).toMatchObject({
      code: 'LETTER_OVERWRITE',
    });
    await process(matched, true);
    const noaAt = rest.receivedAt;
    expect(numbers()).toEqual([
      { noaAt, noaBoxCount: 3 },
      { noaAt, noaBoxCount: 2 },
    ]);
  });

  test('names the batch in its warnings, and in the reason of another batch that refuses it', async () => {
    const short = await noticeOfTwo(4);
    const { warnings } = await api.call.noaMail.process(short.call(short.shares(3, 1)));
    const msg = say('en', 'NOA_COUNT', { noa: 1, boxes: 2 });
    expect(warnings).toContainEqual({ code: 'NOA_COUNT', msg: `${short.billNo} B2: ${msg}` });

    const early = await noticeOfTwo(5, { ata: null, stage: 'draft' });
    const reason = say('en', 'NODE_MISSING', { node: { field: 'noaAt' }, previous: { field: 'ata' } });
    expect(await api.refused('noaMail.process', early.call())).toMatchObject({
      ...{ code: 'AWB_BATCH', msg: say('en', 'AWB_BATCH', { batch: 'B1', reason }) },
    });
    expect(early.numbers()).toEqual([
      { noaAt: null, noaBoxCount: null },
      { noaAt: null, noaBoxCount: null },
    ]);
  });

  test('asks a person of one warehouse for the boxes of their batch, and leaves the others alone', async () => {
    const [own, other] = [1, 2].map((n) =>
      api.count('select id from warehouse order by id limit 1 offset ?', n),
    );
    const { two, letter, call, numbers } = await noticeOfTwo(5, { warehouseId: other ?? 0 });
    api.db.exec(`update bill set warehouseId = ${own} where id = ${two}`);
    const as = api.actor({
      permissions: ['config.noaMail.view', 'config.noaMail.edit'],
      warehouseIds: [own ?? 0],
    });
    const refused = await api.refused('noaMail.process', call(), { as });
    expect(refused).toMatchObject({ code: 'AWB_SHARE' });
    expect(refused.msg).not.toContain('B1');
    const ofIts = (boxes: number) => call({ shares: [{ billId: two, boxes }] });
    expect(await api.refused('noaMail.process', ofIts(6), { as })).toMatchObject({ code: 'AWB_SHARE_SUM' });
    await api.call.noaMail.process(ofIts(2), { as });
    expect(numbers()).toEqual([
      { noaAt: null, noaBoxCount: null },
      { noaAt: letter.receivedAt, noaBoxCount: 2 },
    ]);
  });

  test('is read by the patterns of the source a person selects when its mailbox is unknown', async () => {
    const billNo = newBillNo();
    landed(api, { billNo });
    const from = 'stranger@elsewhere.example.net';
    const letter = await noa({ billNo, from, to: 'someone@example.com' });
    expect(letter).toMatchObject({ status: 'received', mailboxId: null, pieces: 318 });
    const box = await api.call.mailbox.create({
      body: {
        kind: 'noa',
        address: `${messageId().slice(0, 12)}@example.com`,
        fromFilter: [],
        extractPieces: 'weight: (\\d)',
      },
    });
    const read = await api.call.noaMail.assign({
      params: { id: letter.id },
      body: { version: 1, mailboxId: box.id },
    });
    expect(read).toMatchObject({ status: 'matched', mailboxId: box.id, pieces: 4 });
    expect(await api.refused('mailbox.remove', { params: { id: box.id } })).toMatchObject({ code: 'IN_USE' });
  });
});

describe('a tax assessment', () => {
  test('is matched by its declaration, attaches its file to the bill, and writes no cost', async () => {
    const billId = landed(api);
    const mrn = newMrn();
    batchOf(api, billId, { mrn, status: 'accepted' });
    const letter = await utb({ mrn });
    expect(letter).toMatchObject({
      ...{
        status: 'matched',
        billId,
        mrn,
        dutyAmount: '1234.56',
        vatAmount: '2345.60',
        otherAmount: '12.00',
      },
      ...{ totalAmount: '3592.16', currency: 'EUR', dueDate: '2026-11-14', fileCount: 1 },
    });
    await api.call.utbMail.process({ params: { id: letter.id }, body: { version: letter.version } });
    const { list } = await api.call.attachment.list({ query: { billId: [billId] } });
    expect(list).toMatchObject([{ category: 'utb', fileName: 'aanslag.pdf', size: PDF.length }]);
    const [one] = list;
    // The bill has its own copy of the file: removed there, the mail keeps it.
    await api.call.attachment.remove({ params: { attachmentId: String(one?.id) } });
    const { files } = await api.call.utbMail.get({ params: { id: letter.id } });
    const pdf = files.find(({ fileName }) => fileName === 'aanslag.pdf');
    const saved = await api.call.utbMail.file({
      params: { id: letter.id, fileId: String(pdf?.fileId) },
    });
    expect(Buffer.compare(saved.bytes, PDF)).toBe(0);
  });

  test('reports parts that do not make the total, and cannot be processed then', async () => {
    const billId = landed(api);
    const mrn = newMrn();
    batchOf(api, billId, { mrn, status: 'accepted' });
    const letter = await utb({ mrn, total: '3.592,17' });
    const input = { params: { id: letter.id }, body: { version: letter.version } };
    expect(await api.refused('utbMail.process', input)).toMatchObject({
      code: 'UTB_SUM',
      msg: say('en', 'UTB_SUM', { sum: '3592.16', total: '3592.17', currency: 'EUR' }),
    });
    const put = await api.call.utbMail.update({
      params: { id: letter.id },
      body: { version: letter.version, otherAmount: '12.01' },
    });
    await api.call.utbMail.process({ params: { id: letter.id }, body: { version: put.version } });
  });

  test('waits to be matched by hand when its declaration is unknown', async () => {
    expect(await utb()).toMatchObject({ status: 'unmatched', billId: null });
  });
});

describe('a repeated mail', () => {
  test('is recognised by its id, by its contents, and when pasted', async () => {
    const id = messageId();
    const first = await noa({ id });
    expect(await noa({ id, pieces: 4 })).toMatchObject({ id: first.id, known: true, pieces: 318 });
    const bytes = eml(`From: a@example.com\nSubject: x\n\n${messageId()}`);
    const send = () => api.call.noaMail.upload({ file: { name: 'a.eml', bytes } });
    expect((await send()).known).toBe(false);
    expect((await send()).known).toBe(true);
    const body = { from: 'a@example.com', text: `Pieces: 3 ${messageId()}` };
    const pasted = await api.call.noaMail.paste({ body });
    expect(await api.call.noaMail.paste({ body })).toMatchObject({ id: pasted.id, known: true });
    // The other inbox keeps its own list of mails.
    expect((await api.call.utbMail.paste({ body })).known).toBe(false);
  });
});

test('names files of a type that a bill may not have, and does not store them', async () => {
  const bytes = eml(`From: a@example.com
Message-ID: <${messageId()}>
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: application/octet-stream; name="setup.exe"
Content-Transfer-Encoding: base64

TVqQAAMAAAAEAAAA
--b
Content-Type: application/pdf; name="not-a.pdf"
Content-Transfer-Encoding: base64

TVqQAAMAAAAEAAAA
--b--`);
  const { id, fileCount } = await api.call.utbMail.upload({ file: { name: 'a.eml', bytes } });
  expect(fileCount).toBe(0);
  const { leftOut } = await api.call.utbMail.get({ params: { id } });
  expect(leftOut).toEqual(['setup.exe', 'not-a.pdf']);
});

const states = Object.keys(letterStates) as LetterState[];
/** States in which each action is allowed and where it leads, written independently of the machine. */
const ALLOWED: Readonly<Record<LetterAction, Partial<Record<LetterState, LetterState>>>> = {
  process: { matched: 'processed' },
  match: { received: 'matched', unmatched: 'matched', matched: 'matched' },
  assign: { received: 'unmatched', unmatched: 'unmatched' },
  update: { received: 'received', unmatched: 'unmatched', matched: 'matched' },
  ignore: { received: 'ignored', unmatched: 'ignored', matched: 'ignored' },
  restore: { ignored: 'unmatched' },
  reopen: { processed: 'matched' },
};

describe.each(kinds)('mails of type %s', (kind) => {
  const group = `${kind}Mail` as const;
  const actions = Object.keys(letterMachines[kind].actions) as LetterAction[];
  test.each(states.flatMap((state) => actions.map((action) => ({ state, action }))))(
    'allow or refuse in state $state the action $action',
    async ({ state, action }) => {
      const id = letterIn(api, kind, state);
      const bulk = action === 'ignore' || action === 'restore' || action === 'reopen';
      const body =
        action === 'reopen'
          ? { ids: [id] }
          : bulk
            ? { ids: [id], action, reason: 'Not ours' }
            : {
                version: 1,
                ...(action === 'match' ? { billId: landed(api) } : {}),
                ...(action === 'assign' ? { mailboxId: boxOf(api, kind) } : {}),
                ...(action === 'update' ? { statedBillNo: 'as it stands' } : {}),
              };
      const call = action === 'ignore' || action === 'restore' ? 'act' : action;
      const answer = await api.send(`${group}.${call}`, { ...(bulk ? {} : { params: { id } }), body });
      const to = ALLOWED[action][state];
      expect(api.row('select status from letter where id = ?', id).status).toBe(to ?? state);
      const done = 'got' in answer && (!bulk || (answer.got as { ok: number }).ok === 1);
      expect(done).toBe(to !== undefined);
    },
  );

  test('are counted by state, with those that nobody opened', async () => {
    const before = await api.call[group].count();
    const id = letterIn(api, kind, 'unmatched');
    letterIn(api, kind, 'ignored');
    const after = await api.call[group].count();
    expect(after.states.unmatched).toBe(before.states.unmatched + 1);
    expect(after.unopened).toBe(before.unopened + 1);
    expect(await api.call[group].opened({ body: { ids: [id] } })).toEqual({ opened: 1 });
    expect(await api.call[group].opened({ body: { ids: [id] } })).toEqual({ opened: 0 });
    expect(await api.call[group].count()).toMatchObject({ unopened: before.unopened });
  });

  test('are limited to the warehouse of the user, plus those the user took in', async () => {
    const [own, other] = api.rows('select id from warehouse order by id limit 2').map(({ id }) => Number(id));
    const as = api.actor({
      permissions: [`config.${kind}Mail.view`, `config.${kind}Mail.edit`],
      warehouseIds: [own ?? 0],
    });
    const inside = letterIn(api, kind, 'matched', { billId: landed(api, { warehouseId: own ?? 0 }) });
    const outside = letterIn(api, kind, 'matched', { billId: landed(api, { warehouseId: other ?? 0 }) });
    const taken = letterIn(api, kind, 'unmatched', { createdBy: as.staffId });
    const others = letterIn(api, kind, 'unmatched');
    const { list } = await api.call[group].list({ query: { pageSize: 500 } }, { as });
    const seen = list.map(({ id }) => id);
    expect([inside, taken].every((id) => seen.includes(id))).toBe(true);
    expect([outside, others].some((id) => seen.includes(id))).toBe(false);
    for (const id of [outside, others]) {
      expect(await api.refused(`${group}.get`, { params: { id } }, { as })).toMatchObject({ status: 404 });
      const body = { ids: [id], action: 'ignore', reason: 'x' };
      expect(await api.refused(`${group}.act`, { body }, { as })).toMatchObject({ status: 404 });
    }
    // A bill outside their scope is no match, whether automatic or by hand.
    const billNo = newBillNo();
    const billId = landed(api, { billNo, warehouseId: other ?? 0 });
    const bytes = noaEml({ billNo });
    const made = await api.send(`${group}.upload`, { file: { name: 'a.eml', bytes } }, { as });
    expect(made).toMatchObject({ got: { billId: null } });
    const input = { params: { id: taken }, body: { version: 1, billId } };
    expect(await api.refused(`${group}.match`, input, { as })).toMatchObject({ status: 404 });
  });
});

test('keeps the mails of a bill that is permanently deleted, unmatched', async () => {
  const billId = landed(api);
  const id = letterIn(api, 'noa', 'matched', { billId });
  const done = letterIn(api, 'noa', 'processed', { billId });
  await api.call.bill.remove({ body: { selection: { ids: [billId] }, removeReason: 'Not ours' } });
  await api.call.bill.delete({ params: { id: billId } });
  const statusOf = (letter: number) => api.row('select status, billId from letter where id = ?', letter);
  expect(statusOf(id)).toEqual({ status: 'unmatched', billId: null });
  expect(statusOf(done)).toEqual({ status: 'processed', billId: null });
});
