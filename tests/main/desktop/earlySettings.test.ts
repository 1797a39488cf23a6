import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  readEarlySettings,
  recordLaunch,
  softwareRenderingReason,
} from '../../../main/desktop/earlySettings';
import { Memory } from '../../../main/desktop/memory';
import { StartGuard } from '../../../main/desktop/startGuard';
import { testFolder } from '../../support/folder';

const silent = () => undefined;
let folder: string;
beforeEach(() => {
  folder = testFolder();
});
const whole = () => new Memory(folder, silent);

describe('the early settings', () => {
  test('are the same on a new computer as those read completely', () => {
    const { settings } = whole();
    expect(readEarlySettings(folder)).toEqual({
      language: settings.language,
      theme: settings.theme,
      gpu: settings.gpu,
      window: whole().get('window'),
      failed: null,
      embedded: null,
    });
  });

  test('contain the stored values, and the data folder to start with', () => {
    const memory = whole();
    memory.change({ language: 'cn', theme: 'dark', gpu: 'off' });
    memory.set({ window: { x: 5, y: 6, width: 1300, height: 800, maximized: true } });
    memory.set({ environment: 'embedded', seed: 'demo', data: 'data-2' });
    expect(readEarlySettings(folder)).toEqual({
      ...{ language: 'cn', theme: 'dark', gpu: 'off', failed: null },
      window: { x: 5, y: 6, width: 1300, height: 800, maximized: true },
      embedded: { seed: 'demo', data: 'data-2' },
    });
    // Data that does not exist yet is created only after all settings have been read.
    memory.set({ toBegin: true });
    expect(readEarlySettings(folder).embedded).toBeNull();
    memory.set({ toBegin: false, environment: 'production' });
    expect(readEarlySettings(folder).embedded).toBeNull();
  });

  test.each([
    '',
    '{',
    '[]',
    'null',
    '{"settings":[],"window":{"width":"x"},"environment":"embedded","seed":"x"}',
  ])('treat %j as missing', (text) => {
    const fresh = readEarlySettings(folder);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'settings.json'), text);
    writeFileSync(path.join(folder, 'starts.json'), text);
    expect(readEarlySettings(folder)).toEqual(fresh);
  });

  test('name no folder outside the data', () => {
    const memory = whole();
    memory.set({ environment: 'embedded', seed: 'demo' });
    const file = path.join(folder, 'settings.json');
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...kept, data: '../elsewhere' }));
    expect(readEarlySettings(folder).embedded).toBeNull();
  });

  test('count unpainted starts as the start guard does', () => {
    for (let start = 0; start < 2; start += 1) {
      expect(readEarlySettings(folder).failed).toBeNull();
      expect(recordLaunch(folder, readEarlySettings(folder))).toBe(true);
    }
    expect(readEarlySettings(folder).failed).toBe('notPainted');
    expect(new StartGuard(folder, silent).countStart()).toBe('notPainted');
    new StartGuard(folder, silent).tryAgain();
    expect(readEarlySettings(folder).failed).toBeNull();
  });

  test('leave a damaged file of starts to the guard', () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'starts.json'), '{');
    expect(recordLaunch(folder, { failed: null })).toBe(false);
    expect(readFileSync(path.join(folder, 'starts.json'), 'utf8')).toBe('{');
  });

  test('turn the graphics processor off when requested, or after it failed', () => {
    expect(softwareRenderingReason(true, { gpu: 'on', failed: null })).toBe('safeStart');
    expect(softwareRenderingReason(false, { gpu: 'off', failed: 'gpuFailed' })).toBe('setting');
    expect(softwareRenderingReason(false, { gpu: 'on', failed: 'gpuFailed' })).toBeNull();
    expect(softwareRenderingReason(false, { gpu: 'auto', failed: 'gpuFailed' })).toBe('gpuFailed');
    expect(softwareRenderingReason(false, { gpu: 'auto', failed: null })).toBeNull();
  });
});
