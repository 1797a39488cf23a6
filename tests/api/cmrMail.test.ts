import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CmrTrigger } from '@contract/linehaul/cmrConfig';
import { cmrMailMachine } from '@contract/linehaul/cmrMail';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { placeOf } from '../../main/server/store/storedFiles';
import type { TestDownload } from '../support/apiCall';
import { cellsOf } from '../support/apiExport';
import { hoursAgo } from '../support/apiNodes';
import { drafts } from '../support/apiRecords';
import { actOn, deliver, noteOf } from '../support/apiTrucks';
import { MailServer } from '../support/mailServer';
import { pdfLines } from '../support/pdfText';
import { testApi } from '../support/server';
import { document, pdf } from './cases/files';
import { settingsDraft } from './cases/mail';

const EVERY = 20;
const api = testApi({ mail: { every: EVERY, deadline: 1500 }, notes: { every: EVERY } });

beforeAll(() => {
  api.db.exec('delete from cmrMail; delete from cmrConfig; delete from mail');
});
afterEach(() => {
  api.ahead = 0;
  api.db.exec('delete from cmrMail; delete from cmrConfig; delete from mail');
});

const hub = () => api.count("select id from destination where code = 'NL-HUB-01'");
const setting = (changes: object = {}) =>
  api.call.cmrConfig.create({ body: { ...drafts.cmrConfig(), destinationIds: [hub()], ...changes } });
const mails = (id: number) => api.call.cmrMail.list({ params: { id } });
const settled = (id: number, expected: object) =>
  expect.poll(async () => (await mails(id))[0], { timeout: 15_000 }).toMatchObject(expected);
const upload = (id: number, kind: 'pod' | 'attachment', name: string) =>
  api.call.cmrFile[kind === 'pod' ? 'uploadPod' : 'upload']({ params: { id }, file: document(name) });
/** Returns a file sent with the newest mail of a CMR, by the end of its name. */
function sentFile(id: number, ending: string): TestDownload {
  const { fileIds } = api.row(
    'select fileIds from mail where id = (select mailId from cmrMail where cmrId = ? order by id desc limit 1)',
    id,
  );
  const row = (JSON.parse(String(fileIds)) as string[])
    .map((file) => api.row('select id, fileName from storedFile where id = ?', file))
    .find(({ fileName }) => String(fileName).endsWith(ending));
  const bytes = readFileSync(placeOf(path.join(api.folder, 'files'), String(row?.id)));
  return { name: String(row?.fileName), bytes } as TestDownload;
}

const loaded = async (bills = 1) => {
  const made = await noteOf(api, bills);
  await actOn(api, made.cmr, 'load', { at: hoursAgo(30) });
  return made;
};
const departed = async (bills = 1) => {
  const made = await loaded(bills);
  await actOn(api, made.cmr, 'depart', { at: hoursAgo(0.5) });
  return made;
};

