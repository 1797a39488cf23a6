import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { agents } from '../../../main/transport/client';
import { isAmong } from '../../../main/update/updates';
import { makeKey, publicText, readKey } from '../../../scripts/signUpdate.mjs';
import { certificates } from '../../support/certificates';
import { FakeServer, type Script } from '../../support/fakeServer';
import { testFolder } from '../../support/folder';
import { UpdateDesk } from '../../support/updateDesk';
import { MANIFEST, NOTES, packageName, recorder, UpdateFeed } from '../../support/updateFeed';

const NEW = packageName('0.2.0');
let folder: string;
let feed: UpdateFeed;
let desk: UpdateDesk;
let server: FakeServer;
/** Responses that replace single files; the others come from the feed's folder. */
let instead: Record<string, (response: ServerResponse) => void>;

const serve: Script = ({ url }, response) => {
  const name = path.basename(url);
  const place = feed.at(name);
  if (instead[name]) instead[name](response);
  else if (!existsSync(place)) response.writeHead(404).end();
  else response.writeHead(200).end(readFileSync(place));
};
const address = () => `http://127.0.0.1:${server.port}/updates/`;
/** Returns a program large enough to arrive in several parts. */
const newProgram = () => `${recorder('0.2.0', desk.record)}exit 0\n${'#'.repeat(400_000)}\n`;

beforeEach(async () => {
  folder = testFolder();
  feed = new UpdateFeed(path.join(folder, 'feed'));
  desk = new UpdateDesk(folder, feed.publicKeys);
  await feed.offer('0.2.0', { [NEW]: newProgram() });
  instead = {};
  server = await FakeServer.start(serve);
});
afterEach(async () => {
  desk.updates.stop();
  await server.stop();
});

