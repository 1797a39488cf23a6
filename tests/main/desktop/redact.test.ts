import { describe, expect, test } from 'vitest';
import { redact } from '../../../main/desktop/redact';

const APP = '/opt/Freight Console/resources/app.asar';
/** A token of the embedded API, and one of another server. */
const TOKEN = 'q3Jx8Zt0aVb5Nf2Lk7Rm1Wc9Ys4Hd6Pe8Gu0Ti3Oo5';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJsaS53ZWkifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg';

describe('a redacted log line', () => {
  test.each<[string, string]>([
    [`Authorization: Bearer ${TOKEN}`, TOKEN],
    [`authorization: bearer ${JWT}`, JWT],
    [`{"headers":{"Authorization":"Bearer ${TOKEN}","Language":"en"}}`, TOKEN],
    ['Authorization: Basic bGkud2VpOmh1bnRlcjI=', 'bGkud2VpOmh1bnRlcjI='],
    [`{"token":"${TOKEN}"}`, TOKEN],
    [`token=${TOKEN}; path=/`, TOKEN],
    [`refused ${TOKEN} at login`, TOKEN],
    ['{"username":"li.wei","password":"hunter2"}', 'hunter2'],
    ["{ password: 'two words', captcha: 'a1b2' }", 'two words'],
    ["{ password: 'two words', captcha: 'a1b2' }", 'a1b2'],
    ['{"oldPassword":"first one","newPassword":"second one"}', 'first one'],
    ['{"oldPassword":"first one","newPassword":"second one"}', 'second one'],
    ['{"password":"with \\" quote and more"}', 'quote and more'],
    ['passwd: hunter2', 'hunter2'],
    ['pwd=hunter2', 'hunter2'],
    ['X-Freight-Secret: hunter2hunter2', 'hunter2hunter2'],
    ['api-key=hunter2', 'hunter2'],
    ['Cookie: sid=hunter2', 'hunter2'],
    ['Set-Cookie: "sid=hunter2; Path=/"', 'hunter2'],
    ['mail to li.wei@example.com failed', 'li.wei'],
    ['"王芳" <wang.fang+ops@例え.example>', 'wang.fang'],
    ['phone +44 20 7946 0300 is wrong', '7946'],
    ['phone: 13800138000', '13800138000'],
    ['GET https://admin.example.com/admin/customer?keyword=Nordlicht failed', 'Nordlicht'],
    ['GET https://admin.example.com/admin/customer?phone=%2B4420&name=Nordlicht', 'Nordlicht'],
    ['GET /customer?keyword=Nordlicht', 'Nordlicht'],
    ['https://admin.example.com/#token=hunter2', 'hunter2'],
    ["ENOENT: no such file, open '/home/li wei/Nordlicht GmbH/bills.csv'", 'Nordlicht'],
    ['ENOENT: no such file, open /home/liwei/Nordlicht/bills.csv', 'Nordlicht'],
    ['open "C:\\Users\\Li Wei\\Nordlicht\\bills.csv"', 'Nordlicht'],
    ['open C:\\Users\\liwei\\bills.csv', 'liwei'],
    ['open \\\\server\\Nordlicht\\bills.csv', 'Nordlicht'],
    ['at file:///home/liwei/Nordlicht/x.js:3:4', 'liwei'],
    [`token:\n  ${TOKEN}`, TOKEN],
  ])('made of %j does not contain %j', (line, secret) => {
    const redacted = redact(line, APP);
    expect(redacted).not.toContain(secret);
    expect(redacted).toContain('***');
  });

  test.each([
    'the embedded API ended by itself (2 times within a minute)',
    'a call from app://console/ was refused',
    'the call bill.list was refused: size',
    'import: row 17 of 10000: FORMAT',
    'HTTP/1.1 503 in 1200 ms',
  ])('keeps what helps to find a fault: %j', (line) => expect(redact(line, APP)).toBe(line));

  test('keeps the places of a stack inside the app', () => {
    const stack = `Error: x\n    at open (${APP}/dist/main/index.cjs:120:14)\n    at node:internal/timers:581:17`;
    expect(redact(stack, APP)).toBe(
      'Error: x\n    at open (app:/dist/main/index.cjs:120:14)\n    at node:internal/timers:581:17',
    );
  });

  test('is made quickly from any long and odd text', () => {
    const odd = ['"', 'a@', '/a', '?=', '+1 ', 'a1', 'a', '1', 'a.', '://', 'token'].map((part) =>
      part.repeat(3000),
    );
    const startedAt = performance.now();
    for (const line of odd) redact(line, APP);
    expect(performance.now() - startedAt).toBeLessThan(3000);
  });
});
