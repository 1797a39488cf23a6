import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DesktopServices } from '../../../main/desktop/desk';
import { Memory } from '../../../main/desktop/memory';
import { folderProcedures, ReportFolders } from '../../../main/desktop/reportFolders';
import { takeTurns } from '../../../main/server/areas/report/scheduler';
import { scheduleDraft } from '../../api/cases/schedules';
import { clientOf } from '../../support/client';
import { testFolder } from '../../support/folder';
import { testApi } from '../../support/server';

const api = testApi();
const silent = () => undefined;

/** Makes a desktop with a signed-in user, who has chosen a folder in the dialog. */
async function deskWith(folder: string, settings = testFolder(), username = 'test') {
  const client = clientOf(api.base);
  client.token = api.admin.token;
  const memory = new Memory(settings, silent);
  const session = { environment: 'test', state: { status: 'signedIn', profile: { username } } };
  const desk = {
    ...{ memory, session, transport: client.transport },
    ...{ language: () => 'en', report: (message: string) => client.reports.push(message) },
  } as unknown as DesktopServices;
  const folders = new ReportFolders(desk);
  const asker = { dialogs: { chooseFolder: async () => folder } } as never;
  const chosen = await folderProcedures(desk, folders).choose({}, asker);
  return { folders, memory, client, settings, ...(chosen ?? { key: '', name: '' }) };
}

/** Makes a schedule into a folder, with one waiting run. */
async function waitingIn(folderRef: string, name = 'Boxes'): Promise<number> {
  const body = {
    ...scheduleDraft(),
    name,
    toEmails: [],
    folderRef,
    folderName: 'Reports',
    format: 'csv' as const,
  };
  const { id } = await api.call.reportSchedule.create({ body });
  api.db.prepare("update reportSchedule set nextAt = '2026-11-03T06:00:00Z' where id = ?").run(id);
  const store = await api.openStore();
  const now = () => Date.parse('2026-11-03T06:00:00Z');
  await takeTurns({ store, now, zone: 'UTC', report: silent }).finally(() => store.close());
  return id;
}
const stateOf = (id: number) =>
  api.row('select state, fault, fileName from reportRun where scheduleId = ? order by id desc', id);
const visible = (folder: string) => readdirSync(folder).sort();

describe('a report folder on this computer', () => {
  beforeEach(() => api.db.exec('delete from reportRun; delete from reportSchedule'));

  test('receives the waiting file with the day in its name, and the run records it', async () => {
    const folder = testFolder();
    const { folders, key } = await deskWith(folder);
    const id = await waitingIn(key);
    const [{ id: runId }] = api.rows('select id from reportRun where scheduleId = ?', id) as [{ id: number }];
    const { bytes } = await api.call.reportRun.file({ params: { id: runId } });
    await folders.writeWaiting();
    expect(visible(folder)).toEqual(['Boxes 2026-11-03 0600.csv']);
    expect(readFileSync(path.join(folder, 'Boxes 2026-11-03 0600.csv'))).toEqual(bytes);
    expect(stateOf(id)).toEqual({ state: 'done', fault: null, fileName: 'Boxes 2026-11-03 0600.csv' });
  });

  test('keeps all existing files', async () => {
    const folder = testFolder();
    writeFileSync(path.join(folder, 'Boxes 2026-11-03 0600.csv'), 'mine');
    const { folders, key } = await deskWith(folder);
    const id = await waitingIn(key);
    await folders.writeWaiting();
    expect(visible(folder)).toEqual(['Boxes 2026-11-03 0600 (2).csv', 'Boxes 2026-11-03 0600.csv']);
    expect(readFileSync(path.join(folder, 'Boxes 2026-11-03 0600.csv'), 'utf8')).toBe('mine');
    expect(stateOf(id)).toMatchObject({ state: 'done', fileName: 'Boxes 2026-11-03 0600 (2).csv' });
  });

  test('is reported when it is missing or read-only', async () => {
    const [removed, closed] = [testFolder(), testFolder()];
    const first = await deskWith(removed);
    const id = await waitingIn(first.key);
    rmSync(removed, { recursive: true });
    await first.folders.writeWaiting();
    expect(stateOf(id)).toMatchObject({ state: 'failed', fault: 'folder_gone' });
    // Root can write to a read-only folder as well.
    if (process.getuid?.() === 0) return;
    const second = await deskWith(closed);
    const other = await waitingIn(second.key, 'Closed');
    chmodSync(closed, 0o500);
    await second.folders.writeWaiting();
    chmodSync(closed, 0o700);
    expect(stateOf(other)).toMatchObject({ state: 'failed', fault: 'folder_denied' });
  });

  test('receives a file once, even if the computer was switched off before it was recorded', async () => {
    const folder = testFolder();
    const { folders, key, settings, memory } = await deskWith(folder);
    const id = await waitingIn(key);
    const { id: runId } = api.row('select id from reportRun where scheduleId = ?', id);
    writeFileSync(path.join(folder, 'Boxes 2026-11-03 0600.csv'), 'written before');
    memory.written('test:test', Number(runId), 'Boxes 2026-11-03 0600.csv');
    await folders.writeWaiting();
    expect(visible(folder)).toEqual(['Boxes 2026-11-03 0600.csv']);
    expect(stateOf(id)).toMatchObject({ state: 'done', fileName: 'Boxes 2026-11-03 0600.csv' });
    expect(new Memory(settings, silent).written('test:test', Number(runId))).toBeUndefined();
  });

  test('receives nothing for another user, or while the API cannot be reached', async () => {
    const folder = testFolder();
    const { folders, key, settings, client } = await deskWith(folder);
    const id = await waitingIn(key);
    const other = await deskWith(testFolder(), settings, 'somebody.else');
    await other.folders.writeWaiting();
    expect({ files: visible(folder), ...stateOf(id) }).toMatchObject({ files: [], state: 'waiting' });
    const { target } = client;
    client.target = { ...target, base: 'http://127.0.0.1:1/admin' };
    await folders.writeWaiting();
    expect({ files: visible(folder), ...stateOf(id) }).toMatchObject({ files: [], state: 'waiting' });
    client.target = target;
    await folders.writeWaiting();
    expect(stateOf(id)).toMatchObject({ state: 'done' });
    expect(client.reports.filter((line) => !/connection|ECONN/i.test(line))).toEqual([]);
  });
});
