import type { CmrView } from '@contract/linehaul/cmr';
import { cmrConfig } from '@contract/linehaul/cmrConfig';
import { fillPlaceholders } from '@contract/rules/placeholders';
import type { Insertable, Selectable } from 'kysely';
import { drawnNames } from '../areas/linehaul/cmrMails';
import { noteTexts } from '../areas/linehaul/cmrTexts';
import { loadCmr } from '../areas/linehaul/cmrView';
import { waitingRow } from '../areas/mail/outbox';
import { nextTime } from '../core/officeClock';
import { codecOf } from '../store/codec';
import type { Writer } from '../store/open';
import { storedTexts } from '../store/storedLists';
import type { Database } from '../store/tables';
import { DAY, HOUR, iso } from './clock';
import { noteMailData } from './noteData';
import { type Contents, lastNotes, NOTE_CLERK, newId, storedRow } from './noteFiles';
import { pdfPage } from './pdf';
import { customerId, staffId } from './people';
import type { Random } from './random';
import { madeAt } from './reference';
import { insertRows } from './rows';

type Row<T extends keyof Database> = Insertable<Database[T]>;

/** Writes the settings for mails about trucks. */
export async function seedNoteSettings(writer: Writer, now: number): Promise<void> {
  const at = iso(now - 45 * DAY + 9 * HOUR);
  const by = staffId(NOTE_CLERK);
  const codec = codecOf(cmrConfig.row);
  const hubs = await writer.selectFrom('destination').select(['id', 'code', 'lastMileId']).execute();
  const hub = (code: string) => hubs.filter((one) => one.code === code);
  const rows = noteMailData.map((data) =>
    codec.encode({
      ...madeAt(at, by),
      name: data.name,
      trigger: data.trigger,
      destinationIds: (data.destinations ?? []).flatMap((code) => hub(code).map(({ id }) => id)),
      lastMileIds: data.lastMileOf ? hub(data.lastMileOf).map(({ lastMileId }) => lastMileId) : [],
      customerIds: (data.customers ?? []).map((code) => customerId(code)),
      toEmails: [...data.to],
      ccEmails: [...(data.cc ?? [])],
      subject: data.subject,
      body: data.body,
      attachPdf: data.files.includes('attachPdf'),
      attachExcel: data.files.includes('attachExcel'),
      attachPod: data.files.includes('attachPod'),
      sendTime: data.sendTime ?? null,
      active: data.active ?? true,
      sort: null,
      remark: data.remark ?? null,
    }),
  );
  await insertRows(writer, 'cmrConfig', rows);
}

type Setting = Selectable<Database['cmrConfig']>;

/** Writes the mails sent at departure, one waiting for its time of day, and one for a signed copy. */
export async function seedNoteMails(
  writer: Writer,
  random: Random,
  now: number,
  { contents, loadedNote }: { contents: Contents; loadedNote: number | null },
): Promise<void> {
  const settings = await writer.selectFrom('cmrConfig').selectAll().execute();
  const settingOf = (trigger: string, cmr: CmrView) =>
    settings.find(
      (one) =>
        one.trigger === trigger &&
        one.active === 1 &&
        (JSON.parse(one.destinationIds).includes(cmr.toDestinationId) || one.destinationIds === '[]'),
    );
  const load = (id: number) => loadCmr(writer, id, iso(now));
  const rows: (Row<'cmrMail'> & object)[] = [];
  const mails: Row<'mail'>[] = [];
  const files: Row<'storedFile'>[] = [];
  const { last } = await writer
    .selectFrom('mail')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow();

  for (const { id } of await lastNotes(writer, ['in_transit', 'arrived', 'delivered'], 12)) {
    const cmr = await load(id);
    const setting = settingOf('on_departed', cmr);
    if (!setting || cmr.departedAt === null) continue;
    const mailId = Number(last ?? 0) + mails.length + 1;
    const sent = await sentMail(writer, random, { setting, cmr, mailId, contents });
    files.push(sent.file);
    mails.push(sent.mail);
    rows.push(sent.row);
  }

  // The mail about a loaded truck is due in the morning.
  const cmr = loadedNote === null ? undefined : await load(loadedNote);
  const morning = cmr && settingOf('on_loaded', cmr);
  if (cmr && morning)
    rows.push({
      ...waitingMail(morning, cmr, Date.parse(cmr.loadedAt ?? '')),
      dueAt: iso(nextTime(morning.sendTime ?? '07:00', now, 'Europe/Amsterdam')),
    });
  const unsigned = await deliveredUnsigned(writer);
  const late = unsigned && (await load(unsigned.id));
  const pod = settings.find(({ trigger }) => trigger === 'on_pod');
  if (late && pod) rows.push({ ...waitingMail(pod, late, Date.parse(late.podAt ?? '')), fault: 'no_pod' });

  await insertRows(writer, 'storedFile', files);
  await insertRows(writer, 'mail', mails);
  await insertRows(writer, 'cmrMail', rows);
}

