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
import type { Database } from '../../store/tables';
import { beginAnew, emlOf } from '../mail/mail';
import { othersOf, warehouseRecipients } from '../mail/warehouseMail';
import { type CmrConfig, configsFor } from './cmrConfigs';
import { type NoteTexts, noteTexts } from './cmrTexts';
import { loadCmr, notes } from './cmrView';

type Attached = 'attachPdf' | 'attachExcel' | 'attachPod';

/** A mail about a note that waits, or was put into the outbox. */
export type CmrMailRow = Selectable<Database['cmrMail']>;

const list = (text: string) => JSON.parse(text) as string[];

/** Steps whose mail is the outbound pre-alert, of which the warehouse that the truck leaves gets a copy. */
const PRE_ALERTS: ReadonlySet<CmrTrigger> = new Set<CmrTrigger>(['on_loaded', 'on_departed']);

/** Has the settings that match a note send it, as one of its steps was taken; each when its time of the day comes. */
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

/** A setting that also sends its mail to these addresses. */
const withCopies = (config: CmrConfig, copies: readonly string[]): CmrConfig => ({
  ...config,
  ccEmails: [...config.ccEmails, ...othersOf(copies, [...config.toEmails, ...config.ccEmails])],
});

/** What a setting or a person says of a mail, as it is stored. */
const columnsOf = (said: Pick<CmrConfig, 'toEmails' | 'ccEmails' | 'subject' | 'body' | Attached>) => ({
  toEmails: JSON.stringify(said.toEmails),
  ccEmails: JSON.stringify(said.ccEmails),
  subject: said.subject,
  body: said.body,
  attachPdf: Number(said.attachPdf),
  attachExcel: Number(said.attachExcel),
  attachPod: Number(said.attachPod),
});

/** Takes back what waits of the mails that steps let out; what is in the outbox is on its way. */
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

/** Has drawn anew what could not be drawn for a reason that is gone. */
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

/** Subject and text as they go out: what a person wrote stands as it is, what a setting sends is filled in. */
export const wordsOf = (
  values: NoteTexts,
  { configId, subject, body }: Pick<CmrMailRow, 'configId' | 'subject' | 'body'>,
): { subject: string; text: string } =>
  configId === null
    ? { subject, text: body }
    : { subject: fillPlaceholders(subject, values), text: fillPlaceholders(body, values) };

/** Under which names the files that are drawn go out. */
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

/** Those that go with a mail: the files that were chosen, and the signed copies where they are wanted. */
export function attachedOf(
  files: Awaited<ReturnType<typeof filesOf>>,
  { fileIds, attachPod }: Pick<CmrMailRow, 'fileIds' | 'attachPod'>,
) {
  const chosen = list(fileIds);
  return {
    files: files.filter(({ id, kind }) => chosen.includes(id) || (attachPod === 1 && kind === 'pod')),
    /** A file that was chosen is no longer there. */
    gone: chosen.some((id) => !files.some((file) => file.id === id)),
    noPod: attachPod === 1 && !files.some(({ kind }) => kind === 'pod'),
  };
}

/** A mail as it is shown, and its number in the outbox once it is there. */
interface SentMail {
  readonly mail: CmrMail;
  readonly mailId: number | null;
}

/** Mails about a note, the newest first, with where each stands; `only` that one. */
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
    rows.flatMap(({ sentIds }) => list(sentIds ?? '[]')),
  );
  return rows.map((row) => ({
    mailId: row.mailId,
    mail: {
      id: row.id,
      createdAt: row.createdAt,
      createdBy: row.createdBy,
      trigger: row.trigger as CmrMail['trigger'],
      configName: row.configName,
      dueAt: row.dueAt,
      toEmails: list(row.toEmails),
      ccEmails: list(row.ccEmails),
      subject: (row.mailId === null ? wordsOf(values, row) : row).subject.slice(0, 200),
      files:
        row.mailId === null
          ? namesOf(cmr, row, files)
          : list(row.sentIds ?? '[]').flatMap((id) => sent.get(id) ?? []),
      state: stateOf(row),
      fault: row.fault as CmrMail['fault'],
      error: row.error as CmrMail['error'],
      answer: row.faultText ?? row.answer,
      sentAt: row.sentAt,
    },
  }));
}

function stateOf({ mailId, fault, state }: CmrMailRow & { state: string | null }): CmrMail['state'] {
  if (mailId === null) return fault === null ? 'waiting' : 'failed';
  // A mail that was cleared out of the outbox had been sent.
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

/** Sending consignment notes. */
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
    else await beginAnew(context, mailId);
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

/** Whether a mail about a note waits still, with nothing against it. */
export const isWaiting = (write: Writer, id: number) =>
  write
    .selectFrom('cmrMail')
    .select('id')
    .where('id', '=', id)
    .where('mailId', 'is', null)
    .where('fault', 'is', null)
    .executeTakeFirst();
