import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { callOut, mayCall } from '../../main/server/core/callOut';

const { answers, lookup } = vi.hoisted(() => {
  const answers: { address: string; family: number }[][] = [];
  return { answers, lookup: vi.fn(async () => answers.shift() ?? [{ address: '127.0.0.1', family: 4 }]) };
});
vi.mock('node:dns/promises', () => ({ lookup }));
afterEach(() => {
  answers.length = 0;
  lookup.mockClear();
});

const call = (url: string, loopback = false) =>
  callOut({
    ...{ url: new URL(url), headers: {}, body: '{}', maxAnswer: 1000, loopback, deadline: 2000 },
    stopped: new AbortController().signal,
  }).then(
    (got) => got?.text,
    (error) => error.fault,
  );

describe('an address of this computer or its network', () => {
  test.each([
    ...[
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '0.0.0.0',
      '10.1.2.3',
      '169.254.169.254',
    ],
    ...['172.16.0.1', '192.168.1.1', '100.64.0.1', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
    ...[
      '[0:0:0:0:0:ffff:a9fe:a9fe]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '[2001:0:1::]',
    ],
    ...['[fe80::1]', '[fc00::1]', '[fd12::1]', '[fec0::1]', '[ff02::1]', '[::ffff:0:127.0.0.1]'],
    // Ranges reserved later, or not allocated.
    ...['[2001:db8::1]', '[3fff::1]', '[5f00::1]', '[100:0:0:1::1]', '[4000::1]', '[64:ff9b:1::7f00:1]'],
    ...['192.0.2.1', '192.88.99.1', '198.51.100.1', '203.0.113.1', '255.255.255.255'],
  ])('is not called in the form %s', async (host) => {
    expect(await call(`https://${host}/`)).toBe('private_address');
  });

  test.each(['::ffff:127.0.0.1', '::ffff:7f00:1', 'fec0::1', 'fe80::1%eth0', '::1%lo', '169.254.169.254'])(
    'is not called when a name resolves to %s, alone or with others',
    async (address) => {
      answers.push(
        [{ address, family: 4 }],
        [
          { address: '93.184.216.34', family: 4 },
          { address, family: 4 },
        ],
      );
      for (let turn = 0; turn < 2; turn += 1)
        expect(await call('https://partner.example/')).toBe('private_address');
    },
  );

  test('is refused, while public addresses are allowed', () => {
    const open = ['93.184.216.34', '2606:2800:220:1::1', '::ffff:93.184.216.34', '64:ff9b::5db8:d822'];
    expect(open.filter((one) => !mayCall(one, false))).toEqual([]);
    expect(['', 'localhost', '1.2.3', '2606::1%eth0'].filter((one) => mayCall(one, true))).toEqual([]);
  });
});

test('connects to the checked address, whatever the name resolves to later', async () => {
  const own = createServer((_, response) => response.end('inside')).listen(0, '127.0.0.1');
  const { port } = await new Promise<AddressInfo>((resolve) =>
    own.once('listening', () => resolve(own.address() as AddressInfo)),
  );
  try {
    // Nothing listens at this address; a second lookup, or that of the system, would reach the server above.
    answers.push([{ address: '127.0.0.9', family: 4 }]);
    expect(await call(`http://localhost:${port}/`, true)).toBe('closed');
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(await call(`http://localhost:${port}/`, true)).toBe('inside');
  } finally {
    own.close();
  }
});

test('returns a redirect as the response, and does not follow it', async () => {
  const urls: string[] = [];
  const own = createServer((request, response) => {
    urls.push(String(request.url));
    response.writeHead(307, { location: '/elsewhere' }).end('moved');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => own.once('listening', resolve));
  const { port } = own.address() as AddressInfo;
  expect(await call(`http://localhost:${port}/first`, true)).toBe('moved');
  expect(urls).toEqual(['/first']);
  own.close();
});
