import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Backups, TaskFailed } from '../../../main/desktop/backups';
import type { DesktopServices } from '../../../main/desktop/desk';
import { Memory } from '../../../main/desktop/memory';
import { type BackupTask, carryOutTask, problemOfTask } from '../../../main/server/host/backupTask';
import { makeData } from '../../support/dataFolder';
import { testFolder } from '../../support/folder';

const silent = () => undefined;
const DAY = 86_400_000;

/** Makes a desktop with its own data and a movable clock; tasks run here instead of in a process. */
async function deskAt(start: string) {
  const folder = testFolder();
  await makeData(path.join(folder, 'data'), 1);
  const memory = new Memory(folder, silent);
  memory.set({ environment: 'embedded', seed: 'empty' });
  const clock = { now: Date.parse(start) };
  const state = { status: 'ready' };
  const session = { environment: 'embedded', state: { status: 'signedOut' } };
  const desk = {
    memory,
    session,
    backend: { state },
    report: silent,
    announce: silent,
    language: () => 'en',
  };
  const backups = new Backups(desk as unknown as DesktopServices, {
    ...{ folder, scratch: folder, zone: 'UTC', now: () => clock.now },
    key: async () => null,
    run: (async (task: BackupTask, course = {}) =>
      carryOutTask(task, course).catch((error: unknown) => {
        throw new TaskFailed(problemOfTask(error), String(error));
      })) as never,
  });
  const made = (place = path.join(folder, 'backups')) =>
    existsSync(place) ? readdirSync(place).filter((name) => name.includes('-scheduled')).length : 0;
  return { folder, memory, clock, state, backups, made };
}

test('makes a due backup once, and makes up for missed ones', async () => {
  const { memory, clock, backups, made, state } = await deskAt('2026-11-03T10:00:00Z');
  await backups.makeIfDue();
  expect(made()).toBe(0);
  clock.now = Date.parse('2026-11-03T12:29:59Z');
  await backups.makeIfDue();
  expect(made()).toBe(0);
  clock.now = Date.parse('2026-11-03T12:30:00Z');
  await backups.makeIfDue();
  await backups.makeIfDue();
  expect(made()).toBe(1);
  // Off for three days; then it waits for the API to run.
  clock.now += 3 * DAY;
  state.status = 'starting';
  await backups.makeIfDue();
  expect(made()).toBe(1);
  state.status = 'ready';
  await backups.makeIfDue();
  await backups.makeIfDue();
  expect(made()).toBe(2);

  backups.schedule({ every: 'week', time: '08:00', weekday: 0, keep: 7 });
  await backups.makeIfDue();
  expect(made()).toBe(2);
  // 2026-11-09 is a Monday.
  clock.now = Date.parse('2026-11-09T07:59:00Z');
  await backups.makeIfDue();
  expect(made()).toBe(2);
  clock.now = Date.parse('2026-11-09T08:00:00Z');
  await backups.makeIfDue();
  expect(made()).toBe(3);
  backups.schedule({ every: 'off', time: '08:00', weekday: 0, keep: 7 });
  clock.now += 30 * DAY;
  await backups.makeIfDue();
  expect({ made: made(), fault: memory.get('backup').fault }).toEqual({ made: 3, fault: null });
});

test('reports a missing folder until the next backup, and makes one before an update elsewhere', async () => {
  const { folder, memory, clock, backups, made } = await deskAt('2026-11-03T10:00:00Z');
  await backups.makeIfDue();
  const drive = path.join(folder, 'drive');
  backups.setFolder(path.join(drive, 'backups'));
  clock.now += DAY;
  await backups.makeIfDue();
  expect(memory.get('backup').fault).toEqual({
    code: 'BACKUP_FOLDER',
    params: { detail: path.join(drive, 'backups') },
  });
  const update = await backups.make('update');
  expect(path.dirname(update?.place ?? '')).toBe(path.join(folder, 'backups'));
  backups.setFolder(folder);
  clock.now += DAY;
  await backups.makeIfDue();
  expect({ fault: memory.get('backup').fault, made: made(folder) }).toEqual({ fault: null, made: 1 });
  // The choice is stored.
  expect(new Memory(folder, silent).get('backup').folder).toBe(folder);
  rmSync(path.join(folder, 'data/freight.db'));
  await expect(backups.make('manual')).rejects.toMatchObject({ problem: { code: 'BACKUP_NOTHING' } });
});

test('keeps backups due after a clock was ahead or is set back', async () => {
  const { memory, clock, backups, made } = await deskAt('2026-11-03T10:00:00Z');
  await backups.makeIfDue();
  clock.now = Date.parse('2027-11-03T13:00:00Z');
  await backups.makeIfDue();
  expect(made()).toBe(1);
  clock.now = Date.parse('2026-11-03T14:00:00Z');
  await backups.makeIfDue();
  expect(memory.get('backup').turn).toBeLessThan(clock.now);
  clock.now += DAY;
  await backups.makeIfDue();
  expect(made()).toBe(2);
});
