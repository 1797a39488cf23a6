import { problem } from '@contract/errors';
import type { CmrView } from '@contract/linehaul/cmr';
import type { CmrTrigger } from '@contract/linehaul/cmrConfig';
import { type CmrMail, cmrMailMachine } from '@contract/linehaul/cmrMail';
import { refusalOf } from '@contract/machine';
import { fillPlaceholders } from '@contract/rules/placeholders';
import { instantOf } from '@contract/rules/zonedTime';
import type { Selectable } from 'kysely';
import type { Context, GroupHandlers } from '../../core/context';
import { nextTime, officeZone } from '../../core/officeClock';
import { throwIfRefused } from '../../core/record';
import { refuse, refuseFields } from '../../core/refusal';
import { listed } from '../../store/dialect';
import type { Reader, Writer } from '../../store/open';
import { storedTexts } from '../../store/storedLists';
import type { Database } from '../../store/tables';
import { emlOf, restartMail } from '../mail/mail';
import { othersOf, warehouseRecipients } from '../mail/warehouseMail';
import { type CmrConfig, configsFor } from './cmrConfigs';
import { type NoteTexts, noteTexts } from './cmrTexts';
import { loadCmr, notes } from './cmrView';

type AttachmentChoice = 'attachPdf' | 'attachExcel' | 'attachPod';

/** An email about a note, waiting or already in the outbox. */
export type CmrMailRow = Selectable<Database['cmrMail']>;

/** Steps whose email is the outbound pre-alert, with a copy to the warehouse that the truck leaves. */
const PRE_ALERTS: ReadonlySet<CmrTrigger> = new Set<CmrTrigger>(['on_loaded', 'on_departed']);

/** Queues the emails of all settings that match a note after one of its steps, each for its time of day. */
export async function followStep(context: Context, cmr: CmrView, trigger: CmrTrigger): Promise<void> {
  const { write, now, caller } = context;
  const copies = PRE_ALERTS.has(trigger)
    ? ((await warehouseRecipients(write, [cmr.fromWarehouseId])).get(cmr.fromWarehouseId) ?? [])
    : [];
  for (const config of await configsFor(write, cmr)) {
    if (config.trigger !== trigger) continue;
    const { sendTime } = config;
    const dueAt = sendTime === null ? now : instantOf(nextTime(sendTime, Date.parse(now), officeZone()));
    const row = { cmrId: cmr.id, configId: config.id, trigger, createdAt: now, createdBy: caller.id, dueAt };
    await write
      .insertInto('cmrMail')
      .values({ ...row, ...columnsOf(withCopies(config, copies)) })
      .execute();
  }
}

/** A setting with additional copy recipients. */
const withCopies = (config: CmrConfig, copies: readonly string[]): CmrConfig => ({
  ...config,
  ccEmails: [...config.ccEmails, ...othersOf(copies, [...config.toEmails, ...config.ccEmails])],
});

/** Contents of an email from a setting or a person, as stored. */
const columnsOf = (
  letter: Pick<CmrConfig, 'toEmails' | 'ccEmails' | 'subject' | 'body' | AttachmentChoice>,
) => ({
  toEmails: JSON.stringify(letter.toEmails),
  ccEmails: JSON.stringify(letter.ccEmails),
  subject: letter.subject,
  body: letter.body,
  attachPdf: Number(letter.attachPdf),
  attachExcel: Number(letter.attachExcel),
  attachPod: Number(letter.attachPod),
});

/** Withdraws waiting emails that steps have queued; those in the outbox are on their way. */
export async function takeBack(
  { write }: Context,
  { id }: CmrView,
  triggers: readonly CmrTrigger[],
): Promise<void> {
  await write
    .deleteFrom('cmrMail')
    .where('cmrId', '=', id)
    .where('trigger', 'in', triggers)
    .where('mailId', 'is', null)
    .execute();
}

/** Retries emails that could not be drawn for a reason that is gone. */
export async function drawAgain(
  { write }: Context,
  cmrId: number,
  fault: NonNullable<CmrMail['fault']>,
): Promise<void> {
  await write
    .updateTable('cmrMail')
    .set({ fault: null, faultText: null })
    .where('cmrId', '=', cmrId)
    .where('fault', '=', fault)
    .execute();
}

