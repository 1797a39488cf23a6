import { describe, expect, test } from 'vitest';
import { safeLink } from '../../../main/electron/shield';
import { readBase } from '../../../main/transport/target';

/** Returns the base of an address, or the code of its refusal. */
const read = (typed: string) => {
  const found = readBase(typed);
  return 'base' in found ? found.base : found.problem.code;
};

describe('the address of a server', () => {
  test.each([
    ['https://admin.example.com/admin', 'https://admin.example.com/admin'],
    ['  https://admin.example.com/admin/  ', 'https://admin.example.com/admin'],
    ['https://admin.example.com', 'https://admin.example.com'],
    ['https://admin.example.com///', 'https://admin.example.com'],
    ['HTTPS://Admin.Example.COM:443/Admin', 'https://admin.example.com/Admin'],
    ['https://admin.example.com:8443/a/b', 'https://admin.example.com:8443/a/b'],
    ['https://192.0.2.7/admin', 'https://192.0.2.7/admin'],
    ['https://[2001:db8::7]:8443/admin', 'https://[2001:db8::7]:8443/admin'],
    ['https://admin.example.com/a/../b', 'https://admin.example.com/b'],
    ['https://admin.example.com/%2e%2e/%2E%2E/b', 'https://admin.example.com/b'],
    ['https://admin.example.com\\admin', 'https://admin.example.com/admin'],
  ])('is stored in its plain form: %s', (typed, base) => expect(read(typed)).toBe(base));

  test.each(['http://127.0.0.1:8787/admin', 'http://localhost:8787/admin', 'http://[::1]:8787/admin'])(
    'may be unencrypted on this computer: %s',
    (typed) => expect(read(typed)).toBe(typed),
  );

  test.each([
    'http://admin.example.com/admin',
    'http://192.168.1.20/admin',
    'http://0.0.0.0/admin',
    'http://localhost.example.com/admin',
    'http://127.0.0.1.example.com/admin',
    'http://localhost./admin',
    'http://[::ffff:10.0.0.1]/admin',
    'http://[::]/admin',
    'http://lоcalhost/admin',
  ])('must be encrypted on other computers: %s', (typed) => expect(read(typed)).toBe('ADDRESS_INSECURE'));

  test.each([
    '',
    'admin.example.com',
    '//admin.example.com/admin',
    'https://',
    'https://user:secret@admin.example.com/admin',
    'https://admin.example.com@evil.example/admin',
    'https://user@admin.example.com',
    'https://admin.example.com/admin?token=1',
    'https://admin.example.com/admin#top',
    'https://admin example.com',
    'https://[::1',
    'https://admin.example.com:99999',
    'ftp://admin.example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'app://console/',
    'ws://127.0.0.1/',
  ])('is refused: %s', (typed) => expect(read(typed)).toBe('ADDRESS_INVALID'));

  test('is shown decoded when it has lookalike letters', () => {
    expect(read('https://аdmin.example.com/admin')).toBe('https://xn--dmin-43d.example.com/admin');
  });
});

describe('an external link', () => {
  test.each([
    ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['mailto:ops@example.com?subject=MAWB%20112', 'mailto:ops@example.com?subject=MAWB%20112'],
    ['MAILTO:ops@example.com?CC=a@example.com', 'mailto:ops@example.com?CC=a@example.com'],
  ])('is opened outside when it leads to a page or a person: %s', (address, opened) =>
    expect(safeLink(address)).toBe(opened),
  );

  test.each([
    'http://example.com/',
    'https://user:secret@example.com/',
    'https://user@example.com/',
    'mailto:ops@example.com?attach=/etc/passwd',
    'mailto:ops@example.com?subject=x&Attachment=C:%5Csecret',
    'mailto:?attach=%2Fhome',
    'file:///etc/passwd',
    'smb://server/share',
    '\\\\server\\share',
    'ms-msdt:/id',
    'search-ms:query=x',
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'app://console/',
    'chrome://settings',
    'about:blank',
    'ftp://example.com',
    'tel:+31201234567',
    'view-source:https://example.com',
    'https://',
    '/etc/passwd',
    '',
  ])('is not opened when it leads to anything else: %s', (address) =>
    expect(safeLink(address)).toBeUndefined(),
  );
});
