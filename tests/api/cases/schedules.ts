import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { permit } from '@contract/permissions';
import { placeOf } from '../../../main/server/store/storedFiles';
import type { Actor } from '../../support/apiCall';
import { newCode } from '../../support/apiRecords';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';
import { countChanged } from './countChanged';

/** Returns a valid schedule, sent by mail. */
export const scheduleDraft = () => ({
  name: newCode('Boxes'),
  report: 'reportBox' as const,
  span: 'last7' as const,
  content: { asked: {} },
  frequency: 'daily' as const,
  weekdays: [],
  sendTime: '07:00',
  format: 'xlsx' as const,
  language: 'en' as const,
  toEmails: ['ops@example.com'],
});

/** Makes a schedule that belongs to the caller. */
async function make(api: TestApi, as?: Actor) {
  const made = await api.call.reportSchedule.create({ body: scheduleDraft() });
  const owner = as?.staffId ?? api.admin.staffId;
  api.db.prepare('update reportSchedule set createdBy = ? where id = ?').run(owner, made.id);
  return made;
}

/** Makes a run of a schedule of the caller's, whose file waits for its folder. */
async function waitingRun(api: TestApi, as: Actor): Promise<number> {
  const { id: scheduleId } = await make(api, as);
  // A new file with a new row, to which nothing else refers.
  const fileId = newCode('file');
  const place = placeOf(path.join(api.folder, 'files'), fileId);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, 'Box');
  api.insert('storedFile', {
    ...{ id: fileId, fileName: 'Boxes.csv', mime: 'text/csv', size: 3, hash: 'none' },
    createdAt: '2026-11-03T06:00:00Z',
  });
  return api.insert('reportRun', {
    ...{
      scheduleId,
      slot: '2026-11-03T06:00:00Z',
      how: 'planned',
      target: 'folder',
      state: 'waiting',
      fileId,
    },
    ...{ fileName: 'Boxes.csv', folderRef: '0f9c2a4e-58f1-4b3e-9a55-3d8a5f0b7c11', folderName: 'Reports' },
  });
}

export const scheduleCases = {
  'reportSchedule.list': { right: () => ({ query: { pageSize: 5, report: ['reportBox'] } }) },
  'reportSchedule.all': { right: () => ({}) },
  'reportSchedule.export': { right: () => ({ query: { format: 'csv', columns: ['name', 'report'] } }) },
  'reportSchedule.get': { right: async (api, as) => ({ params: { id: (await make(api, as)).id } }) },
  'reportSchedule.create': {
    right: (api, as) => {
      // A report that a person may not see cannot be scheduled.
      api.db
        .prepare('insert or ignore into groupPermission (groupId, permissionId) values (?, ?)')
        .run(as.groupId, permit('report.box.view'));
      return { body: scheduleDraft() };
    },
    errors: {
      CODE_EXISTS: async (api) => {
        const { name } = await make(api);
        return api.refused('reportSchedule.create', { body: { ...scheduleDraft(), name } });
      },
    },
  },
  'reportSchedule.update': {
    right: async (api, as) => {
      const { id, version } = await make(api, as);
      return { params: { id }, body: { version, sendTime: '08:30' } };
    },
    errors: {
      CODE_EXISTS: async (api) => {
        const [{ name }, { id, version }] = [await make(api), await make(api)];
        return api.refused('reportSchedule.update', { params: { id }, body: { version, name } });
      },
      STALE_DATA: async (api) => {
        const { id } = await make(api);
        return api.refused('reportSchedule.update', {
          params: { id },
          body: { version: 7, sendTime: '08:30' },
        });
      },
    },
  },
  'reportSchedule.remove': { right: async (api, as) => ({ params: { id: (await make(api, as)).id } }) },
  'reportSchedule.usage': { right: async (api, as) => ({ params: { id: (await make(api, as)).id } }) },
  'reportSchedule.setActive': {
    right: async (api, as) => ({ params: { id: (await make(api, as)).id }, body: { active: false } }),
  },
  'reportSchedule.active': {
    right: async (api, as) => ({ body: { ids: [(await make(api, as)).id], active: false } }),
    errors: { COUNT_CHANGED: countChanged('reportSchedule.active', { active: false }) },
  },
  'reportSchedule.run': {
    right: async (api, as) => ({ params: { id: (await make(api, as)).id } }),
    errors: {
      SCHEDULE_RUNNING: async (api) => {
        const { id } = await make(api);
        await api.call.reportSchedule.run({ params: { id } });
        return api.refused('reportSchedule.run', { params: { id } });
      },
    },
  },
  'reportRun.list': { right: () => ({ query: { pageSize: 5, state: ['failed'] } }) },
  'reportRun.waiting': { right: () => ({}) },
  'reportRun.file': { right: async (api, as) => ({ params: { id: await waitingRun(api, as) } }) },
  'reportRun.written': {
    right: async (api, as) => ({
      params: { id: await waitingRun(api, as) },
      body: { fileName: 'Boxes.csv' },
    }),
  },
} satisfies Record<string, ContractCase>;
