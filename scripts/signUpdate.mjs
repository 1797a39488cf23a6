// Writes and signs the manifests of the packages in a folder, so that apps built with the public key accept them:
//   node scripts/signUpdate.mjs --make-key FILE     a new key pair: the private key into FILE, the public one to stdout
//   node scripts/signUpdate.mjs [FOLDER] [--days 365] [--staging 100] [--notes FOLDER]
// FREIGHT_UPDATE_KEY names the file of the private key, FREIGHT_UPDATE_KEY_PASSWORD its password, if it has one.
// The manifests are those of electron-updater (latest.yml, latest-mac.yml, latest-linux.yml), written as JSON, which is
// valid YAML; each has its Ed25519 signature beside it. `npm run dist` signs them if FREIGHT_UPDATE_KEY is set.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.dirname(import.meta.dirname);
const MANIFESTS = { win: 'latest.yml', mac: 'latest-mac.yml', linux: 'latest-linux.yml' };
const ARCHS = {
  x64: 'x64',
  x86_64: 'x64',
  amd64: 'x64',
  arm64: 'arm64',
  aarch64: 'arm64',
  universal: 'universal',
};
const DAY = 24 * 3_600_000;

const password = () => process.env.FREIGHT_UPDATE_KEY_PASSWORD || undefined;

/** Returns a public key in the form of FREIGHT_UPDATE_PUBLIC_KEYS: the raw key, as base64. */
export const publicText = (key) =>
  Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x, 'base64url').toString('base64');

/** Writes a new private key into a new file; returns the public one. */
export function makeKey(file) {
  const { privateKey } = generateKeyPairSync('ed25519');
  const secret = password() ? { cipher: 'aes-256-cbc', passphrase: password() } : {};
  const text = privateKey.export({ type: 'pkcs8', format: 'pem', ...secret });
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  return publicText(privateKey);
}

/** Reads a private key from a file. */
export function readKey(file) {
  const key = createPrivateKey({ key: readFileSync(file), passphrase: password() });
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${file} holds no Ed25519 key`);
  return key;
}

/** Writes a manifest and the signature of its exact bytes. */
export function writeSigned(folder, name, manifest, key) {
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(path.join(folder, name), bytes);
  writeFileSync(path.join(folder, `${name}.sig`), `${sign(null, bytes, key).toString('base64')}\n`);
}

/** Describes the packages of a version in a folder, by system, as manifests for the app. */
export async function describePackages(folder, { product, version, notes, days = 365, staging = 100 }) {
  const now = Date.now();
  const found = {};
  const pattern = new RegExp(
    `^${product}-${version.replaceAll('.', '\\.')}-(win|mac|linux)-(\\w+)\\.(exe|zip|AppImage|deb)$`,
  );
  for (const url of readdirSync(folder).sort()) {
    const [, system, arch, ending] = pattern.exec(url) ?? [];
    const fits = { win: ['exe'], mac: ['zip'], linux: ['AppImage', 'deb'] }[system]?.includes(ending);
    if (!fits || !ARCHS[arch]) continue;
    const place = path.join(folder, url);
    const sha512 = await hashOf(place);
    found[system] ??= [];
    found[system].push({ url, sha512, size: statSync(place).size, arch: ARCHS[arch] });
  }
  return Object.entries(found).map(([system, files]) => ({
    name: MANIFESTS[system],
    manifest: {
      ...{ product, manifest: MANIFESTS[system], version, files },
      // Fields of electron-updater from before it supported several files.
      ...{ path: files[0].url, sha512: files[0].sha512 },
      releaseDate: new Date(now).toISOString(),
      expires: new Date(now + days * DAY).toISOString(),
      stagingPercentage: staging,
      notes,
    },
  }));
}

async function hashOf(place) {
  const hash = createHash('sha512');
  for await (const part of createReadStream(place)) hash.update(part);
  return hash.digest('base64');
}

/** Signs the packages in a folder for the version of package.json. Manifests without a package are removed. */
export async function signFolder(folder, { days, staging, notes: from } = {}) {
  const { name: product, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const key = readKey(process.env.FREIGHT_UPDATE_KEY);
  const texts = from ?? path.join(root, 'resources/releaseNotes');
  const note = (language) => readFileSync(path.join(texts, `${language}.txt`), 'utf8').trim();
  const notes = { en: note('en'), cn: note('cn') };
  const described = await describePackages(folder, { product, version, notes, days, staging });
  for (const name of Object.values(MANIFESTS))
    for (const old of [name, `${name}.sig`]) rmSync(path.join(folder, old), { force: true });
  for (const { name, manifest } of described) writeSigned(folder, name, manifest, key);
  return described.map(({ name, manifest }) => `${name}: ${manifest.files.map(({ url }) => url).join(', ')}`);
}

async function main(args) {
  const after = (flag) => {
    const at = args.indexOf(flag);
    return at < 0 ? undefined : args.splice(at, 2)[1];
  };
  const made = after('--make-key');
  if (made) {
    console.log(makeKey(made));
    console.error(
      `The private key is in ${made}: keep it off the network. FREIGHT_UPDATE_PUBLIC_KEYS is the line above.`,
    );
    return;
  }
  const number = (flag, most) => {
    const text = after(flag);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (!(value >= 0 && value <= most)) throw new Error(`${flag} takes a number up to ${most}`);
    return value;
  };
  const how = { days: number('--days', 3650), staging: number('--staging', 100), notes: after('--notes') };
  if (!process.env.FREIGHT_UPDATE_KEY) throw new Error('FREIGHT_UPDATE_KEY names no private key');
  const lines = await signFolder(path.resolve(args[0] ?? path.join(root, 'release')), how);
  console.log(lines.join('\n') || 'No package of this version lies there: nothing was signed.');
  if (lines.length === 0) process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
