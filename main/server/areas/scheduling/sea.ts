import { check } from '@contract/checked';
import { problem } from '@contract/errors';
import {
  containerDraft,
  containerFields,
  seaContainer,
  seaTransport,
} from '@contract/scheduling/seaTransport';
import type { GroupHandlers } from '../../core/context';
import { crudHandlers } from '../../core/crud';
import { refuse, refuseFields } from '../../core/refusal';
import { codecOf } from '../../store/codec';
import { nextNumber } from '../../store/numbers';
import type { Reader } from '../../store/open';
import { difference, recordLog } from '../access/operateLog';
import { checkTimes } from './air';
import { lineCalls } from './lineCalls';
import { billsOn, changesOf, clearLine, lines, linkBills, logLine, readLine, refreshLine } from './lines';

const codec = codecOf(seaContainer);

const {
  active: _,
  setActive: __,
  ...usual
} = crudHandlers(seaTransport, {
  check: async (_context, draft, before) => {
    if (before) lines.sea.allow('update', before);
    if (draft.polCode === draft.podCode) throw refuseFields({ podCode: problem('TRANSPORT_SAME_PLACE') });
    const { siCutOff, cutOffDoc, cutOffCargo } = draft;
    checkTimes(draft, { siCutOff, cutOffDoc, cutOffCargo });
  },
  derive: async (draft, { write, now }, before) => ({
    transportNo:
      draft.transportNo ??
      before?.transportNo ??
      (await nextNumber(write, 'seaTransport', 'transportNo', 'ST', now)),
    ...(before ? {} : { state: 'planned' }),
  }),
});

const containerOf = (db: Reader, id: number, containerNo: string) =>
  db
    .selectFrom('seaContainer')
    .selectAll()
    .where('seaTransportId', '=', id)
    .where('containerNo', '=', containerNo)
    .executeTakeFirst();

/** Voyages: their containers, bills and progress. */
export const seaTransportHandlers: GroupHandlers<'seaTransport'> = {
  ...usual,
  ...lineCalls('sea'),

  remove: async (context, { params }) => {
    await clearLine(context, 'sea', params.id, 'seaContainer');
    return usual.remove(context, { params });
  },

  parts: async ({ read }, { params }) => {
    await readLine(read, 'sea', params.id);
    const containers = await read
      .selectFrom('seaContainer')
      .selectAll()
      .where('seaTransportId', '=', params.id)
      .orderBy('containerNo')
      .execute();
    return {
      bills: await billsOn(read, 'sea', params.id),
      containers: containers.map(codec.decode),
      changes: await changesOf(read, 'sea', params.id),
    };
  },

  link: (context, { params, body }) =>
    linkBills(
      context,
      'sea',
      params.id,
      body.billIds.map((billId) => ({ billId, kg: null, positions: 0 })),
    ),

  putContainer: async (context, { params, body }) => {
    const { write } = context;
    const line = await lines.sea.open(context, params.id, 'containers');
    const before = await containerOf(write, line.id, body.containerNo);
    if (before) {
      const columns = codec.encode(body);
      await write.updateTable('seaContainer').set(columns).where('id', '=', before.id).execute();
    } else {
      // A new container is checked as a whole; omitted fields are empty.
      const fresh = check(containerDraft, body);
      if (!fresh.ok) throw refuseFields(fresh.problems);
      const columns = { ...codec.encode(fresh.value), seaTransportId: line.id };
      await write.insertInto('seaContainer').values(columns).execute();
    }
    await refreshLine(context, 'sea', line.id);
    const after = await containerOf(write, line.id, body.containerNo);
    if (!after) throw refuse('NOT_FOUND');
    const container = codec.decode(after);
    const old = before ? codec.decode(before) : undefined;
    const shown = (row: typeof container) =>
      Object.fromEntries(containerFields.map((name) => [name, row[name]]));
    const changed = difference(old ? shown(old) : {}, shown(container));
    const { containerNo } = container;
    await logLine(context, 'sea', 'update', line, old && { containerNo, ...changed.before }, {
      containerNo,
      ...changed.after,
    });
    return container;
  },

  takeContainer: async (context, { params, query }) => {
    const { write } = context;
    const line = await lines.sea.open(context, params.id, 'containers');
    const found = await containerOf(write, line.id, query.containerNo);
    if (!found) throw refuse('NOT_FOUND');
    await write.deleteFrom('seaContainer').where('id', '=', found.id).execute();
    await refreshLine(context, 'sea', line.id);
    await logLine(context, 'sea', 'update', line, { containerNo: found.containerNo }, { containerNo: null });
    return null;
  },

  logs: async ({ read }, { params, query }) => {
    await readLine(read, 'sea', params.id);
    return recordLog(read, 'seaTransport', params.id, query);
  },
};