describe.each(['an address', 'a folder'])('an update from %s', (where) => {
  const at = () => (where === 'a folder' ? feed.folder : address());

  test('is found, downloaded, and installed by electron-updater, each on one click', async () => {
    desk.updates.setFeed(at());
    await desk.updates.look();
    expect(desk.state).toMatchObject({
      phase: 'found',
      offer: { version: '0.2.0', notes: NOTES, file: { name: NEW } },
    });
    expect(desk.fetched).toEqual([]);

    await desk.updates.download();
    expect(desk.state).toMatchObject({ phase: 'ready', refused: null });
    const shares = desk.states.flatMap(({ progress }) => (progress ? [progress.done / progress.total] : []));
    expect(shares[0]).toBe(0);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(existsSync(desk.record)).toBe(false);
    expect(desk.steps).toEqual([]);

    await desk.updates.install();
    expect(desk.steps).toEqual(['asked', 'backup', 'stopped', 'quit']);
    const [there, ...others] = readdirSync(path.join(folder, 'apps'));
    expect([there, others]).toEqual([NEW, []]);
    expect(readFileSync(path.join(folder, 'apps', NEW), 'utf8')).toBe(newProgram());
    await expect.poll(() => existsSync(desk.record) && readFileSync(desk.record, 'utf8')).toBe('0.2.0 \n');

    desk.restart('0.2.0');
    expect(desk.state.outcome).toMatchObject({ landed: true, version: '0.2.0', from: '0.1.0', notes: NOTES });
    desk.updates.start();
    await expect.poll(() => desk.fetched).toEqual([]);
    desk.updates.dismiss();
    desk.restart('0.2.0');
    expect(desk.state.outcome).toBeNull();
    await desk.updates.look();
    expect(desk.state).toMatchObject({ phase: 'current', refused: null, offer: null });
  });

  test('is reported with the version still running when it was not installed', async () => {
    await desk.takeAll(at());
    desk.restart('0.1.0');
    expect(desk.state.outcome).toMatchObject({ landed: false, version: '0.2.0', from: '0.1.0' });
    await desk.updates.look();
    expect(desk.state).toMatchObject({ phase: 'found', outcome: { landed: false } });
  });

  /** Manipulations of a feed, and the code with which the update is then refused. */
  const attacks: Record<string, [code: string, attack: () => void]> = {
    'without a signature': ['UPDATE_UNSIGNED', () => feed.remove(`${MANIFEST}.sig`)],
    'with a signature that is none': [
      'UPDATE_SIGNATURE',
      () => writeFileSync(feed.at(`${MANIFEST}.sig`), 'signed, honestly'),
    ],
    'signed with another key': [
      'UPDATE_SIGNATURE',
      () => feed.sign(MANIFEST, feed.manifest, generateKeyPairSync('ed25519').privateKey),
    ],
    'with the signature of another manifest': [
      'UPDATE_SIGNATURE',
      () => {
        const bytes = readFileSync(feed.at(MANIFEST));
        feed.resign((manifest) => ({ ...manifest, version: '0.3.0' }));
        writeFileSync(feed.at(MANIFEST), bytes);
      },
    ],
    'changed by one letter after it was signed': [
      'UPDATE_SIGNATURE',
      () => {
        const text = readFileSync(feed.at(MANIFEST), 'utf8');
        writeFileSync(feed.at(MANIFEST), text.replace('0.2.0', '0.9.0'));
      },
    ],
    'that is the manifest of another system': [
      'UPDATE_OTHER',
      () => feed.resign((manifest) => ({ ...manifest, manifest: 'latest-mac.yml' })),
    ],
    'of another app': ['UPDATE_OTHER', () => feed.resign((manifest) => ({ ...manifest, product: 'other' }))],
    'that is out of date': [
      'UPDATE_EXPIRED',
      () => feed.resign((manifest) => ({ ...manifest, expires: '2020-01-01T00:00:00.000Z' })),
    ],
    'of an older version': [
      'UPDATE_OLDER',
      () => feed.resign((manifest) => ({ ...manifest, version: '0.0.9' })),
    ],
    'of a version that is none': [
      'UPDATE_MANIFEST',
      () => feed.resign((manifest) => ({ ...manifest, version: '0.2.0-../../x' })),
    ],
    'that is rubbish, signed': ['UPDATE_MANIFEST', () => feed.sign(MANIFEST, '\u0000rubbish')],
    'that is far too long': [
      'UPDATE_MANIFEST',
      () => feed.resign((manifest) => ({ ...manifest, more: 'x'.repeat(100_000) })),
    ],
    'without a package for this computer': [
      'UPDATE_NO_PACKAGE',
      () =>
        feed.resign(({ files, ...rest }) => ({
          ...rest,
          files: files.map((one) => ({ ...one, arch: 'arm64' })),
        })),
    ],
    'of a huge package': [
      'UPDATE_FILE_MAX',
      () =>
        feed.resign(({ files, ...rest }) => ({
          ...rest,
          files: files.map((one) => ({ ...one, size: 2 ** 40 })),
        })),
    ],
    'whose package was swapped': [
      'UPDATE_FILE_HASH',
      () => writeFileSync(feed.at(NEW), newProgram().replace('exit 0', 'exit 1')),
    ],
    'whose package was cut off': [
      'UPDATE_FILE_SIZE',
      () => writeFileSync(feed.at(NEW), newProgram().slice(0, 1000)),
    ],
    'whose package goes on': ['UPDATE_FILE_SIZE', () => writeFileSync(feed.at(NEW), `${newProgram()}more`)],
    'whose package is not there': ['UPDATE_FILE_GONE', () => feed.remove(NEW)],
    'that is not there at all': ['UPDATE_FEED_EMPTY', () => feed.remove(MANIFEST)],
  };
  test.each(Object.entries(attacks))('is refused as one %s', async (_, [code, attack]) => {
    attack();
    await desk.takeAll(at());
    desk.untouched(code);
  });

  test.each([
    '../evil.AppImage',
    '..\\evil.AppImage',
    '/etc/cron.d/x.AppImage',
    'https://elsewhere.example/x.AppImage',
    '//elsewhere.example/x.AppImage',
    'a\u0000.AppImage',
    '$(id).AppImage',
    'a%2f..%2fb.AppImage',
  ])('is refused with a package called %j', async (url) => {
    feed.resign(({ files, ...rest }) => ({ ...rest, files: files.map((one) => ({ ...one, url })) }));
    await desk.takeAll(at());
    desk.untouched('UPDATE_FILE_NAME');
  });

  describe('from a feed that repeats earlier signed versions', () => {
    const show = (files: readonly (readonly [string, Buffer])[]) => {
      for (const [name, bytes] of files) writeFileSync(feed.at(name), bytes);
    };
    const shown = () =>
      [MANIFEST, `${MANIFEST}.sig`].map((name) => [name, readFileSync(feed.at(name))] as const);

    test('is refused once a newer version was found, even after a restart', async () => {
      const before = shown();
      await feed.offer('0.3.0', { [packageName('0.3.0')]: newProgram() });
      desk.updates.setFeed(at());
      await desk.updates.look();
      expect(desk.state).toMatchObject({ phase: 'found', offer: { version: '0.3.0' } });
      show(before);
      desk.restart('0.1.0');
      await desk.takeAll(at());
      desk.untouched('UPDATE_OLDER_SEEN');
      await feed.offer('0.3.1', { [packageName('0.3.1')]: newProgram() });
      await desk.updates.look();
      expect(desk.state).toMatchObject({ phase: 'found', offer: { version: '0.3.1' }, refused: null });
    });

    test('is refused in the form that was replaced', async () => {
      const before = shown();
      feed.resign((manifest) => ({
        ...manifest,
        releaseDate: '2099-01-01T00:00:00.000Z',
        expires: '2099-02-01T00:00:00.000Z',
      }));
      desk.updates.setFeed(at());
      await desk.updates.look();
      expect(desk.state.phase).toBe('found');
      feed.resign((manifest) => ({ ...manifest, releaseDate: '2098-12-01T00:00:00.000Z' }));
      await desk.takeAll(at());
      desk.untouched('UPDATE_OLDER_SEEN');
      show(before);
      await desk.takeAll(at());
      desk.untouched('UPDATE_EXPIRED');
    });

    test('stays expired when the clock is set back before a release', async () => {
      let now = Date.now();
      desk.updates.stop();
      desk = new UpdateDesk(folder, feed.publicKeys, { now: () => now });
      const DAY = 86_400_000;
      const on = (days: number) => new Date(Date.now() + days * DAY).toISOString();
      feed.resign((manifest) => ({ ...manifest, releaseDate: on(200), expires: on(300) }));
      now += 210 * DAY;
      desk.updates.setFeed(at());
      await desk.updates.look();
      expect(desk.state.phase).toBe('found');
      // The later version has also expired by the time seen before.
      feed.resign((manifest) => ({ ...manifest, version: '0.2.5', releaseDate: on(0), expires: on(100) }));
      now -= 205 * DAY;
      await desk.takeAll(at());
      desk.untouched('UPDATE_EXPIRED');
    });
  });

  test('uses what was verified, although the feed changes meanwhile', async () => {
    desk.updates.setFeed(at());
    await desk.updates.look();
    const evil = newProgram().replace('exit 0', 'exit 1');
    await feed.offer('0.2.0', { [NEW]: evil });
    await desk.updates.download();
    desk.untouched('UPDATE_FILE_HASH');
  });

  test('is refused when its package was changed on the disk before the installation', async () => {
    desk.updates.setFeed(at());
    await desk.updates.look();
    await desk.updates.download();
    writeFileSync(desk.state.place ?? '', newProgram().replace('exit 0', 'exit 1'));
    await desk.updates.install();
    expect(desk.state.phase).toBe('found');
    await desk.updates.cancel();
    rmSync(path.join(folder, 'data/update/packages'), { recursive: true });
    desk.untouched('UPDATE_FILE_HASH');
    expect(desk.steps).toEqual(['asked']);
    // A new download succeeds.
    await desk.updates.download();
    expect(desk.state.phase).toBe('ready');
  });
});