/** Subject and text to send: a person's text is unchanged, placeholders of a setting are filled in. */
export const wordsOf = (
  values: NoteTexts,
  { configId, subject, body }: Pick<CmrMailRow, 'configId' | 'subject' | 'body'>,
): { subject: string; text: string } =>
  configId === null
    ? { subject, text: body }
    : { subject: fillPlaceholders(subject, values), text: fillPlaceholders(body, values) };

/** File names of the generated documents. */
export const drawnNames = (cmrNo: string) => ({ pdf: `${cmrNo}.pdf`, excel: `${cmrNo}-prealert.xlsx` });

/** The files of a note, the oldest first. */
export const filesOf = (read: Reader, cmrId: number) =>
  read
    .selectFrom('cmrFile')
    .select(['id', 'kind', 'fileName', 'fileId'])
    .where('cmrId', '=', cmrId)
    .orderBy('uploadedAt')
    .orderBy('id')
    .execute();

/** Files to attach to an email: the chosen ones, and the signed copies if wanted. */
export function attachedOf(
  files: Awaited<ReturnType<typeof filesOf>>,
  { fileIds, attachPod }: Pick<CmrMailRow, 'fileIds' | 'attachPod'>,
) {
  const chosen = storedTexts(fileIds);
  return {
    files: files.filter(({ id, kind }) => chosen.includes(id) || (attachPod === 1 && kind === 'pod')),
    /** True if a chosen file no longer exists. */
    gone: chosen.some((id) => !files.some((file) => file.id === id)),
    noPod: attachPod === 1 && !files.some(({ kind }) => kind === 'pod'),
  };
}

/** An email as shown, and its id in the outbox, if it is there. */
interface SentMail {
  readonly mail: CmrMail;
  readonly mailId: number | null;
}

/** Emails about a note, the newest first, with their states; `only` limits it to one. */
async function mailsOf(read: Reader, cmr: CmrView, only?: number): Promise<SentMail[]> {
  const rows = await read
    .selectFrom('cmrMail')
    .leftJoin('cmrConfig', 'cmrConfig.id', 'cmrMail.configId')
    .leftJoin('mail', 'mail.id', 'cmrMail.mailId')
    .selectAll('cmrMail')
    .select('cmrConfig.name as configName')
    .select(['mail.state', 'mail.error', 'mail.answer', 'mail.sentAt', 'mail.fileIds as sentIds'])
    .where('cmrMail.cmrId', '=', cmr.id)
    .$if(only !== undefined, (query) => query.where('cmrMail.id', '=', Number(only)))
    .orderBy('cmrMail.id', 'desc')
    .execute();
  const values = await noteTexts(read, cmr);
  const files = await filesOf(read, cmr.id);
  const sent = await fileNames(
    read,
    rows.flatMap(({ sentIds }) => storedTexts(sentIds ?? '[]')),
  );
  return rows.map((row) => ({
    mailId: row.mailId,
    mail: {
      id: row.id,
      createdAt: row.createdAt,
      createdBy: row.createdBy,
      trigger: row.trigger,
      configName: row.configName,
      dueAt: row.dueAt,
      toEmails: storedTexts(row.toEmails),
      ccEmails: storedTexts(row.ccEmails),
      subject: (row.mailId === null ? wordsOf(values, row) : row).subject.slice(0, 200),
      files:
        row.mailId === null
          ? namesOf(cmr, row, files)
          : storedTexts(row.sentIds ?? '[]').flatMap((id) => sent.get(id) ?? []),
      state: stateOf(row),
      fault: row.fault,
      error: row.error,
      answer: row.faultText ?? row.answer,
      sentAt: row.sentAt,
    },
  }));
}

function stateOf({ mailId, fault, state }: CmrMailRow & { state: string | null }): CmrMail['state'] {
  if (mailId === null) return fault === null ? 'waiting' : 'failed';
  // An email deleted from the outbox had been sent.
  return state === null || state === 'sent' ? 'sent' : state === 'failed' ? 'failed' : 'pending';
}

function namesOf({ cmrNo }: CmrView, row: CmrMailRow, files: Awaited<ReturnType<typeof filesOf>>): string[] {
  const { pdf, excel } = drawnNames(cmrNo);
  return [
    ...(row.attachPdf ? [pdf] : []),
    ...(row.attachExcel ? [excel] : []),
    ...attachedOf(files, row).files.map(({ fileName }) => fileName),
  ];
}

