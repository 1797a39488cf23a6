import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describePackages, publicText, writeSigned } from '../../scripts/signUpdate.mjs';

export const PRODUCT = 'freight-console';
export const NOTES = {
  en: 'Lists scroll <b>faster</b>.\nSea bills print.',
  cn: '列表滚动更快。\n海运提单可打印。',
};
export const MANIFEST = 'latest-linux.yml';

/** Returns a program that records its run and its arguments in a file. */
export function recorder(version: string, record: string): string {
  return `#!/bin/sh\necho "${version} $*" >> '${record}'\n`;
}

export const packageName = (version: string, ending = 'AppImage') =>
  `${PRODUCT}-${version}-linux-${ending === 'deb' ? 'amd64' : 'x86_64'}.${ending}`;

/**
 * A folder with a version as support publishes it: packages, manifests and signatures made by the project's own script.
 */
export class UpdateFeed {
  readonly folder: string;
  readonly key: KeyObject = createPrivateKey(
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }),
  );

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  get publicKeys(): string {
    return publicText(this.key);
  }

  /** Publishes packages of a version, by their names, and signs them. */
  async offer(
    version: string,
    packages: Readonly<Record<string, string | Buffer>>,
    how: { days?: number; staging?: number; product?: string } = {},
  ): Promise<void> {
    for (const [name, bytes] of Object.entries(packages)) writeFileSync(this.at(name), bytes);
    const contents = { product: PRODUCT, version, notes: NOTES, ...how };
    for (const { name, manifest } of await describePackages(this.folder, contents)) this.sign(name, manifest);
  }

  at(name: string): string {
    return path.join(this.folder, name);
  }

  /** Signs a manifest as it is given, valid or not. */
  sign(name: string, manifest: unknown, key = this.key): void {
    writeSigned(this.folder, name, manifest, key);
  }

  /** Alters the published manifest and signs it again. */
  resign(change: (manifest: Manifest) => unknown): void {
    const manifest = this.manifest;
    this.sign(MANIFEST, change(manifest) ?? manifest);
  }

  get manifest(): Manifest {
    return JSON.parse(readFileSync(this.at(MANIFEST), 'utf8')) as Manifest;
  }

  remove(name: string): void {
    rmSync(this.at(name), { force: true });
  }
}

interface Manifest {
  version: string;
  expires: string;
  manifest: string;
  product: string;
  files: { url: string; sha512: string; size: number; arch: string }[];
}

/** Writes an executable program of a version. */
export function program(place: string, text: string): string {
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, text);
  chmodSync(place, 0o755);
  return place;
}

export const sha512 = (bytes: string | Buffer): string => createHash('sha512').update(bytes).digest('base64');
