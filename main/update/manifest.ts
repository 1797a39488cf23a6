import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type Problem, problem } from '@contract/errors';
import { UPDATE } from '@contract/limits';
import { type InstallKind, type ReleaseNotes, releaseNotes } from '@contract/update';
import * as z from 'zod';

/** A refused update, manifest or feed, with the check that failed. */
export class UpdateRefused extends Error {
  readonly problem: Problem;
  constructor(...found: Parameters<typeof problem>) {
    super(found[0]);
    this.problem = problem(...found);
  }
}

/** The package of a version for this computer: its name in the feed, and the expected size and hash. */
export interface Package {
  readonly name: string;
  readonly size: number;
  /** Base64. */
  readonly sha512: string;
}

/** A newer version whose manifest was fully verified. */
export interface Offer {
  readonly version: string;
  readonly notes: ReleaseNotes;
  readonly date: string;
  /** Percentage of computers that receive the version so far. */
  readonly staging: number;
  /** Package for this computer; null for a copy replaced by hand, if the feed has none for it. */
  readonly file: Package | null;
}

/** Expected values of a manifest. */
export interface ExpectedManifest {
  readonly keys: readonly KeyObject[];
  /** The app's own id: a key may sign for several products. */
  readonly product: string;
  readonly running: string;
  readonly kind: InstallKind;
  readonly arch: string;
  readonly now: number;
  /** The newest release whose manifest was ever verified here; null before the first. */
  readonly newest: Release | null;
}

/** A release, and when it was published. */
export interface Release {
  readonly version: string;
  readonly date: string;
}

const NAMES: Readonly<Record<InstallKind, readonly [ending: string, system: string]>> = {
  nsis: ['.exe', 'Windows'],
  mac: ['.zip', 'macOS'],
  appImage: ['.AppImage', 'Linux'],
  deb: ['.deb', 'Linux'],
  folder: ['', ''],
};

/** File name of a system's manifest, electron-updater's convention. */
export function manifestName(platform: NodeJS.Platform): string {
  if (platform === 'win32') return 'latest.yml';
  return platform === 'darwin' ? 'latest-mac.yml' : 'latest-linux.yml';
}

const versionText = z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/);
/** The manifest must be JSON, which is valid YAML too: there is one way to parse it. */
const manifest = z.object({
  product: z.string(),
  manifest: z.string(),
  version: versionText,
  releaseDate: z.iso.datetime(),
  expires: z.iso.datetime(),
  notes: releaseNotes,
  stagingPercentage: z.number().min(0).max(100).default(100),
  files: z
    .array(
      z.object({
        url: z.string().max(500),
        sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
        size: z.int().positive(),
        arch: z.enum(['x64', 'arm64', 'universal']),
      }),
    )
    .min(1)
    .max(50),
});

/** Parses the public keys of a build: raw Ed25519 keys as base64, separated by commas. Invalid ones are skipped. */
export function publicKeys(text: string): KeyObject[] {
  return text.split(',').flatMap((one) => {
    const raw = Buffer.from(one.trim(), 'base64');
    if (raw.length !== 32) return [];
    const x = raw.toString('base64url');
    return [createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })];
  });
}

/**
 * Reads a manifest. Its signature is checked before anything in it is parsed. Returns null if it offers the running
 * version; throws {@link UpdateRefused} for any failed check.
 */
export function readManifest(
  name: string,
  bytes: Buffer,
  signature: Buffer | null,
  expected: ExpectedManifest,
): Offer | null {
  if (!signature) throw new UpdateRefused('UPDATE_UNSIGNED', { name });
  const signed = signatureOf(signature);
  if (!signed || !expected.keys.some((key) => verify(null, bytes, key, signed)))
    throw new UpdateRefused('UPDATE_SIGNATURE', { name });
  const read = parsed(bytes);
  if (read.product !== expected.product || read.manifest !== name)
    throw new UpdateRefused('UPDATE_OTHER', { name });
  const { newest } = expected;
  // Never earlier than the newest signed release: a clock that is behind must not make an expired manifest valid again.
  const now = Math.max(expected.now, Date.parse(newest?.date ?? '') || 0);
  if (Date.parse(read.expires) <= now)
    throw new UpdateRefused('UPDATE_EXPIRED', { date: read.expires.slice(0, 10) });
  const { version } = read;
  const order = compareVersions(version, expected.running);
  if (order === 0) return null;
  if (order < 0) throw new UpdateRefused('UPDATE_OLDER', { version, running: expected.running });
  // An old signed release could be offered again: one that was replaced since, perhaps for a reason, is not installed.
  if (newest && isBefore({ version, date: read.releaseDate }, newest))
    throw new UpdateRefused('UPDATE_OLDER_SEEN', { version, newest: newest.version });
  for (const { url } of read.files)
    if (!isPlainName(url)) throw new UpdateRefused('UPDATE_FILE_NAME', { name: url });
  return {
    version,
    notes: read.notes,
    date: read.releaseDate,
    staging: read.stagingPercentage,
    file: packageOf(read.files, expected),
  };
}

function signatureOf(bytes: Buffer): Buffer | undefined {
  const text = bytes.toString('latin1').trim();
  return /^[A-Za-z0-9+/]{86}==$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}

function parsed(bytes: Buffer): z.output<typeof manifest> {
  let raw: unknown;
  try {
    raw = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new UpdateRefused('UPDATE_MANIFEST', { detail: 'JSON' });
  }
  const { success, data, error } = manifest.safeParse(raw);
  if (!success) throw new UpdateRefused('UPDATE_MANIFEST', { detail: error.issues[0]?.path.join('.') ?? '' });
  return data;
}

function packageOf(
  files: z.output<typeof manifest>['files'],
  { kind, arch }: Pick<ExpectedManifest, 'kind' | 'arch'>,
): Package | null {
  const [ending, system] = NAMES[kind];
  if (!ending) return null;
  const found = files.find((file) => file.url.endsWith(ending) && [arch, 'universal'].includes(file.arch));
  if (!found) throw new UpdateRefused('UPDATE_NO_PACKAGE', { system: `${system} ${arch} (${ending})` });
  if (found.size > UPDATE.maxPackage) {
    const mb = (bytes: number) => Math.ceil(bytes / 1024 / 1024);
    throw new UpdateRefused('UPDATE_FILE_MAX', { size: mb(found.size), max: mb(UPDATE.maxPackage) });
  }
  return { name: found.url, size: found.size, sha512: found.sha512 };
}

/** True for a file name without a folder, of characters with no meaning in a path, an address or a shell. */
const isPlainName = (name: string) =>
  /^[A-Za-z0-9][A-Za-z0-9._+-]{0,150}$/.test(name) && !name.includes('..');

/** True if a release was replaced by another one: a newer version, or the same version published again. */
export function isBefore(one: Release, other: Release): boolean {
  const order = compareVersions(one.version, other.version);
  return order < 0 || (order === 0 && Date.parse(one.date) < Date.parse(other.date));
}

/** Compares two versions. The running one may be a preview (`1.2.0-beta.1`), which comes before its version. */
export function compareVersions(offered: string, running: string): number {
  const [core = '', ...preview] = running.split('-');
  const numbers = (text: string) => text.split('.').map(Number);
  const [mine, theirs] = [numbers(core), numbers(offered)];
  for (const [at, number] of theirs.entries()) {
    const difference = number - (mine[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return preview.length > 0 ? 1 : 0;
}