async function fileNames(read: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await read
    .selectFrom('storedFile')
    .select(['id', 'fileName'])
    .where('id', 'in', listed(ids))
    .execute();
  return new Map(rows.map(({ id, fileName }) => [id, fileName]));
}

async function mailOf(
  { read, now }: Pick<Context, 'read' | 'now'>,
  params: { id: number; mailId: number },
): Promise<SentMail & { cmr: CmrView }> {
  const cmr = await loadCmr(read, params.id, now);
  const [found] = await mailsOf(read, cmr, params.mailId);
  if (!found) throw refuse('NOT_FOUND');
  return { cmr, ...found };
}

const log = (
  context: Context,
  action: 'send' | 'update',
  { id, cmrNo }: CmrView,
  mail: object,
  gone = false,
) =>
  context.log({
    module: 'bill',
    action,
    objectType: 'cmr',
    objectId: id,
    objectNo: cmrNo,
    ...(gone ? { before: mail } : { after: mail }),
  });

/** Sending of consignment notes by email. */
export const cmrMailHandlers: GroupHandlers<'cmrMail'> = {
  list: async ({ read, now }, { params }) =>
    (await mailsOf(read, await loadCmr(read, params.id, now))).map(({ mail }) => mail),

  proposals: async ({ read, now }, { params }) => {
    const cmr = await loadCmr(read, params.id, now);
    const values = await noteTexts(read, cmr);
    return (await configsFor(read, cmr)).map((config) => ({
      id: config.id,
      name: config.name,
      trigger: config.trigger,
      toEmails: config.toEmails,
      ccEmails: config.ccEmails,
      subject: fillPlaceholders(config.subject, values).slice(0, 200),
      text: fillPlaceholders(config.body, values),
      attachPdf: config.attachPdf,
      attachExcel: config.attachExcel,
      attachPod: config.attachPod,
    }));
  },

  send: async (context, { params, body }) => {
    const { write, now, caller } = context;
    const cmr = await notes.open(context, params.id, 'send');
    const { toEmails, ccEmails, subject } = body;
    const fileIds = [...new Set(body.fileIds)];
    const row = {
      ...{ cmrId: cmr.id, trigger: 'manual' as const, createdAt: now, createdBy: caller.id, dueAt: now },
      ...columnsOf({ ...body, body: body.text }),
      fileIds: JSON.stringify(fileIds),
    };
    const { gone } = attachedOf(await filesOf(write, cmr.id), row);
    if (gone) throw refuseFields({ fileIds: problem('REFERENCE_UNKNOWN', { value: fileIds.join(', ') }) });
    const { id } = await write.insertInto('cmrMail').values(row).returning('id').executeTakeFirstOrThrow();
    const { mail } = await mailOf({ read: write, now }, { id: cmr.id, mailId: Number(id) });
    await log(context, 'send', cmr, { toEmails, ccEmails, subject, files: mail.files });
    return mail;
  },

  again: async (context, { params }) => {
    const { write } = context;
    const { cmr, mail, mailId } = await mailOf(context, params);
    throwIfRefused(refusalOf(cmrMailMachine, 'again', mail));
    if (mailId === null)
      await write
        .updateTable('cmrMail')
        .set({ fault: null, faultText: null, dueAt: context.now })
        .where('id', '=', mail.id)
        .execute();
    else await restartMail(context, mailId);
    await log(context, 'send', cmr, { toEmails: mail.toEmails, subject: mail.subject });
    return (await mailOf(context, params)).mail;
  },

  remove: async (context, { params }) => {
    const { cmr, mail } = await mailOf(context, params);
    throwIfRefused(refusalOf(cmrMailMachine, 'remove', mail));
    await context.write.deleteFrom('cmrMail').where('id', '=', mail.id).execute();
    await log(context, 'update', cmr, { toEmails: mail.toEmails, subject: mail.subject }, true);
    return null;
  },

  eml: async (context, { params }) => {
    const { mailId } = await mailOf(context, params);
    if (mailId === null) throw refuse('NOT_FOUND');
    return emlOf(context, mailId);
  },
};

/** Selects an email about a note if it is still waiting without a fault. */
export const isWaiting = (write: Writer, id: number) =>
  write
    .selectFrom('cmrMail')
    .select('id')
    .where('id', '=', id)
    .where('mailId', 'is', null)
    .where('fault', 'is', null)
    .executeTakeFirst();
