import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import type { DeskApp } from './deskApp';
import { expect, test } from './fixtures';

/** Milliseconds that a page has for its attempts to send. */
const SENDING = 4000;
/** A name that only a DNS look-up could have sent to the network. */
const HINTED = 'hinted.example.test';

/** Ways that reach the listener from an unprotected page, some of each kind. */
const ARRIVING = [
  ...['fetch', 'no-cors', 'keepalive', 'frame-fetch', 'xhr', 'beacon', 'events', 'socket', 'cache', 'later'],
  ...['link-stylesheet', 'link-prefetch', 'link-modulepreload', 'preload-font', 'speculated', 'module.js'],
  ...['script', 'img', 'video', 'audio', 'track', 'poster', 'input', 'srcset', 'svg-image', 'svg-use'],
  ...['css-background', 'css-mask', 'css-shape', 'sheet-font', 'sheet-image', 'style-import', 'font'],
  ...['worker', 'shared-worker', 'blob-worker', 'data-worker', 'worklet', 'ping', 'download', 'srcdoc'],
];

/** Starts a listener on this machine that records what arrives by TCP and UDP. */
async function listen() {
  const arrived: string[] = [];
  const tcp = createServer((socket) => {
    let heard = false;
    const note = (what: string) => {
      heard = true;
      arrived.push(what);
    };
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      const line = bytes.toString('latin1').split('\r\n')[0] ?? '';
      const [, target] = /^[A-Z]+ (\S+) HTTP/.exec(line) ?? [];
      note(`tcp ${target ?? 'bytes'}`);
      if (!target) return;
      socket.end(
        'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\naccess-control-allow-origin: *\r\nconnection: close\r\n\r\n<!doctype html><title>x</title><body>',
      );
    });
    socket.on('close', () => heard || arrived.push('tcp connection'));
  }).listen(0, '127.0.0.1');
  const udp = createSocket('udp4').on('message', () => arrived.push('udp'));
  udp.bind(0, '127.0.0.1');
  await Promise.all([once(tcp, 'listening'), once(udp, 'listening')]);
  return {
    arrived,
    at: { tcp: (tcp.address() as AddressInfo).port, udp: udp.address().port, hinted: HINTED },
    close: () => {
      tcp.close();
      udp.close();
    },
  };
}

/**
 * Tries each way by which a page of Chromium can send something; runs in the page. Returns the ways that exist there.
 */
