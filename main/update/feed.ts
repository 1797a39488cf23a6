import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { type Problem, problem } from '@contract/errors';
import { asError, caughtFacts } from '@contract/failure';
import { IDLE_TIMEOUT, UPDATE } from '@contract/limits';
import { CallClock, type Times } from '../transport/callClock';
import { connectionProblem } from '../transport/callError';
import { piecesOf } from '../transport/response';
import type { Target } from '../transport/target';
import { UpdateRefused } from './manifest';

/** Source of new versions: files by their plain names. */
export interface Feed {
  /** Reads a whole small file, at most `max` bytes; null if there is none of that name. */
  small(name: string, max: number): Promise<Buffer | null>;
  /** Streams a package; `failure` converts errors of the stream. Must be read to its end or destroyed. */
  stream(
    name: string,
    signal: AbortSignal,
  ): Promise<{ bytes: Readable; failure: (error: unknown) => unknown }>;
}

/** Dependencies of a feed. */
export interface FeedPorts {
  /** Returns the proxy that the system prescribes for an address. */
  readonly proxy: (address: string) => Promise<Target['proxy']>;
  /** Overrides for tests. */
  readonly times?: Times;
}

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);
const TIMES: Times = { request: UPDATE.deadline, idle: IDLE_TIMEOUT };

/** True if a feed is a folder of this computer or the network. */
export const isFolder = (feed: string): boolean => path.isAbsolute(feed);

/** Normalises a feed, an https address or the full path of a folder; returns the problem of any other text. */
export function readFeed(typed: string, loopback: boolean): { feed: string } | { problem: Problem } {
  const text = typed.trim();
  if (isFolder(text))
    return text.includes('\0') ? { problem: problem('UPDATE_FEED_INVALID') } : { feed: text };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username || url.password || url.search || url.hash)
    return { problem: problem('UPDATE_FEED_INVALID') };
  const plain = url.protocol === 'http:';
  if (plain && !(loopback && LOOPBACK.has(url.hostname))) return { problem: problem('UPDATE_FEED_INSECURE') };
  if (!plain && url.protocol !== 'https:') return { problem: problem('UPDATE_FEED_INVALID') };
  return { feed: url.href.replace(/\/*$/, '/') };
}

/** Access to one kind of feed. */
interface Way {
  /** Opens a file; null if there is none of that name. */
  readonly open: (name: string, clock: CallClock) => Promise<Readable | null>;
  /** Converts a failure to the error for the user. */
  readonly failure: (clock: CallClock) => (error: unknown) => unknown;
}

/** Opens a feed that `readFeed` has returned. Gives up on a server or share that does not respond. */
export function openFeed(feed: string, ports: FeedPorts): Feed {
  const { open: opened, failure } = isFolder(feed) ? folderWay(feed) : webWay(feed, ports);
  const { times = TIMES } = ports;
  return {
    small: async (name, max) => {
      const clock = new CallClock(times, undefined, false);
      try {
        const bytes = await opened(name, clock);
        return bytes && (await clock.within(wholeOf(bytes, max)));
      } catch (error) {
        throw failure(clock)(error);
      } finally {
        clock.stop();
      }
    },
    stream: async (name, signal) => {
      const clock = new CallClock(times, signal, true);
      try {
        const bytes = await opened(name, clock);
        if (!bytes) throw new UpdateRefused('UPDATE_FILE_GONE', { name });
        return { bytes: clock.follow(bytes), failure: failure(clock) };
      } catch (error) {
        clock.stop();
        throw failure(clock)(error);
      }
    },
  };
}

/** Reads a whole small file; throws if it is larger than `max` bytes. */
async function wholeOf(bytes: Readable, max: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of piecesOf(bytes)) {
    size += part.length;
    if (size > max) throw new UpdateRefused('UPDATE_MANIFEST', { detail: `> ${max}` });
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Reads from a folder. */
function folderWay(folder: string): Way {
  const opened = async (name: string): Promise<FileHandle | null> => {
    const place = path.join(folder, name);
    try {
      const found = await stat(place);
      // A pipe or a device would never end.
      if (!found.isFile()) throw new UpdateRefused('UPDATE_FEED_FOLDER', { folder, detail: name });
      return await open(place, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    } catch (error) {
      if (error instanceof UpdateRefused) throw error;
      const { code } = caughtFacts(error);
      if (code === 'ENOENT' && (await stat(folder).catch(() => null))?.isDirectory()) return null;
      throw new UpdateRefused('UPDATE_FEED_FOLDER', { folder, detail: code ?? String(error) });
    }
  };
  return {
    open: async (name, clock) => {
      const handle = await clock.within(opened(name));
      if (!handle) return null;
      const bytes = handle.createReadStream();
      clock.signal.addEventListener('abort', () => bytes.destroy(new Error('ended')), { once: true });
      return bytes;
    },
    failure: (clock) => (error) => {
      if (error instanceof UpdateRefused) return error;
      if (clock.endedBy === 'cancelled') return new UpdateRefused('CANCELLED');
      const detail = (clock.endedBy && 'ETIMEDOUT') ?? caughtFacts(error).code ?? String(error);
      return new UpdateRefused('UPDATE_FEED_FOLDER', { folder, detail });
    },
  };
}

/** Reads from an address. Every redirect is refused, whatever its target: only the configured address is trusted. */
function webWay(feed: string, { proxy }: FeedPorts): Way {
  const { host } = new URL(feed);
  return {
    open: async (name, clock) => {
      const url = new URL(name, feed).href;
      const { client } = await import('../transport/client');
      const way = await clock.within(proxy(url));
      const { status, headers, data } = await client.request<Readable>({
        url,
        method: 'GET',
        responseType: 'stream',
        // Leave the body undecoded: nothing is decompressed before it is verified.
        decompress: false,
        signal: clock.signal,
        headers: { 'Accept-Encoding': 'identity', 'Cache-Control': 'no-cache' },
        ...(way ? { proxy: way } : {}),
      });
      if (status === 200) return data;
      data.destroy();
      if (status === 404) return null;
      if (status >= 300 && status < 400)
        throw new UpdateRefused('UPDATE_REDIRECT', { to: String(headers.location ?? status) });
      throw new UpdateRefused('UPDATE_FEED_FAILED', { server: host, status });
    },
    failure: (clock) => (error) => {
      if (error instanceof UpdateRefused) return error;
      const target = { environment: 'update', name: host, base: feed, strict: false };
      const call = { endedBy: clock.endedBy, writes: false, file: undefined };
      const { problem: found } = connectionProblem(asError(error), target, call);
      return new UpdateRefused(found.code, found.params);
    },
  };
}
