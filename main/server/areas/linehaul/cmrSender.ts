import type { CmrMail } from '@contract/linehaul/cmrMail';
import { instantOf } from '@contract/rules/zonedTime';
import { type SqlBool, sql } from 'kysely';
import { isDue, Outgoing } from '../../core/outgoing';
import type { BackgroundServices } from '../../core/repeat';
import type { Store } from '../../store/open';
import { nameFile, type PlacedFile, placeFile } from '../../store/storedFiles';
import { storedTexts } from '../../store/storedLists';
import { putMail } from '../mail/outbox';
import { attachedOf, type CmrMailRow, drawnNames, filesOf, isWaiting, wordsOf } from './cmrMails';
import { noteTexts } from './cmrTexts';
import { loadCmr } from './cmrView';
import { prealertOf } from './prealert';
import { sheetOf } from './sheet';

/** Reason why an email cannot be drawn, and which a person can fix. */
class Fault extends Error {
  readonly fault: NonNullable<CmrMail['fault']>;
  constructor(fault: NonNullable<CmrMail['fault']>) {
    super(fault);
    this.fault = fault;
  }
}

/**
 * Draws due emails about notes, outside of any transaction, and puts each into the outbox together with the rows of its
 * files: interrupted before that, it starts again and nothing has been sent; afterwards it is never drawn again.
 * Returns a function that stops it.
 */
export function sendNotes(options: BackgroundServices): () => Promise<void> {
  const { store, now, report, every } = options;
  return new Outgoing<CmrMailRow>({
    due: () => due(store, now()),
    attempt: async (row) => {
      try {
        await send(options, row);
      } catch (error) {
        if (!(error instanceof Fault))
          report(`a mail about consignment note ${row.cmrId} could not be drawn`, error);
        await say(store, row, error);
      }
    },
    failed: (error) => report('mails about consignment notes could not be sent', error),
    every,
  }).stop;
}

/** The longest wait for a time of day: a day on which the clocks go back. */
const LONGEST = 25 * 3_600_000;

/** One at a time: a workbook of a full truck has some ten thousand rows. */
const due = (store: Store, now: number): Promise<CmrMailRow[]> =>
  store.read
    .selectFrom('cmrMail')
    .selectAll()
    .where('mailId', 'is', null)
    .where('fault', 'is', null)
    .where(isDue('dueAt', { now, longest: LONGEST, untried: sql<SqlBool>`dueAt = createdAt` }))
    .orderBy('dueAt')
    .orderBy('id')
    .limit(1)
    .execute();

async function send({ store, now }: BackgroundServices, row: CmrMailRow): Promise<void> {
  const { read } = store;
  const cmr = await loadCmr(read, row.cmrId, instantOf(now()));
  const { files, gone, noPod } = attachedOf(await filesOf(read, row.cmrId), row);
  if (gone) throw new Fault('file_gone');
  if (noPod) throw new Fault('no_pod');
  const words = wordsOf(await noteTexts(read, cmr), row);
  const names = drawnNames(cmr.cmrNo);
  const placed: PlacedFile[] = [];
  if (row.attachPdf) {
    const { cmrPdf } = await import('./cmrPdf');
    const stream = cmrPdf(await sheetOf(read, cmr));
    placed.push(await placeFile(store, { name: names.pdf, mime: 'application/pdf', stream }));
  }
  if (row.attachExcel) placed.push(await placeFile(store, await prealertOf(read, cmr, 'en')));
  await store.write(async (write) => {
    // It may have been withdrawn in the meantime.
    if (!(await isWaiting(write, row.id))) return;
    const at = { write, now: instantOf(now()) };
    for (const file of placed) await nameFile(at, file, row.createdBy);
    const mailId = await putMail(
      at,
      {
        toEmails: storedTexts(row.toEmails),
        ccEmails: storedTexts(row.ccEmails),
        ...words,
        fileIds: [...placed.map(({ id }) => id), ...files.map(({ fileId }) => fileId)],
        objectType: 'cmr',
        objectNo: cmr.cmrNo,
      },
      row.createdBy,
    );
    await write
      .updateTable('cmrMail')
      .set({ mailId, subject: words.subject, body: words.text })
      .where('id', '=', row.id)
      .execute();
  });
}

/** Stores why an email could not be drawn. */
async function say(store: Store, { id }: CmrMailRow, error: unknown): Promise<void> {
  const known = error instanceof Fault;
  await store.write((write) =>
    write
      .updateTable('cmrMail')
      .set({
        fault: known ? error.fault : 'drawing',
        faultText: known ? null : (error instanceof Error ? error.message : String(error)).slice(0, 500),
      })
      .where('id', '=', id)
      .where('mailId', 'is', null)
      .execute(),
  );
}