test('accepts an https address or a full path as a feed, and nothing else', () => {
  const refused = (typed: string) => {
    try {
      desk.updates.setFeed(typed);
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(['http://10.0.0.4/updates', 'http://updates.example.com'].map(refused)).toEqual(
    Array.from({ length: 2 }, () => 'UPDATE_FEED_INSECURE'),
  );
  const none = [
    'ftp://10.0.0.4',
    'updates',
    './x',
    'https://me:secret@example.com',
    'file:///etc',
    'javascript:1',
  ];
  expect(none.map(refused)).toEqual(none.map(() => 'UPDATE_FEED_INVALID'));
  expect(desk.state.feed).toBeNull();
  expect(refused('https://updates.example.com/freight')).toBeNull();
  expect(desk.state.feed).toBe('https://updates.example.com/freight/');
});

test('uses the administrator’s feed, whatever was typed here', async () => {
  desk.updates.setFeed('https://updates.example.com/mine');
  const laidDown = new UpdateDesk(folder, feed.publicKeys, { feed: address(), feedLocked: true });
  expect(laidDown.state.feed).toBe(address());
  expect(() => laidDown.updates.setFeed('https://updates.example.com/mine')).toThrow('MANAGED');
  expect(() => laidDown.updates.setFeed(null)).toThrow('MANAGED');
  await laidDown.updates.look();
  expect(laidDown.state.phase).toBe('found');
});

test('allows loopback without TLS in test builds alone, also when it is already stored', async () => {
  desk.updates.setFeed(address());
  const released = new UpdateDesk(folder, feed.publicKeys, { loopback: false });
  expect(released.state.feed).toBe(address());
  await released.updates.look();
  released.untouched('UPDATE_FEED_INSECURE');
  expect(server.heard).toEqual([]);
});

describe('an update server', () => {
  const redirect = (to: string) => (response: ServerResponse) =>
    void response.writeHead(302, { location: to }).end();

  test('is not followed when it redirects, for the manifest or the package', async () => {
    const other = await FakeServer.start(serve);
    const elsewhere = `http://127.0.0.1:${other.port}/`;
    instead[MANIFEST] = redirect(`${elsewhere}${MANIFEST}`);
    await desk.takeAll(address());
    desk.untouched('UPDATE_REDIRECT');
    instead = { [NEW]: redirect(`${elsewhere}${NEW}`) };
    await desk.takeAll(address());
    desk.untouched('UPDATE_REDIRECT');
    expect(other.heard).toEqual([]);
    await other.stop();
  });

  test('is given up with the reason when it is silent, stalls, hangs up or fails', async () => {
    const faults: [string, string, (response: ServerResponse) => void][] = [
      ['TIMED_OUT', MANIFEST, () => undefined],
      ['STALLED', NEW, (response) => void response.writeHead(200).write('begun')],
      ['NO_CONNECTION', NEW, (response) => response.socket?.destroy()],
      ['UPDATE_FEED_FAILED', MANIFEST, (response) => void response.writeHead(503).end()],
      ['UPDATE_MANIFEST', MANIFEST, (response) => void response.writeHead(200).end(Buffer.alloc(3_000_000))],
    ];
    for (const [code, name, fault] of faults) {
      instead = { [name]: fault };
      await desk.takeAll(address());
      desk.untouched(code);
    }
  });

  test('is refused when its certificate is untrusted, whatever the environment says', async () => {
    const secure = await FakeServer.start(serve, { tls: certificates.inOrder });
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    process.env.HTTPS_PROXY = address();
    try {
      await desk.takeAll(`https://127.0.0.1:${secure.port}/`);
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      delete process.env.HTTPS_PROXY;
    }
    desk.untouched('TLS_FAILED');
    expect([secure.heard, server.heard]).toEqual([[], []]);
    await secure.stop();
  });

  test('is used over TLS with a certificate trusted by this computer, and its failures are named apart', async () => {
    const secure = await FakeServer.start(serve, { tls: certificates.inOrder });
    const usual = getCACertificates('default');
    setDefaultCACertificates([...usual, certificates.inOrder.cert]);
    // Existing connections keep the certificates they were opened with.
    agents.https.destroy();
    try {
      await desk.takeAll(`https://127.0.0.1:${secure.port}/updates/`);
      expect(desk.state.refused).toBeNull();
      expect(desk.steps).toEqual(['asked', 'backup', 'stopped', 'quit']);
      await expect.poll(() => existsSync(desk.record)).toBe(true);
      expect(secure.heard.map(({ url }) => path.basename(url))).toEqual([MANIFEST, `${MANIFEST}.sig`, NEW]);
      expect(server.heard).toEqual([]);
    } finally {
      setDefaultCACertificates(usual);
      agents.https.destroy();
      await secure.stop();
    }
  });

  test('sends nothing more after a cancelled download, and none of that stays', async () => {
    instead[NEW] = (response) => void response.writeHead(200).write(newProgram().slice(0, 100_000));
    desk.updates.setFeed(address());
    await desk.updates.look();
    const ended = desk.updates.download();
    await expect.poll(() => desk.fetched.length).toBe(1);
    desk.updates.cancel();
    await ended;
    expect(desk.state).toMatchObject({ phase: 'found', refused: null, progress: null });
    expect(desk.fetched).toEqual([]);
    instead = {};
    await desk.updates.download();
    expect(desk.state.phase).toBe('ready');
  });
});

test('reports a folder that is gone, or a pipe in place of a manifest', async () => {
  await desk.takeAll(path.join(folder, 'nowhere'));
  desk.untouched('UPDATE_FEED_FOLDER');
  feed.remove(MANIFEST);
  execFileSync('mkfifo', [feed.at(MANIFEST)]);
  await desk.takeAll(feed.folder);
  desk.untouched('UPDATE_FEED_FOLDER');
});

test('stops the update when its backup fails', async () => {
  const { updates } = new UpdateDesk(folder, feed.publicKeys, {
    before: async () => Promise.reject(new Error('no space')),
  });
  desk.updates = updates;
  await desk.takeAll(feed.folder);
  expect(desk.state).toMatchObject({
    phase: 'ready',
    outcome: null,
    refused: { code: 'UPDATE_BACKUP', params: { detail: 'no space' } },
  });
  expect(readFileSync(desk.appImage, 'utf8')).toBe(recorder('0.1.0', desk.record));
});

test('keeps the running version when its place cannot be written to', async () => {
  desk.updates.setFeed(feed.folder);
  await desk.updates.look();
  await desk.updates.download();
  // A folder blocks the name under which the new file is first written.
  const part = path.join(folder, 'apps', `.${NEW}.part`);
  execFileSync('mkdir', ['-p', path.join(part, 'full')]);
  await desk.updates.install();
  rmSync(part, { recursive: true, force: true });
  expect(desk.state).toMatchObject({ phase: 'ready', refused: { code: 'UPDATE_INSTALL' }, outcome: null });
  expect(readFileSync(desk.appImage, 'utf8')).toBe(recorder('0.1.0', desk.record));
  expect(desk.steps).toEqual(['asked', 'backup']);
  await desk.updates.install();
  expect(desk.steps.slice(-2)).toEqual(['stopped', 'quit']);
});

test.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
  'reports a disk that fills up during a download, keeps none of it, and succeeds with room',
  async () => {
    const small = path.join(folder, 'data/update');
    mkdirSync(small, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', small]);
    try {
      desk.updates.setFeed(feed.folder);
      await desk.updates.look();
      await desk.updates.download();
      desk.untouched('DISK_FULL');
      expect(desk.state.phase).toBe('found');
      execFileSync('mount', ['-o', 'remount,size=8m', small]);
      await desk.updates.download();
      expect(desk.state).toMatchObject({ phase: 'ready', refused: null });
    } finally {
      execFileSync('umount', [small]);
    }
  },
);

test('only downloads again after a power cut during or after the download', async () => {
  instead[NEW] = (response) => void response.writeHead(200).write(newProgram().slice(0, 100_000));
  desk.updates.setFeed(address());
  await desk.updates.look();
  const cut = desk.updates.download();
  await expect.poll(() => desk.fetched.length).toBe(1);
  const [half = ''] = desk.fetched;
  const halfBytes = readFileSync(path.join(folder, 'data/update', half));
  desk.updates.cancel();
  await cut;
  // The state after a power cut: the partial download is there, and nothing was cleaned up.
  writeFileSync(path.join(folder, 'data/update', half), halfBytes);
  desk.restart('0.1.0');
  expect(desk.state).toMatchObject({ phase: 'idle', outcome: null });
  instead = {};
  await desk.updates.look();
  await desk.updates.download();
  expect(desk.state).toMatchObject({ phase: 'ready', refused: null });

  // Complete, but not installed: the next start checks again, and installs what it then verifies.
  desk.restart('0.1.0');
  expect(desk.state).toMatchObject({ phase: 'idle', outcome: null });
  await desk.takeAll(address());
  expect(desk.steps).toEqual(['asked', 'backup', 'stopped', 'quit']);
  await expect.poll(() => existsSync(desk.record) && readFileSync(desk.record, 'utf8')).toBe('0.2.0 \n');
  expect(readdirSync(path.join(folder, 'apps'))).toEqual([NEW]);
});

test('continues with the downloaded package after the app was not closed', async () => {
  const { updates } = new UpdateDesk(folder, feed.publicKeys, { leaveFor: async () => false });
  desk.updates = updates;
  await desk.takeAll(feed.folder);
  expect(desk.state).toMatchObject({ phase: 'ready', refused: null, outcome: null });
});

test('installs nothing and says so in a build without a key', async () => {
  const without = new UpdateDesk(folder, '');
  expect(without.state.off).toEqual({ code: 'UPDATE_OFF_KEY' });
  const state = await without.takeAll(address());
  expect(state).toMatchObject({ phase: 'idle', offer: null });
  expect(server.heard).toEqual([]);
});

test('trusts each of several keys, so that a key can be replaced', async () => {
  const next = generateKeyPairSync('ed25519').privateKey;
  const both = new UpdateDesk(folder, `${publicText(next)},${feed.publicKeys}`);
  for (const key of [feed.key, next]) {
    feed.sign(MANIFEST, feed.manifest, key);
    both.updates.setFeed(feed.folder);
    await both.updates.look();
    expect(both.state.phase).toBe('found');
  }
});

test('downloads and verifies a Debian package, and leaves it to the user', async () => {
  const deb = packageName('0.2.0', 'deb');
  await feed.offer('0.2.0', { [deb]: 'a package' });
  const debian = new UpdateDesk(folder, feed.publicKeys, { kind: 'deb' });
  debian.updates.setFeed(feed.folder);
  await debian.updates.look();
  await debian.updates.download();
  expect(debian.state).toMatchObject({
    phase: 'ready',
    place: path.join(folder, 'data/update/packages', deb),
  });
  await debian.updates.install();
  expect(debian.state.refused?.code).toBe('UPDATE_INSTALL');
  writeFileSync(feed.at(deb), 'a pockage');
  const other = new UpdateDesk(folder, feed.publicKeys, { kind: 'deb' });
  await other.takeAll(feed.folder);
  expect(other.state.refused?.code).toBe('UPDATE_FILE_HASH');
  expect(other.fetched).toEqual([]);
});

test('announces a version to an unpacked folder without a package', async () => {
  const unpacked = new UpdateDesk(folder, feed.publicKeys, { kind: 'folder' });
  const state = await unpacked.takeAll(feed.folder);
  expect(state).toMatchObject({ phase: 'found', offer: { version: '0.2.0', file: null } });
});

test('checks once a day, if wanted and a feed is set', async () => {
  let now = Date.now();
  const daily = new UpdateDesk(folder, feed.publicKeys, { now: () => now });
  daily.updates.start();
  expect(server.heard).toEqual([]);
  daily.updates.setFeed(address());
  await expect.poll(() => daily.state.phase).toBe('found');
  const requests = server.heard.length;
  daily.restart('0.1.0');
  daily.updates.start();
  await expect.poll(() => server.heard.length).toBe(requests);
  expect(daily.state.phase).toBe('idle');
  now += 25 * 3_600_000;
  daily.restart('0.1.0');
  daily.updates.start();
  await expect.poll(() => daily.state.phase).toBe('found');
  daily.updates.setDaily(false);
  now += 25 * 3_600_000;
  const before = server.heard.length;
  daily.restart('0.1.0');
  daily.updates.start();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(server.heard.length).toBe(before);
  daily.updates.stop();
});

test('reaches the share of computers of a gradual rollout, and keeps the version there', async () => {
  const ids = Array.from({ length: 1000 }, (_, at) => `computer-${at}`);
  const among = (staging: number) => ids.filter((id) => isAmong(id, { version: '0.2.0', staging }));
  expect(among(0)).toEqual([]);
  expect(among(100)).toEqual(ids);
  const tenth = among(10);
  expect(tenth.length).toBeGreaterThanOrEqual(70);
  expect(tenth.length).toBeLessThanOrEqual(130);
  const half = new Set(among(50));
  expect(tenth.filter((id) => !half.has(id))).toEqual([]);
  await feed.offer('0.2.0', { [NEW]: newProgram() }, { staging: 0 });
  expect(await desk.takeAll(feed.folder)).toMatchObject({ phase: 'held', offer: null });
});

test('signs by a new key, with a password or without, in a way that the app accepts', async () => {
  for (const password of [undefined, 'Rotterdam#26']) {
    if (password) process.env.FREIGHT_UPDATE_KEY_PASSWORD = password;
    try {
      const file = path.join(folder, `key-${password ?? 'plain'}.pem`);
      const keys = makeKey(file);
      expect(() => makeKey(file)).toThrow();
      expect(readFileSync(file, 'utf8').includes('ENCRYPTED')).toBe(password !== undefined);
      feed.sign(MANIFEST, feed.manifest, readKey(file));
      const trusting = new UpdateDesk(folder, keys);
      trusting.updates.setFeed(feed.folder);
      await trusting.updates.look();
      expect(trusting.state.phase).toBe('found');
    } finally {
      delete process.env.FREIGHT_UPDATE_KEY_PASSWORD;
    }
  }
});
