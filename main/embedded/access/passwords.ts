import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** Cost of a password hash: about 128 MB and half a second, which is why at most two run at once. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const;
const MAX_MEMORY = 160 * 1024 * 1024;
const KEY_LENGTH = 32;
const AT_ONCE = 2;

let running = 0;
const waiting: (() => void)[] = [];

async function derive(
  password: string,
  salt: Buffer,
  cost: { N: number; r: number; p: number },
): Promise<Buffer> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await new Promise((resolve, reject) => {
      scrypt(plain(password), salt, KEY_LENGTH, { ...cost, maxmem: MAX_MEMORY }, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** One spelling of each character. HMAC pads short keys with NULs (RFC 2104): kept, one at the end would not count. */
const plain = (password: string) => password.normalize('NFC').replaceAll('\0', '\u2400');

/** Salted scrypt hash that carries its own parameters. `N` is lowered by tests and seeds of demo accounts only. */
export async function hashPassword(password: string, N: number = COST.N): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, { ...COST, N });
  return ['scrypt', N, COST.r, COST.p, salt.toString('base64'), key.toString('base64')].join('$');
}

/** True when the password is the one that was hashed. Takes as long for a hash that is none. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [scheme, n, r, p, salt, key] = (hash ?? '').split('$');
  if (scheme !== 'scrypt' || !salt || !key) {
    await derive(password, randomBytes(16), COST);
    return false;
  }
  const expected = Buffer.from(key, 'base64');
  const found = await derive(password, Buffer.from(salt, 'base64'), {
    N: Number(n),
    r: Number(r),
    p: Number(p),
  });
  return expected.length === found.length && timingSafeEqual(expected, found);
}

/** True when a hash was made with lower cost than today's, so that it is made anew at the next sign-in. */
export function needsRehash(hash: string): boolean {
  return Number(hash.split('$')[1]) < COST.N;
}
