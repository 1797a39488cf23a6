import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { DesktopHandlers } from '@contract/desktop';
import type { PickedFile } from '@contract/desktop/procedure';
import type { FileRule } from '@contract/endpoint';
import { problem } from '@contract/errors';
import { caughtFacts } from '@contract/failure';
import { MAX_UPLOAD } from '@contract/limits';
import { Incomplete, safeFileName, saveStream } from '../files/saveStream';
import type { IncomingFile } from '../transport/call';
import { CallError, callError } from '../transport/callError';
import { checkCall, endpointNamed } from '../transport/checkCall';
import { piecesOf } from '../transport/response';
import type { CallerWindow, DesktopServices } from './desk';

/** A picture larger than this is not shown inline. */
const MAX_IMAGE = 4 * 1024 * 1024;
/** Images that the window may crop. */
const PICTURES: FileRule = { types: ['jpg', 'jpeg', 'png'], max: MAX_UPLOAD };
/** Signature of a PNG file. */
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
/** File types that may be opened with the system's program for them; programs and scripts never are. */
const PAPERS = ['xlsx', 'xls', 'csv', 'pdf', 'jpg', 'jpeg', 'png', 'doc', 'docx', 'zip', 'txt'];

/** Choosing, saving and showing files. */
export function fileProcedures(desk: DesktopServices): DesktopHandlers<CallerWindow>['files'] {
  const { picks, transport, calls } = desk;
  return {
    pick: async ({ call, import: importName }, { dialogs }) => {
      const rule = importName
        ? (await import('@contract/files/templates')).fileTemplates[importName]
        : call
          ? (await endpointNamed(call))?.file
          : undefined;
      const types = rule?.types ?? [];
      // Text files are recognised by their contents, whatever their extension.
      const texts = importName && types.includes('csv') ? ['tsv', 'txt'] : [];
      const place = await dialogs.chooseFile([...types, ...texts]);
      return place ? picks.add(place) : null;
    },

    save: async ({ call, input, name, id }, { dialogs }) => {
      const checked = await checkCall(call, input, ['blob'], desk.language());
      const place = await dialogs.chooseTarget(safeFileName(name));
      if (!place) return null;
      await calls.transfer(id, 'bytes', async (signal, onProgress) => {
        const arriving = await transport.blob({ ...checked, file: undefined, signal });
        try {
          await saveStream(arriving, place, onProgress);
        } catch (error) {
          throw saveError(desk, path.basename(place), error, arriving.failure(error));
        }
      });
      return picks.add(place);
    },

    borrow: async ({ call, input, name }) => {
      const checked = await checkCall(call, input, ['blob'], desk.language());
      const arriving = await transport.blob({ ...checked, file: undefined });
      const folder = await mkdtemp(path.join(desk.scratch, 'borrowed-'));
      const place = path.join(folder, safeFileName(name));
      try {
        await saveStream(arriving, place, () => undefined);
      } catch (error) {
        await rm(folder, { recursive: true, force: true });
        throw saveError(desk, path.basename(place), error, arriving.failure(error));
      }
      return picks.add(place);
    },

    image: async ({ call, input }) => {
      const arriving = await transport.blob({
        ...(await checkCall(call, input, ['blob'], desk.language())),
        file: undefined,
      });
      const bytes = /^image\/(jpeg|png)\b/.test(arriving.mime)
        ? await wholeOf(desk, arriving, MAX_IMAGE)
        : undefined;
      if (bytes) return `data:${arriving.mime.split(';')[0]};base64,${bytes.toString('base64')}`;
      arriving.stream.destroy();
      return null;
    },

    look: async ({ token }) => {
      const { path: place, type } = await picks.findToSend(token, PICTURES);
      return `data:image/${type === 'png' ? 'png' : 'jpeg'};base64,${(await readFile(place)).toString('base64')}`;
    },

    take: async ({ picture }) => {
      const bytes = Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64');
      const place = path.join(await mkdtemp(path.join(desk.scratch, 'picture-')), 'picture.jpg');
      await writeFile(place, bytes, { mode: 0o600 });
      return picks.add(place);
    },

    savePicture: async ({ picture, name }, { dialogs }) => {
      const bytes = Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64');
      if (!bytes.subarray(0, PNG.length).equals(PNG))
        throw callError(desk.language(), problem('FILE_TYPE', { types: 'png' }));
      const place = await dialogs.chooseTarget(safeFileName(name));
      if (!place) return null;
      return saveBytes(desk, place, bytes, 'image/png');
    },

    showInFolder: async ({ token }, { dialogs }) => {
      dialogs.showInFolder((await picks.findExisting(token)).path);
      return null;
    },

    open: async ({ token }, { dialogs }) => {
      const known = await picks.findExisting(token);
      if (!PAPERS.includes(path.extname(known.path).slice(1).toLowerCase()))
        throw callError(desk.language(), problem('FILE_TYPE', { types: { list: PAPERS } }));
      const failed = await dialogs.open(known.path);
      if (failed)
        throw callError(desk.language(), problem('FILE_NOT_SAVED', { name: known.name, detail: failed }));
      return null;
    },
  };
}

/** Reads a whole download; undefined if it is larger than `most` bytes. Rejects if it breaks off. */
export async function wholeOf(
  desk: DesktopServices,
  arriving: IncomingFile,
  most: number,
): Promise<Buffer | undefined> {
  if ((arriving.size ?? 0) > most) return undefined;
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of piecesOf(arriving.stream)) {
      parts.push(part);
      size += part.length;
      if (size > most) return undefined;
    }
  } catch (error) {
    throw arriving.failure(error);
  }
  if (arriving.size !== null && size !== arriving.size)
    throw callError(desk.language(), problem('ANSWER_INVALID'));
  return Buffer.concat(parts);
}

/** Returns the error of a failed save: a disk error if the disk refused, else `broken`, the connection's error. */
export function saveError(desk: DesktopServices, name: string, error: unknown, broken: CallError): CallError {
  if (error instanceof CallError) return error;
  const { code } = caughtFacts(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return callError(desk.language(), problem('DISK_FULL'));
  if (
    code &&
    /^E(ACCES|PERM|ROFS|EXIST|NOENT|ISDIR|NOTDIR|NOTEMPTY|BUSY|IO|MFILE|FBIG|NAMETOOLONG|INVAL|LOOP)$/.test(
      code,
    )
  ) {
    return callError(desk.language(), problem('FILE_NOT_SAVED', { name, detail: code }));
  }
  if (error instanceof Incomplete) return callError(desk.language(), problem('ANSWER_INVALID'));
  return broken;
}

/** Saves bytes in memory to a place the user chose. */
export async function saveBytes(
  desk: DesktopServices,
  place: string,
  bytes: Buffer,
  mime: string,
): Promise<PickedFile> {
  const name = path.basename(place);
  const broken = callError(desk.language(), problem('ANSWER_INVALID'));
  const made = { size: bytes.length, stream: Readable.from([bytes]), failure: () => broken };
  try {
    await saveStream({ ...made, name, mime }, place);
  } catch (error) {
    throw saveError(desk, name, error, broken);
  }
  return desk.picks.add(place);
}