describe('files of a consignment note', () => {
  test('are uploaded, read and deleted; a signed copy only after the departure', async () => {
    const { cmr } = await noteOf(api);
    const slot = await upload(cmr.id, 'attachment', 'slot.pdf');
    expect(
      await api.refused('cmrFile.uploadPod', {
        params: { id: cmr.id },
        file: document('signed.pdf'),
      }),
    ).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
    await actOn(api, cmr, 'load', { at: hoursAgo(30) });
    await actOn(api, cmr, 'depart', { at: hoursAgo(29) });
    const pod = await upload(cmr.id, 'pod', 'signed.pdf');
    expect(await api.call.cmrFile.list({ params: { id: cmr.id } })).toMatchObject([
      { kind: 'pod', fileName: 'signed.pdf', size: pdf.length },
      { kind: 'attachment', fileName: 'slot.pdf' },
    ]);
    const got: TestDownload = await api.call.cmrFile.download({ params: { id: cmr.id, fileId: pod.id } });
    expect([got.name, got.bytes.equals(pdf)]).toEqual(['signed.pdf', true]);
    // The file is not found under the id of another CMR.
    const { cmr: other } = await noteOf(api);
    expect(await api.refused('cmrFile.download', { params: { id: other.id, fileId: pod.id } })).toMatchObject(
      { code: 'NOT_FOUND' },
    );
    await api.call.cmrFile.remove({ params: { id: cmr.id, fileId: slot.id } });
    expect(await api.call.cmrFile.list({ params: { id: cmr.id } })).toHaveLength(1);
  });

  test('keep a draft note from being deleted', async () => {
    const { cmr } = await noteOf(api);
    await upload(cmr.id, 'attachment', 'slot.pdf');
    await api.call.cmr.take({
      params: { id: cmr.id },
      query: { palletIds: cmr.pallets.map(({ id }) => id) },
    });
    expect(await api.refused('cmr.remove', { params: { id: cmr.id } })).toMatchObject({
      code: 'CMR_NOT_EMPTY',
    });
  });

  test('are not found when the truck belongs to another warehouse', async () => {
    const { cmr } = await noteOf(api);
    const file = await upload(cmr.id, 'attachment', 'slot.pdf');
    const elsewhere = api.actor({
      permissions: ['bill.cmr.view', 'bill.cmr.edit'],
      warehouseIds: [api.count('select max(id) from warehouse')],
    });
    const params = { id: cmr.id, fileId: file.id };
    for (const [call, input] of [
      ['cmrFile.list', { params: { id: cmr.id } }],
      ['cmrFile.download', { params }],
      ['cmrFile.remove', { params }],
      ['cmrFile.upload', { params: { id: cmr.id }, file: document() }],
      ['cmrMail.list', { params: { id: cmr.id } }],
      ['cmr.prealert', { params: { id: cmr.id } }],
    ] as const)
      expect(await api.refused(call, input, { as: elsewhere }), call).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('CMR mail settings', () => {
  test('match by destination, last mile and customer, and are proposed filled in', async () => {
    const { cmr, trips } = await noteOf(api);
    const customerId = api.count('select customerId from bill where id = ?', trips[0]?.id ?? 0);
    const lastMileId = api.count('select lastMileId from destination where id = ?', hub());
    const other = (table: string, id: number) =>
      api.count(`select id from ${table} where id <> ? and active = 1`, id);
    const open = { destinationIds: [] };
    await setting({
      name: 'A all',
      ...open,
      subject: '{cmrNo} to {to}',
      body: '{pallets}/{boxes}/{parcels} {weight} {eta}',
    });
    await setting({ name: 'B hub' });
    await setting({ name: 'C mile', ...open, lastMileIds: [lastMileId] });
    await setting({ name: 'D customer', ...open, customerIds: [customerId, other('customer', customerId)] });
    await setting({ name: 'E other hub', destinationIds: [other('destination', hub())] });
    await setting({ name: 'F other mile', ...open, lastMileIds: [other('lastMile', lastMileId)] });
    await setting({ name: 'G other customer', ...open, customerIds: [other('customer', customerId)] });
    const off = await setting({ name: 'H off' });
    await api.call.cmrConfig.active({ body: { ids: [off.id], active: false } });
    const found = await api.call.cmrMail.proposals({ params: { id: cmr.id } });
    expect(found.map(({ name }) => name)).toEqual(['A all', 'B hub', 'C mile', 'D customer']);
    const { nameEn } = api.row('select nameEn from destination where id = ?', hub());
    expect(found[0]).toMatchObject({
      subject: `${cmr.cmrNo} to NL-HUB-01 ${nameEn}`,
      text: '1/4/4 36.0 kg –',
    });
  });

  test.each([
    [{ subject: 'Truck {plate}' }, 'subject', '{plate}'],
    [{ toEmails: [] }, 'toEmails', 'To'],
    [{ sendTime: '25:00' }, 'sendTime', '08:30'],
  ])('are refused when invalid: %o', async (changes, field, message) => {
    const answer = await api.refused('cmrConfig.create', { body: { ...drafts.cmrConfig(), ...changes } });
    expect(answer.fields).toMatchObject({ [field]: expect.stringContaining(message) });
  });
});

describe('the pre-alert of a note', () => {
  test('is copied to the warehouse of departure, and sent to nobody twice', async () => {
    await setting({ trigger: 'on_departed', ccEmails: ['ops@example.com'] });
    await setting({ name: 'POD', trigger: 'on_pod', attachPod: false });
    const { cmr } = await loaded();
    const emails = JSON.stringify(['shed@example.com', 'OPS@example.com']);
    api.db.prepare('update warehouse set notifyEmails = ? where id = ?').run(emails, cmr.fromWarehouseId);
    await actOn(api, cmr, 'depart', { at: hoursAgo(0.5) });
    expect(await mails(cmr.id)).toMatchObject([
      { trigger: 'on_departed', ccEmails: ['ops@example.com', 'shed@example.com'] },
    ]);
    await deliver(api, cmr, 4, hoursAgo(0.1));
    expect((await mails(cmr.id)).find(({ trigger }) => trigger === 'on_pod')).toMatchObject({ ccEmails: [] });
  });

  const rows = (id: number) =>
    api.rows('select trigger, dueAt, mailId from cmrMail where cmrId = ? order by id', id);
  /** Makes settings for the three steps, each due in the evening: nothing is drawn until then. */
  const later = async () => {
    const sendTime = clockIn(6);
    for (const trigger of ['on_loaded', 'on_departed', 'on_pod'] as CmrTrigger[])
      await setting({ trigger, sendTime });
  };
  const triggers = (id: number) => rows(id).map(({ trigger }) => trigger);

  test('is sent at the time of day in its settings, or cancelled when the step is undone', async () => {
    await later();
    const { cmr } = await noteOf(api);
    expect(rows(cmr.id)).toEqual([]);
    await actOn(api, cmr, 'load', { at: hoursAgo(30) });
    expect(triggers(cmr.id)).toEqual(['on_loaded']);
    const inHours = (Date.parse(String(rows(cmr.id)[0]?.dueAt)) - Date.now()) / 3_600_000;
    expect(Math.abs(inHours - 6)).toBeLessThan(0.1);
    await actOn(api, cmr, 'unload');
    expect(triggers(cmr.id)).toEqual([]);
    await actOn(api, cmr, 'load', { at: hoursAgo(30) });
    await actOn(api, cmr, 'depart', { at: hoursAgo(0.5) });
    expect(triggers(cmr.id)).toEqual(['on_loaded', 'on_departed']);
    await actOn(api, cmr, 'undoDepart');
    expect(triggers(cmr.id)).toEqual(['on_loaded']);
    await actOn(api, cmr, 'depart', { at: hoursAgo(0.5) });
    await deliver(api, cmr, 4, hoursAgo(0.1));
    expect(triggers(cmr.id)).toEqual(['on_loaded', 'on_departed', 'on_pod']);
    await api.call.cmr.reopen({
      params: { id: cmr.id },
      query: {
        version: api.count('select version from cmr where id = ?', cmr.id),
        reason: 'Signed elsewhere',
      },
    });
    expect(triggers(cmr.id)).toEqual(['on_loaded', 'on_departed']);
    expect((await mails(cmr.id)).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  });

  test('is not sent when the last step is a cancellation', async () => {
    await later();
    const { cmr } = await loaded();
    expect(triggers(cmr.id)).toEqual(['on_loaded']);
    await actOn(api, cmr, 'cancel', { reason: 'Another truck' });
    expect(triggers(cmr.id)).toEqual([]);
  });
});

/** Returns the time on the clock of the office in some hours. */
const clockIn = (hours: number) =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    Date.now() + hours * 3_600_000,
  );

describe('the departure of a note', () => {
  test('puts the printed note and the pre-alert of that moment into the outbox', async () => {
    const { transitHours } = api.row('select transitHours from destination where id = ?', hub());
    const { name } = await setting({
      subject: 'Pre-alert {cmrNo} {plateNo}',
      body: '{bills}: {pallets} pallets',
    });
    const { cmr, trips } = await departed(2);
    await settled(cmr.id, {
      state: 'pending',
      trigger: 'on_departed',
      configName: name,
      subject: `Pre-alert ${cmr.cmrNo} 12-BXX-3`,
      files: [`${cmr.cmrNo}.pdf`, `${cmr.cmrNo}-prealert.xlsx`],
    });
    const now = await api.call.cmr.get({ params: { id: cmr.id } });
    const text = now.bills.map(({ billNo, batchNo }) => `${billNo} ${batchNo}`).join(', ');
    expect(
      api.row('select text from mail where id = (select mailId from cmrMail where cmrId = ?)', cmr.id).text,
    ).toBe(`${text}: 2 pallets`);

    const sheet = await api.call.cmr.sheet({ params: { id: cmr.id } });
    const drawn = pdfLines(sentFile(cmr.id, '.pdf').bytes).join('\n');
    for (const message of [
      cmr.cmrNo,
      '8 CTN',
      '8 parcels',
      '72.0',
      'Windmill Trucking BV',
      '发货人',
      'Copy for sender',
    ])
      expect(drawn).toContain(message);
    expect(sheet.boxes.find(({ no }) => no === 7)?.lines).toEqual(['2 PLT', '8 CTN']);

    const cells = cellsOf(sentFile(cmr.id, '.xlsx'));
    expect(cells).toEqual(cellsOf(await api.call.cmr.prealert({ params: { id: cmr.id } })));
    expect(cells[0]).toEqual([
      ...['CMR number', 'Plate number', 'ETA', 'Destination code', 'Pallet ID', 'Box number'],
      ...['Tracking number', 'Weight (kg)', 'Country', 'Channel code', 'Time zones'],
    ]);
    expect(cells).toHaveLength(9);
    const boxes = trips.flatMap((trip) => trip.boxes);
    expect(cells.slice(1).map((row) => row[5])).toEqual(boxes.map(({ boxNo }) => boxNo));
    const first = cells[1] ?? [];
    expect([first[0], first[1], first[3], first[7], first[8]]).toEqual([
      ...[cmr.cmrNo, '12-BXX-3', 'NL-HUB-01', '8.500', 'NL'],
    ]);
    const { timeZone } = api.row('select timeZone from warehouse where id = ?', cmr.fromWarehouseId);
    const eta = new Date(Date.parse(`${now.departedAt}`) + Number(transitHours) * 3_600_000);
    const shown = new Intl.DateTimeFormat('en-GB', {
      timeZone: String(timeZone),
      hour: '2-digit',
      minute: '2-digit',
    });
    expect(first[2]).toContain(shown.format(eta));

    // Sent files stay as they were, whatever happens to the CMR.
    const before = sentFile(cmr.id, '.xlsx').bytes;
    await api.call.cmr.update({
      params: { id: cmr.id },
      body: { version: now.version, plateNo: '99-NEW-1' },
    });
    expect(cellsOf(await api.call.cmr.prealert({ params: { id: cmr.id } }))[1]?.[1]).toBe('99-NEW-1');
    expect(sentFile(cmr.id, '.xlsx').bytes.equals(before)).toBe(true);
  });

  test('does not remove its mail from the outbox once it is there', async () => {
    await setting();
    const { cmr } = await departed();
    await settled(cmr.id, { state: 'pending' });
    await actOn(api, cmr, 'undoDepart');
    const [mail] = await mails(cmr.id);
    expect(mail).toMatchObject({ state: 'pending' });
    expect(
      await api.refused('cmrMail.remove', { params: { id: cmr.id, mailId: mail?.id ?? 0 } }),
    ).toMatchObject({ code: 'CMR_MAIL_PUT' });
  });
});

describe('the delivery of a note', () => {
  test('waits for the signed copy if that is to be attached, and sends the mail once it is there', async () => {
    await setting({ trigger: 'on_pod', attachPdf: false, attachExcel: false, attachPod: true });
    const { cmr } = await departed();
    await deliver(api, cmr, 4, hoursAgo(0.1));
    await settled(cmr.id, { state: 'failed', fault: 'no_pod' });
    await upload(cmr.id, 'pod', `${cmr.cmrNo}.pdf`);
    await settled(cmr.id, { state: 'pending', fault: null, files: [`${cmr.cmrNo}.pdf`] });
    // A sent copy is kept for the mail when the file is removed from the CMR.
    const [file] = await api.call.cmrFile.list({ params: { id: cmr.id } });
    await api.call.cmrFile.remove({ params: { id: cmr.id, fileId: file?.id ?? '' } });
    expect(sentFile(cmr.id, '.pdf').bytes.equals(pdf)).toBe(true);
  });
});

describe('a CMR mail sent by hand', () => {
  let server: MailServer;
  beforeEach(async () => {
    server = await new MailServer().start();
    const to = { host: '127.0.0.1', port: server.port, security: 'none', username: null };
    await api.call.mail.saveSettings({
      body: (await settingsDraft(api, { ...to, fromAddress: 'desk@example.com' })) as never,
    });
  });
  afterEach(async () => {
    await api.call.mail.saveSettings({ body: await settingsDraft(api, { host: null, fromAddress: null }) });
    await server.stop();
  });

  test('reaches each recipient once, with the selected files and no others', async () => {
    const { cmr } = await noteOf(api);
    const slot = await upload(cmr.id, 'attachment', 'slot.pdf');
    await upload(cmr.id, 'attachment', 'private.pdf');
    await api.call.cmrMail.send({
      params: { id: cmr.id },
      body: {
        toEmails: ['hub@example.com', 'planning@example.org'],
        ccEmails: ['ops@example.com'],
        subject: `Truck ${cmr.cmrNo}`,
        text: 'Plate {plateNo} stands as it is written',
        fileIds: [slot.id],
      },
    });
    await settled(cmr.id, { state: 'sent', trigger: 'manual', files: [`${cmr.cmrNo}.pdf`, 'slot.pdf'] });
    const [letter = ''] = server.received;
    expect(server.received).toHaveLength(1);
    expect(letter).toContain('To: hub@example.com, planning@example.org');
    expect(letter).toContain('Cc: ops@example.com');
    expect(letter).toContain('Plate {plateNo} stands as it is written');
    expect([...letter.matchAll(/filename="?([^"\r\n]+)/g)].map(([, name]) => name)).toEqual([
      `${cmr.cmrNo}.pdf`,
      'slot.pdf',
    ]);
    const attached = letter
      .split(/\r\n--[^\r\n]+/)
      .find((part) => part.includes(`filename=${cmr.cmrNo}.pdf`));
    const bytes = Buffer.from(attached?.split('\r\n\r\n')[1] ?? '', 'base64');
    expect(pdfLines(bytes)).toContain(cmr.cmrNo);
    // Resent unchanged.
    const [mail] = await mails(cmr.id);
    await api.call.cmrMail.again({ params: { id: cmr.id, mailId: mail?.id ?? 0 } });
    await expect.poll(() => server.received.length).toBe(2);
    const eml: TestDownload = await api.call.cmrMail.eml({ params: { id: cmr.id, mailId: mail?.id ?? 0 } });
    expect(eml.bytes.toString()).toContain(`Subject: Truck ${cmr.cmrNo}`);
  });

  test('reports a selected file that was deleted, and is cancelled', async () => {
    const { cmr } = await noteOf(api);
    const slot = await upload(cmr.id, 'attachment', 'slot.pdf');
    // The file is deleted just before the mail is prepared.
    api.insert('cmrMail', {
      ...{ cmrId: cmr.id, trigger: 'manual', createdAt: hoursAgo(0), dueAt: hoursAgo(-1) },
      ...{ toEmails: '["hub@example.com"]', subject: 'Truck', body: '', fileIds: JSON.stringify([slot.id]) },
    });
    await api.call.cmrFile.remove({ params: { id: cmr.id, fileId: slot.id } });
    api.db.exec(`update cmrMail set dueAt = '2020-01-01T00:00:00Z' where cmrId = ${cmr.id}`);
    await settled(cmr.id, { state: 'failed', fault: 'file_gone' });
    const [mail] = await mails(cmr.id);
    await api.call.cmrMail.remove({ params: { id: cmr.id, mailId: mail?.id ?? 0 } });
    expect(await mails(cmr.id)).toEqual([]);
    expect(server.received).toEqual([]);
  });
});

test('refuses an action that the state of a CMR mail does not allow', () => {
  const states = ['waiting', 'pending', 'sent', 'failed'] as const;
  const may = (action: 'again' | 'remove') =>
    states.filter((state) => (cmrMailMachine.actions[action].from as readonly string[]).includes(state));
  expect(may('again')).toEqual(['sent', 'failed']);
  expect(may('remove')).toEqual(['waiting', 'failed']);
});
