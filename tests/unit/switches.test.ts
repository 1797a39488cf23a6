import { describe, expect, test } from 'vitest';
import { refusedSwitch } from '../../main/desktop/switches';

const on = (platform: NodeJS.Platform, appImage = false) => ({ platform, appImage });

describe('the command line of a start', () => {
  test.each<readonly string[]>([
    [],
    ['--server', 'demo', '--language=cn', '--theme', 'dark', '--quit', '--safe-start'],
    ['--user-data-dir=/tmp/a b', '--disable-gpu', '--ozone-platform=wayland', '--lang=zh-CN'],
    ['freight-console://open/bill/bill_manage'],
    ['-', '/a/file', 'no-sandbox'],
    ['--updated'],
    // Arguments after it are no switches to Chromium either; Windows passes links in this form.
    ['--', '--remote-debugging-port=9222'],
  ])('is accepted: %j', (...args) => {
    expect(refusedSwitch(args, on('linux'))).toBeUndefined();
  });

  test.each([
    '--remote-debugging-port=9222',
    '-remote-debugging-port=9222',
    '--remote-debugging-pipe',
    '--REMOTE-DEBUGGING-PORT=1',
    '--inspect',
    '--no-sandbox',
    '--serve',
    '--server-x=1',
    '---server=demo',
    '--=x',
    '--user-data-dir-x',
    '--__proto__',
    '--constructor',
  ])('is refused with %s in any place', (hostile) => {
    for (const args of [
      [hostile],
      ['--server', 'demo', hostile],
      ['freight-console://open/x', hostile, '--'],
    ])
      expect(refusedSwitch(args, on('linux'))).toBe(hostile);
  });

  test('is read on Windows as Chromium reads it there', () => {
    for (const hostile of ['/remote-debugging-port=1', '--Remote-Debugging-Port=1', '-NO-SANDBOX'])
      expect(refusedSwitch([hostile], on('win32'))).toBe(hostile);
    expect(
      refusedSwitch(['--Language=cn', '/user-data-dir=C:\\x', '-Embedding'], on('win32')),
    ).toBeUndefined();
    expect(refusedSwitch(['/remote-debugging-port=1'], on('linux'))).toBeUndefined();
  });

  test('is accepted with the switch that the AppImage runtime adds there alone', () => {
    expect(refusedSwitch(['--no-sandbox'], on('linux', true))).toBeUndefined();
    expect(refusedSwitch(['--no-sandbox', '--no-zygote'], on('linux', true))).toBe('--no-zygote');
    expect(refusedSwitch(['--no-sandbox'], on('linux'))).toBe('--no-sandbox');
  });
});
