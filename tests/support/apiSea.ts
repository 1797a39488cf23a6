import type { SeaBillState } from '@contract/sea/seaBill';
import type { SeaNodeName } from '@contract/sea/seaNode';
import { drafts } from './apiRecords';
import type { TestApi } from './server';

/** Bills by sea for tests of the API. */

export const hoursFromNow = (hours: number) =>
  new Date(Date.now() + hours * 3_600_000).toISOString().replace(/\.\d+/, '');

/** Makes a bill of a ship due to sail three weeks ago and to arrive a week ago. */
export const makeSeaFreight = (api: TestApi, changes: object = {}) =>
  api.call.seaBill.create({
    body: { ...drafts.seaBill(), etd: hoursFromNow(-504), eta: hoursFromNow(-168), ...changes },
  });

/** Returns a node of a bill by its name. */
export async function nodeOf(api: TestApi, seaBillId: number, name: SeaNodeName) {
  const nodes = await api.call.seaNode.ofBill({ params: { id: seaBillId } });
  const found = nodes.find(({ node }) => node === name);
  if (!found) throw new Error(`no node ${name}`);
  return found;
}

/** Records nodes as reached, some hours ago, in this order. */
export async function reach(
  api: TestApi,
  seaBillId: number,
  ...times: readonly (readonly [SeaNodeName, number])[]
) {
  for (const [name, hours] of times) {
    const { id, version } = await nodeOf(api, seaBillId, name);
    await api.call.seaNode.set({ params: { id }, body: { version, actualAt: hoursFromNow(-hours) } });
  }
  return api.call.seaBill.get({ params: { id: seaBillId } });
}

/** Nodes reached in each state, and none after it. */
export const REACHED: Readonly<Record<SeaBillState, readonly (readonly [SeaNodeName, number])[]>> = {
  draft: [],
  sailed: [['atd', 500]],
  arrived: [
    ['atd', 500],
    ['ata', 160],
  ],
  on_hold: [
    ['atd', 500],
    ['ata', 160],
    ['exam', 140],
  ],
  cleared: [
    ['atd', 500],
    ['ata', 160],
    ['exam', 140],
    ['released', 100],
  ],
  delivering: [
    ['atd', 500],
    ['ata', 160],
    ['released', 100],
    ['gateOut', 50],
  ],
  delivered: [
    ['atd', 500],
    ['ata', 160],
    ['released', 100],
    ['gateOut', 50],
    ['delivered', 40],
  ],
  closed: [
    ['atd', 500],
    ['ata', 160],
    ['released', 100],
    ['gateOut', 50],
    ['delivered', 40],
    ['emptyReturned', 10],
  ],
  cancelled: [],
};

/** Makes a bill in a state, by the calls that people use. */
export async function seaFreightIn(api: TestApi, state: SeaBillState) {
  const { id, version } = await makeSeaFreight(api);
  if (state === 'cancelled')
    return api.call.seaBill.act({ params: { id }, body: { version, action: 'cancel', reason: 'Postponed' } });
  return reach(api, id, ...REACHED[state]);
}