async function tryAll({ tcp, udp, hinted }: { tcp: number; udp: number; hinted: string }) {
  const http = `http://127.0.0.1:${tcp}`;
  const https = `https://127.0.0.1:${udp}`;
  const known: string[] = [];
  /** Tries one way, ignoring its result. */
  const attempt = async (name: string, work: () => unknown) => {
    known.push(name);
    try {
      await Promise.race([work(), new Promise((done) => setTimeout(done, 300))]);
    } catch {
      // Refused, as expected.
    }
  };
  const host = window as unknown as Record<string, never>;
  const make = (kind: string, ...given: unknown[]) => Reflect.construct(host[kind] as never, given) as never;
  const add = (tag: string, set: Readonly<Record<string, string>>, to: Element = document.body) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(set)) made.setAttribute(name, value);
    to.append(made);
    return made;
  };
  const frame = (set: Readonly<Record<string, string>>) =>
    (add('iframe', set) as HTMLIFrameElement).contentWindow as unknown as Record<string, never>;

  const peer = (from: Record<string, never>, ice: object) => async () => {
    const connection = Reflect.construct(from.RTCPeerConnection as never, [ice]) as RTCPeerConnection;
    connection.createDataChannel('x');
    await connection.setLocalDescription(await connection.createOffer());
  };
  const stun = { iceServers: [{ urls: `stun:127.0.0.1:${udp}` }] };
  const turn = (kind: string, port: number) => ({
    iceServers: [{ urls: `turn:127.0.0.1:${port}?transport=${kind}`, username: 'x', credential: 'x' }],
  });
  await attempt('peer', peer(host, stun));
  await attempt('peer, relayed', peer(host, turn('udp', udp)));
  await attempt('peer, relayed by TCP', peer(host, turn('tcp', tcp)));
  await attempt('peer of a frame', peer(frame({}), stun));
  await attempt('peer of a frame with a page of its own', peer(frame({ srcdoc: '<p>x' }), stun));
  await attempt('peer to an address that was given', async () => {
    const one = make('RTCPeerConnection') as RTCPeerConnection;
    const other = make('RTCPeerConnection') as RTCPeerConnection;
    one.createDataChannel('x');
    await one.setLocalDescription(await one.createOffer());
    await other.setRemoteDescription(one.localDescription as RTCSessionDescription);
    await other.setLocalDescription(await other.createAnswer());
    await one.setRemoteDescription(other.localDescription as RTCSessionDescription);
    const line = (kind: string, port: number) =>
      `candidate:1 1 ${kind} 2122260223 127.0.0.1 ${port} typ host${kind === 'tcp' ? ' tcptype passive' : ''}`;
    await one.addIceCandidate({ candidate: line('udp', udp), sdpMid: '0' });
    await one.addIceCandidate({ candidate: line('tcp', tcp), sdpMid: '0' });
  });
  await attempt('transport', () => (make('WebTransport', `${https}/transport`) as { ready: unknown }).ready);
  await attempt('socket', () => make('WebSocket', `ws://127.0.0.1:${tcp}/socket`));
  await attempt('stream of a socket', () => make('WebSocketStream', `ws://127.0.0.1:${tcp}/socket-stream`));
  await attempt('events', () => make('EventSource', `${http}/events`));
  await attempt('fetch', () => fetch(`${http}/fetch`));
  await attempt('fetch without answer', () => fetch(`${http}/no-cors`, { mode: 'no-cors' }));
  await attempt('fetch that outlives', () => fetch(`${http}/keepalive`, { keepalive: true, method: 'POST' }));
  await attempt('fetch of a frame', () =>
    (frame({}).fetch as unknown as typeof fetch)(`${http}/frame-fetch`),
  );
  await attempt('fetch later', () => {
    const later = host.fetchLater as unknown as (url: string, how: object) => void;
    later(`${http}/later`, { activateAfter: 0 });
  });
  await attempt('request', () => {
    const request = new XMLHttpRequest();
    request.open('GET', `${http}/xhr`);
    request.send();
  });
  await attempt('beacon', () => navigator.sendBeacon(`${http}/beacon`, 'x'));
  await attempt('cache', async () => (await caches.open('x')).add(`${http}/cache`));
  await attempt('module', () => import(/* @vite-ignore */ `${http}/module.js`));

  for (const rel of [
    ...['stylesheet', 'prefetch', 'modulepreload', 'preconnect', 'icon', 'manifest', 'prerender'],
    ...['apple-touch-icon', 'compression-dictionary', 'next', 'search', 'pingback', 'alternate'],
  ])
    await attempt(`link ${rel}`, () => add('link', { rel, href: `${http}/link-${rel}` }, document.head));
  for (const as of ['script', 'style', 'image', 'font', 'fetch', 'track', 'document', 'audio', 'video'])
    await attempt(`preload ${as}`, () =>
      add('link', { rel: 'preload', as, href: `${http}/preload-${as}` }, document.head),
    );
  for (const rel of ['dns-prefetch', 'preconnect', 'prefetch'])
    await attempt(`name by ${rel}`, () =>
      add('link', { rel, href: `https://${rel}.${hinted}/` }, document.head),
    );
  await attempt('name by a link of the page', () => {
    add('meta', { 'http-equiv': 'x-dns-prefetch-control', content: 'on' }, document.head);
    add('a', { href: `https://anchor.${hinted}/` }).textContent = 'x';
  });
  await attempt('rules of speculation', () => {
    const rules = { prefetch: [{ urls: [`${http}/speculated`] }], prerender: [{ urls: [`${http}/ahead`] }] };
    add('script', { type: 'speculationrules' }).textContent = JSON.stringify(rules);
  });
  await attempt('refresh', () =>
    add('meta', { 'http-equiv': 'refresh', content: `0;url=${http}/refresh` }, document.head),
  );

  for (const tag of ['script', 'img', 'iframe', 'embed', 'video', 'audio', 'frame', 'fencedframe', 'portal'])
    await attempt(tag, () => add(tag, { src: `${http}/${tag}` }));
  await attempt('script module', () => add('script', { type: 'module', src: `${http}/script-module` }));
  await attempt('image of many', () => add('img', { srcset: `${http}/srcset 1x` }));
  await attempt('image with attribution', () =>
    add('img', { src: 'data:,x', attributionsrc: `${http}/attribution` }),
  );
  await attempt('object', () => add('object', { data: `${http}/object` }));
  await attempt('poster', () => add('video', { poster: `${http}/poster` }));
  await attempt('track', () => add('track', { src: `${http}/track`, default: '' }, add('video', {})));
  await attempt('picture button', () => add('input', { type: 'image', src: `${http}/input` }));
  await attempt('background', () => document.body.setAttribute('background', `${http}/background`));
  await attempt('drawing', () => {
    add('div', {}).innerHTML =
      `<svg width="9" height="9"><image href="${http}/svg-image"/><use href="${http}/svg-use#a"/>` +
      `<filter id="f"><feImage href="${http}/svg-filter"/></filter><rect filter="url(#f)" width="9" height="9"/></svg>`;
  });
  await attempt('image in memory', () => {
    new Image().src = `${http}/new-image`;
  });

  const styles = {
    background: `url(${http}/css-background)`,
    cursor: `url(${http}/css-cursor), auto`,
    content: `url(${http}/css-content)`,
    'list-style-image': `url(${http}/css-list)`,
    'border-image-source': `url(${http}/css-border)`,
    'mask-image': `url(${http}/css-mask)`,
    'shape-outside': `url(${http}/css-shape)`,
    filter: `url(${http}/css-filter#f)`,
    'background-image': `image-set("${http}/css-set" 1x)`,
  };
  for (const [name, value] of Object.entries(styles))
    await attempt(`style ${name}`, () => {
      const shown = add('li', {});
      shown.textContent = 'x';
      shown.style.setProperty(name, value);
    });
  await attempt('sheet made by the page', () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `@import url(${http}/sheet-import); @font-face { font-family: away; src: url(${http}/sheet-font) }` +
        `body { font-family: away; background-image: url(${http}/sheet-image) }`,
    );
    document.adoptedStyleSheets = [sheet];
  });
  await attempt('style of the page', () => {
    add('style', {}).textContent = `@import url(${http}/style-import);`;
  });
  await attempt('font', () => new FontFace('far', `url(${http}/font)`).load());

  await attempt('worker', () => new Worker(`${http}/worker`));
  await attempt('shared worker', () => new SharedWorker(`${http}/shared-worker`));
  const code = (text: string) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  await attempt('worker of a blob', () => new Worker(code(`fetch('${http}/blob-worker')`)));
  await attempt('worker of data', () => new Worker(`data:text/javascript,fetch('${http}/data-worker')`));
  await attempt('service worker', () => navigator.serviceWorker.register(`${http}/service-worker`));
  await attempt('own service worker', () => navigator.serviceWorker.register('/begin.js'));
  await attempt('worklet', () => new AudioContext().audioWorklet.addModule(`${http}/worklet`));

  await attempt('payment', () =>
    (
      make('PaymentRequest', [{ supportedMethods: `${https}/pay` }], {
        total: { label: 'x', amount: { currency: 'EUR', value: '1' } },
      }) as { canMakePayment(): unknown }
    ).canMakePayment(),
  );
  await attempt('identity', () =>
    navigator.credentials.get({
      identity: { providers: [{ configURL: `${http}/identity`, clientId: 'x' }] },
    } as never),
  );
  await attempt('passkey of another', () =>
    navigator.credentials.get({ publicKey: { challenge: new Uint8Array(8), rpId: `rp.${hinted}` } }),
  );
  await attempt('screen elsewhere', () =>
    (make('PresentationRequest', `${http}/presentation`) as { getAvailability(): unknown }).getAvailability(),
  );
  await attempt('auction', () =>
    (navigator as never as { joinAdInterestGroup(group: object): unknown }).joinAdInterestGroup({
      ...{ owner: https, name: 'x', lifetimeMs: 1000, updateURL: `${https}/auction` },
    }),
  );
  await attempt('shared storage', () =>
    (host.sharedStorage as unknown as { worklet: { addModule(url: string): unknown } }).worklet.addModule(
      `${http}/shared-storage`,
    ),
  );
  await attempt('direct socket', () => make('TCPSocket', '127.0.0.1', tcp));
  await attempt('direct datagram', () => make('UDPSocket', { remoteAddress: '127.0.0.1', remotePort: udp }));
  await attempt('artwork', () => {
    navigator.mediaSession.metadata = new MediaMetadata({ artwork: [{ src: `${http}/artwork` }] });
  });

  await attempt('ping', () => {
    const link = add('a', { href: '#', ping: `${http}/ping` });
    link.click();
  });
  await attempt('download', () => add('a', { href: `${http}/download`, download: 'x' }).click());
  for (const method of ['get', 'post'])
    for (const target of ['_self', '_blank'])
      await attempt(`form ${method} ${target}`, () =>
        (add('form', { method, target, action: `${http}/form-${method}` }) as HTMLFormElement).submit(),
      );
  await attempt('popup', () => window.open(`${http}/popup`));
  await attempt('popup of a blob', () =>
    window.open(
      URL.createObjectURL(new Blob([`<script>fetch('${http}/blob-popup')</script>`], { type: 'text/html' })),
    ),
  );
  await attempt('frame of a script', () =>
    add('iframe', { srcdoc: `<script>fetch('${http}/srcdoc')</script><img src="${http}/srcdoc-image">` }),
  );
  await attempt('link elsewhere', () => add('a', { href: `${http}/link` }).click());
  await attempt('place', () => {
    window.location.href = `${http}/place`;
  });
  return known;
}

