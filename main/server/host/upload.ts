import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileRule, FileType } from '@contract/endpoint';
import { Busboy } from '@fastify/busboy';
import { sniff } from '../../tabular/sniff';
import type { UploadedFile } from '../core/context';
import { Refusal, refuse } from '../core/refusal';
import { writeAll } from '../store/writeAll';

/** A received file, and a function that deletes it when the call ends. */
interface ReceivedFile {
  readonly file: UploadedFile;
  discard(): Promise<void>;
}

/**
 * Receives the one file of a multipart request into a temporary place, never more than the rule allows, and checks its
 * extension and contents. A refused file leaves nothing behind.
 */
export async function receiveFile(request: Request, rule: FileRule, folder: string): Promise<ReceivedFile> {
  const temporary = path.join(folder, 'incoming');
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  const place = path.join(temporary, randomBytes(12).toString('hex'));
  const discard = () => rm(place, { force: true });
  try {
    const { name, size, hash } = await receive(request, rule, place);
    const type = typeOf(name, rule);
    const wrong = await sniff(place, type, name, rule.types.includes('csv'));
    if (wrong) throw new Refusal(wrong);
    return { file: { name, type, size, hash, path: place }, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

function typeOf(name: string, rule: FileRule): FileType {
  const extension = path.extname(name).slice(1).toLowerCase();
  const type = rule.types.find((allowed) => allowed === extension);
  if (!type) throw refuse('FILE_TYPE', { types: { list: rule.types } });
  return type;
}

async function receive(
  request: Request,
  rule: FileRule,
  place: string,
): Promise<{ name: string; size: number; hash: string }> {
  const contentType = request.headers.get('content-type') ?? '';
  if (!contentType.startsWith('multipart/form-data') || !request.body)
    throw refuse('REQUIRED', { field: { field: 'file' } });
  const parser = parserOf(contentType, rule);
  const found: Promise<{ name: string; size: number; hash: string }>[] = [];
  const streams: Readable[] = [];
  const take = async (stream: Readable, fileName: string, index: number) => {
    const name = plainName(fileName);
    try {
      if (index > 0) throw refuse('FILE_ONE');
      typeOf(name, rule);
      return { name, ...(await keep(stream, place, rule)) };
    } finally {
      // A refused file is still read to its end, so that the response reaches a client that is busy sending.
      stream.resume();
    }
  };
  parser.on('file', (_field, stream, fileName) => {
    streams.push(stream);
    const taken = take(stream, String(fileName), found.length);
    // A failure is handled only after the last byte; until then it must not count as unhandled.
    taken.catch(() => undefined);
    found.push(taken);
  });
  await pipeline(Readable.fromWeb(request.body as never), parser).catch(async () => {
    // A file still being opened would otherwise be created after its removal.
    for (const stream of streams) stream.destroy();
    await Promise.allSettled(found);
    throw malformed();
  });
  const [first] = await Promise.all(found);
  if (!first) throw refuse('REQUIRED', { field: { field: 'file' } });
  return first;
}

function parserOf(contentType: string, rule: FileRule): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { files: 2, fields: 10, fieldSize: 1000, fileSize: rule.max + 1 },
    });
  } catch {
    throw malformed();
  }
}

const malformed = () => refuse('FORMAT', { field: 'multipart/form-data' });

const LONGEST_NAME = 255;
/** Control characters, and marks that change the text direction, which make `gpj.exe` read `exe.jpg`. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A file name without the folders that some clients send, and without invisible characters; a long one keeps its
 * extension.
 */
function plainName(fileName: string): string {
  const name = path.basename(fileName.replaceAll('\\', '/').replace(UNSEEN, '')).trim();
  if (name.length <= LONGEST_NAME) return name;
  const extension = path.extname(name).slice(0, 20);
  const stem = name.slice(0, LONGEST_NAME - extension.length).replace(/[\ud800-\udbff]$/, '');
  return stem.trimEnd() + extension;
}

async function keep(
  stream: Readable,
  place: string,
  rule: FileRule,
): Promise<{ size: number; hash: string }> {
  const hash = createHash('sha256');
  let size = 0;
  let failure: unknown;
  // Do not await the file here: events before the stream has listeners, for example its early end, would be lost.
  const opened = open(place, 'wx', 0o600);
  const take = async (chunk: Buffer) => {
    if (failure) return;
    const handle = await opened;
    size += chunk.length;
    if (size > rule.max) throw refuse('FILE_SIZE', { size: rule.max / 1024 / 1024 });
    hash.update(chunk);
    await writeAll(handle, chunk);
  };
  // Data that cannot be stored, for example on a full disk, is still read: a parser whose stream is gone waits forever.
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) =>
      void take(chunk).then(
        () => done(),
        (error) => {
          failure ??= error;
          done();
        },
      ),
  });
  try {
    await pipeline(stream, sink);
  } finally {
    await opened.then(
      (handle) => handle.close(),
      (error) => {
        failure ??= error;
      },
    );
  }
  if (failure) throw failure;
  return { size, hash: hash.digest('hex') };
}