const waitingMail = (setting: Setting, cmr: CmrView, at: number) => ({
  cmrId: cmr.id,
  configId: setting.id,
  trigger: setting.trigger,
  createdAt: iso(at),
  createdBy: staffId(NOTE_CLERK),
  dueAt: iso(at),
  toEmails: setting.toEmails,
  ccEmails: setting.ccEmails,
  subject: setting.subject,
  body: setting.body,
  attachPdf: setting.attachPdf,
  attachExcel: setting.attachExcel,
  attachPod: setting.attachPod,
  fileIds: '[]',
  ...{ fault: null, faultText: null, mailId: null },
});

/** Builds the mail sent at the departure of a truck, with its consignment note as a file. */
async function sentMail(
  writer: Writer,
  random: Random,
  parts: { setting: Setting; cmr: CmrView; mailId: number; contents: Contents },
) {
  const { setting, cmr, mailId, contents } = parts;
  const at = Date.parse(`${cmr.departedAt}`);
  const values = await noteTexts(writer, { ...cmr, podAt: null, podBoxCount: null });
  const [subject, body] = [fillPlaceholders(setting.subject, values), fillPlaceholders(setting.body, values)];
  const bytes = pdfPage('CMR consignment note', [
    cmr.cmrNo,
    `${values.from} - ${values.to}`,
    `Truck ${values.plateNo} of ${values.carrier}`,
    `${values.pallets} pallets, ${values.boxes} boxes, ${values.weight}`,
    '',
    'Demo document, not valid for transport or customs.',
  ]);
  const fileName = drawnNames(cmr.cmrNo).pdf;
  const file = storedRow({ id: newId(random), fileName, bytes, at }, contents);
  const letter = {
    toEmails: storedTexts(setting.toEmails),
    ccEmails: storedTexts(setting.ccEmails),
    ...{ subject, text: body, fileIds: [file.id] },
    ...{ objectType: 'cmr' as const, objectNo: cmr.cmrNo },
  };
  const messageId = [8, 4, 4, 4, 12].map((digits) => random.digits(digits)).join('-');
  const mail: Row<'mail'> = {
    id: mailId,
    ...waitingRow(letter, iso(at), staffId(NOTE_CLERK), messageId),
    ...{ state: 'sent', attempts: 1, nextAt: null, sentAt: iso(at + 9000), error: null },
    answer: `250 2.0.0 Ok: queued as ${random.digits(10)}`,
  };
  return { file, mail, row: { ...waitingMail(setting, cmr, at), subject, body, mailId } };
}

/** Finds a delivered truck without its signed copy. */
async function deliveredUnsigned(writer: Writer): Promise<{ id: number } | undefined> {
  return writer
    .selectFrom('cmr')
    .select('id')
    .where('state', '=', 'delivered')
    .where(({ not, exists, selectFrom, ref }) =>
      not(exists(selectFrom('cmrFile').select('id').where('cmrFile.cmrId', '=', ref('cmr.id')))),
    )
    .orderBy('podAt', 'desc')
    .offset(1)
    .limit(1)
    .executeTakeFirst();
}