/** Returns the names that Chromium looked up, from its own log: names of this test alone. */
function lookedUp(log: string): string[] {
  const { constants, events } = JSON.parse(readFileSync(log, 'utf8')) as {
    constants: { logEventTypes: Record<string, number> };
    events: { type: number; params?: object }[];
  };
  const names = new Map(Object.entries(constants.logEventTypes).map(([name, type]) => [type, name]));
  const found = events
    .filter(({ type }) => names.get(type)?.startsWith('HOST_RESOLVER'))
    .flatMap(({ params }) => JSON.stringify(params ?? {}).match(/[\w.-]+\.example\.test/g) ?? []);
  return [...new Set(found)].sort();
}

async function logged(app: DeskApp, log: string, work: () => Promise<void>): Promise<string[]> {
  await app.app.evaluate(({ netLog }, place) => netLog.startLogging(place), log);
  await work();
  await app.app.evaluate(({ netLog }) => netLog.stopLogging());
  return lookedUp(log);
}

test('lets a compromised page send nothing, by any way that Chromium has', async ({
  start,
  demoData,
  place,
}) => {
  test.setTimeout(180_000);
  const app = await start({ data: demoData(), allowed: /./ });
  const logs = place.folder('logs');

  await test.step('an unprotected page does send all of it', async () => {
    const control = await listen();
    const names = await logged(app, path.join(logs, 'control.json'), async () => {
      const known = await app.app.evaluate(
        async ({ BrowserWindow }, { script, at }) => {
          const window = new BrowserWindow({
            show: false,
            webPreferences: { partition: 'unprotected', sandbox: true },
          });
          window.webContents.setWebRTCIPHandlingPolicy('default');
          await window.loadURL(`http://127.0.0.1:${at.tcp}/unprotected`);
          const tried = await window.webContents.executeJavaScript(
            `(${script})(${JSON.stringify(at)})`,
            true,
          );
          await new Promise((done) => setTimeout(done, 2000));
          window.destroy();
          return tried as string[];
        },
        { script: tryAll.toString(), at: control.at },
      );
      expect(known.length).toBeGreaterThan(80);
    });
    control.close();
    const seen = new Set(control.arrived);
    for (const way of ['udp', 'tcp bytes', ...ARRIVING.map((name) => `tcp /${name}`)])
      expect.soft(seen, way).toContain(way);
    // A hint alone is suppressed in every window of the app.
    expect(names).toEqual([`prefetch.${HINTED}`]);
  });

  expect(await app.page.evaluate(() => 'RTCPeerConnection' in window)).toBe(false);
  const own = await listen();
  const home = app.page.url();
  const names = await logged(app, path.join(logs, 'own.json'), async () => {
    await app.page.evaluate(tryAll, own.at);
    await app.page.waitForTimeout(SENDING);
  });
  own.close();
  expect(app.page.url()).toBe(home);
  expect({ arrived: own.arrived, names }).toEqual({ arrived: [], names: [] });
});
