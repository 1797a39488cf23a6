import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { HashLine, type QueuedCaller } from './hashLine';

/** Rounds of scrypt for a hash: about 128 MB and half a second, which is why few run at once. */
export const HASH_ROUNDS = 2 ** 17;
const usual = { N: HASH_ROUNDS, r: 8, p: 1 };

/** Sets the rounds of new hashes in this process. For tests: their passwords need no protection. */
export const setHashRounds = (rounds: number): void => {
  usual.N = rounds;
};

const MAX_MEMORY = 160 * 1024 * 1024;
const KEY_LENGTH = 32;

const line = new HashLine();

/** Place in the queue for callers that wait for nobody: the start of a server, and tests. */
const ALONE: QueuedCaller = { from: 'start', isKnown: true };

/** Place in the queue of a signed-in account. */
export const signedIn = ({ id }: { readonly id: number }): QueuedCaller => ({
  from: `staff ${id}`,
  isKnown: true,
});

const derive = (
  password: string,
  salt: Buffer,
  cost: { N: number; r: number; p: number },
  who: QueuedCaller,
): Promise<Buffer> =>
  line.run(who, () => hashApart({ password: plain(password), salt, length: KEY_LENGTH, ...cost }));

/**
 * Hashes in a separate thread. Electron's scrypt is that of BoringSSL, which does a whole hash to check its parameters:
 * even with a callback it blocks the calling thread for that time, and everybody's calls with it.
 */
const IN_THREAD = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { password, salt, length, N, r, p } = workerData;
  const options = { N, r, p, maxmem: ${MAX_MEMORY} };
  parentPort.postMessage(require('node:crypto').scryptSync(password, salt, length, options));`;

function hashApart(input: {
  readonly password: string;
  readonly salt: Uint8Array;
  readonly length: number;
  readonly N: number;
  readonly r: number;
  readonly p: number;
}): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(IN_THREAD, { eval: true, workerData: input, execArgv: [] });
    thread.once('message', (key: Uint8Array) => resolve(Buffer.from(key)));
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the thread of a password ended with ${code}`)));
  });
}

/**
 * Normalises a password to one spelling. HMAC pads short keys with NULs (RFC 2104): a trailing one would be ignored.
 */
const plain = (password: string) => password.normalize('NFC').replaceAll('\0', '\u2400');

/** Salted scrypt hash that contains its parameters. Never call it within a transaction: everybody would wait for it. */
export async function hashPassword(password: string, who: QueuedCaller = ALONE): Promise<string> {
  const salt = randomBytes(16);
  const { N, r, p } = usual;
  const key = await derive(password, salt, { N, r, p }, who);
  return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$');
}

/** Returns true when the password matches the hash. Takes equally long for an invalid hash. */
export async function verifyPassword(
  password: string,
  hash: string | undefined,
  who: QueuedCaller = ALONE,
): Promise<boolean> {
  const [scheme, n, r, p, salt, key] = (hash ?? '').split('$');
  if (scheme !== 'scrypt' || !salt || !key) {
    await derive(password, randomBytes(16), usual, who);
    return false;
  }
  const expected = Buffer.from(key, 'base64');
  const cost = { N: Number(n), r: Number(r), p: Number(p) };
  const found = await derive(password, Buffer.from(salt, 'base64'), cost, who);
  return expected.length === found.length && timingSafeEqual(expected, found);
}

/** Returns true when a hash has a lower cost than today's, so that it is renewed at the next sign-in. */
export function needsRehash(hash: string): boolean {
  return Number(hash.split('$')[1]) < usual.N;
}
