import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LINK_SCHEME, linkAmong, linkTo, pathOfLink } from '@contract/link';
import { describe, expect, test } from 'vitest';
import { Links } from '../../../main/desktop/links';

describe('a link', () => {
  test.each(['/bill/bill_manage/detail/812', '/home', '/customer/customer_detail?id=7', '/tools/cc-code'])(
    'to %s opens that and nothing else',
    (to) => {
      expect(pathOfLink(linkTo(to))).toBe(to);
      expect(pathOfLink(`${linkTo(to)}/`)).toBe(to);
      expect(pathOfLink(linkTo(to).replace('freight-console', 'FREIGHT-CONSOLE'))).toBe(to);
    },
  );

  test.each([
    'freight-console://open',
    'freight-console://open/',
    'freight-console:///bill',
    'freight-console:open/bill',
    'freight-console://evil/bill',
    'freight-console://open.evil.com/bill',
    'freight-console://open@evil.com/bill',
    'freight-console://user:word@open/bill',
    'freight-console://open:80/bill',
    'freight-console://open//evil.com/bill',
    'freight-console://open/../bill',
    'freight-console://open/bill/..',
    'freight-console://open/./bill',
    'freight-console://open/%2e%2e/bill',
    'freight-console://open/bill%2fdetail',
    'freight-console://open/bill\\detail',
    'freight-console://open/bill#x',
    'freight-console://open/#/bill',
    'freight-console://open/bill?server=https://evil.com',
    'freight-console://open/bill?id=1&do=delete',
    'freight-console://open/bill?id=1;2',
    'freight-console://open/bill?id=-1',
    'freight-console://open/bill?id=1e3',
    'freight-console://open/bill?',
    'freight-console://open/bill\n',
    'freight-console://open/bi\u0000ll',
    'freight-console://open/bill\r\nX: 1',
    ' freight-console://open/bill',
    'freight-console://open/提单',
    'freight-console://open/bіll',
    'freight-console://open/bill"--inspect',
    "freight-console://open/bill'",
    'freight-console://open/<svg onload=alert(1)>',
    'freight-consolex://open/bill',
    'javascript:alert(1)//freight-console://open/bill',
    'https://open/bill',
    'file:///etc/passwd',
    'app://console/bill',
    '',
    `freight-console://open/${'a'.repeat(10_000)}`,
    `freight-console://open${'/a'.repeat(5000)}`,
  ])('is not %j', (link) => expect(pathOfLink(link)).toBeNull());

  test.each([undefined, null, 7, {}, ['freight-console://open/bill']])(
    'is not %j, which is no text',
    (link) => expect(pathOfLink(link)).toBeNull(),
  );

  test('is found among arguments, whether understood or not', () => {
    expect(linkAmong(['app', '--user-data-dir=/x', 'freight-console://open/bill'])).toBe(
      'freight-console://open/bill',
    );
    expect(linkAmong(['app', 'Freight-Console:nonsense'])).toBe('Freight-Console:nonsense');
    expect(linkAmong(['app', '--x=freight-console://open/bill', 'readme.txt'])).toBeUndefined();
  });

  test('has the scheme that the packages register', () => {
    const packaged = readFileSync(path.join(import.meta.dirname, '../../../electron-builder.yml'), 'utf8');
    expect(packaged).toContain(`schemes: [${LINK_SCHEME}]`);
  });
});

describe('links passed to a running app', () => {
  test('are reduced to the last one, which is announced and returned once', () => {
    const links = new Links();
    links.accept('freight-console://open/bill');
    let notices = 0;
    links.listen(() => {
      notices += 1;
    });
    links.accept('freight-console://open/home');
    expect(notices).toBe(1);
    expect(links.take()).toEqual({ path: '/home' });
    expect(links.take()).toBeNull();
  });

  test('are refused when invalid', () => {
    const links = new Links();
    links.accept('freight-console://evil/bill');
    expect(links.take()).toEqual({ path: null });
  });
});
