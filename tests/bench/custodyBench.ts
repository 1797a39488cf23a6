import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Figure, median, ratio, timed } from './figure';
import { newSession, openForGrowing, startApi } from './grownApi';

const PARCELS = 50_000;
const BOXES = 2000;
const PALLETS = 40;
const RUNS = 3;
const AT = { came: '2026-11-02T08:00:00Z', moved: '2026-11-03T09:00:00Z' } as const;

/** A bill in the warehouse, with all that moves in one go. */
interface Load {
  readonly billId: number;
  readonly batchId: number;
  readonly cmrId: number;
}

/**
 * Measures the release, loading and delivery of a bill of 50,000 parcels in 2,000 boxes through the API, which keeps the
 * ledger, against what the same calls read and wrote before there was one, by plain statements: the parcels and boxes
 * that the rules judge, the states of each, the counters of the bill, and the logs.
 */
export async function custodyBench(on: { root: string; executable: string }): Promise<Figure[]> {
  const data = mkdtempSync(path.join(os.tmpdir(), 'freight-console-custody-'));
  const file = path.join(data, 'freight.db');
  const beside = path.join(data, 'beside.db');
  try {
    await (await startApi({ ...on, data })).stop();
    const first = openForGrowing(file);
    const token = newSession(first);
    const loads = Array.from({ length: RUNS + 1 }, (_, run) => stock(first, run));
    first.exec('pragma wal_checkpoint(truncate)');
    first.close();
    copyFileSync(file, beside);

    const api = await startApi({ ...on, data }, token);
    const peer = new DatabaseSync(beside, { enableForeignKeyConstraints: false });
    peer.exec('pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -32768');
    // A parcel had a copy of the time at which its box left.
    peer.exec('alter table parcel add column outboundAt text');
    const own: Record<Step, number[]> = { release: [], load: [], deliver: [] };
    const bare: Record<Step, number[]> = { release: [], load: [], deliver: [] };
    try {
      for (const [run, load] of loads.entries())
        for (const step of ['release', 'load', 'deliver'] as const) {
          if (step === 'deliver') {
            await act(api, load, 'depart');
            await act(api, load, 'arrive');
          }
          const sent = await timed(() => CALLS[step](api, load));
          const written = await timed(() => write(peer, step, load));
          if (run === 0) continue;
          own[step].push(sent);
          bare[step].push(written);
        }
    } finally {
      peer.close();
      await api.stop();
    }
    return (['release', 'load', 'deliver'] as const).flatMap((step): Figure[] => [
      { name: `custody: ${step} 50,000 parcels through the API`, value: median(own[step]), unit: 'ms' },
      {
        name: `custody: ${step}, against plain updates`,
        value: ratio(own[step], bare[step]),
        unit: '×',
        goal: 1.2,
        rule: 'custody',
      },
    ]);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

type Step = 'release' | 'load' | 'deliver';
type Api = Awaited<ReturnType<typeof startApi>>;

const read = async <T>(api: Api, place: string): Promise<T> =>
  JSON.parse(String(await api.send('GET', place))).data;
const versionOf = async (api: Api, cmrId: number): Promise<number> =>
  (await read<{ version: number }>(api, `/config/cmr/${cmrId}`)).version;
const act = async (api: Api, { cmrId }: Load, action: string) =>
  api.send('PATCH', `/config/cmr/${cmrId}`, { version: await versionOf(api, cmrId), action });

const CALLS: Readonly<Record<Step, (api: Api, load: Load) => Promise<unknown>>> = {
  release: (api, { batchId }) => api.send('PUT', `/bill-lading/batch/${batchId}/release`, { version: 1 }),
  load: (api, load) => act(api, load, 'load'),
  deliver: async (api, { cmrId }) =>
    api.send('PUT', `/config/cmr/${cmrId}/pod`, {
      version: await versionOf(api, cmrId),
      podAt: new Date().toISOString().replace(/\.\d+/, ''),
      podBoxCount: BOXES,
    }),
};

/** Reads the rows that the rules of each step need: parcels by number for a release, goods of boxes for a truck. */
const JUDGED: Readonly<Record<Step, (load: Load) => readonly string[]>> = {
  release: ({ billId, batchId }) => [
    `select parcel.id, parcel.billId, bill.warehouseId, parcel.trackingNo, parcel.state, parcel.previousState,
      parcel.releasedAt, parcel.disposition, parcel.batchId, box.boxNo, batch.batchNo, batch.mrn, box.outboundAt,
      exists (select 1 from fyco where parcelId = parcel.id and fyco.state = 'selected') as held
    from parcel join bill on bill.id = parcel.billId left join box on box.id = parcel.boxId
      left join batch on batch.id = parcel.batchId
    where parcel.batchId = ${batchId} order by parcel.trackingNo`,
    goodsOf(billId),
  ],
  load: ({ billId }) => [goodsOf(billId), goodsOf(billId)],
  deliver: ({ billId }) => [
    `select box.id, box.boxNo, box.weight, pallet.id as palletId from box join pallet on pallet.id = box.palletId
      where box.billId = ${billId} order by pallet.id, box.boxNo`,
    `select id from parcel where billId = ${billId} and state = 'free'`,
    goodsOf(billId),
  ],
};

const goodsOf = (billId: number) => `
  select boxId, count(*) as parcels, sum(state = 'clearance') as waiting, sum(state = 'held') as held,
    sum(state = 'failed' and disposition is null) as refused, sum(state = 'abnormal') as abnormal, max(releasedAt)
  from parcel where boxId in (select id from box where billId = ${billId}) group by boxId`;

/** The statements of each step before there was a ledger: states, times and an event of each parcel. */
const PLAIN: Readonly<Record<Step, (load: Load) => string>> = {
  release: ({ billId, batchId }) => `
    update batch set status = 'released', releasedAt = '${AT.moved}', version = version + 1 where id = ${batchId};
    update fyco set state = 'released', resultAt = '${AT.moved}'
      where parcelId in (select id from parcel where batchId = ${batchId}) and state = 'selected';
    update parcel set state = 'free', stateAt = '${AT.moved}', releasedAt = '${AT.moved}', holdReason = null, fyco = 0
      where batchId = ${batchId} and state = 'clearance';
    ${eventsOf(billId, 'free')}
    update box set state = 'ready' where billId = ${billId};
    ${refreshOf(billId)}
    ${logOf(billId, 'update')}`,
  load: ({ billId, cmrId }) => `
    update box set state = 'loaded', outboundAt = '${AT.moved}', outboundBy = 1 where billId = ${billId};
    update parcel set outboundAt = '${AT.moved}' where boxId in (select id from box where billId = ${billId});
    update pallet set state = 'loaded', version = version + 1 where cmrId = ${cmrId};
    update pick set outboundBoxes = ${BOXES}, outboundStartAt = '${AT.moved}' where billId = ${billId};
    update cmr set state = 'loaded', loadedAt = '${AT.moved}', version = version + 1 where id = ${cmrId};
    ${refreshOf(billId)}
    ${logOf(billId, 'load').repeat(PALLETS)}`,
  deliver: ({ billId, cmrId }) => `
    update parcel set state = 'completed', stateAt = '${AT.moved}', completedAt = '${AT.moved}'
      where billId = ${billId} and state = 'free';
    ${eventsOf(billId, 'pod')}
    update box set state = 'delivered' where billId = ${billId};
    update pallet set state = 'delivered' where cmrId = ${cmrId};
    update cmr set state = 'delivered', podAt = '${AT.moved}', podBoxCount = ${BOXES}, version = version + 1
      where id = ${cmrId};
    update bill set podAt = '${AT.moved}', stage = 'delivery', podBoxCount = ${BOXES} where id = ${billId};
    ${refreshOf(billId)}
    ${logOf(billId, 'deliver')}`,
};

const eventsOf = (billId: number, what: string) => `
  insert into parcelEvent (billId, parcelId, at, what, toState, operatorName)
    select billId, id, '${AT.moved}', '${what}', state, 'Bench' from parcel
    where billId = ${billId};`;

/** The counters that a bill keeps of its parcels. */
const refreshOf = (billId: number) => `
  update bill set version = version + 1,
    parcelsClearance = (select count(*) from parcel where billId = ${billId} and state = 'clearance'),
    parcelsFree = (select count(*) from parcel where billId = ${billId} and state = 'free'),
    parcelsCompleted = (select count(*) from parcel where billId = ${billId} and state = 'completed')
  where id = ${billId};`;

const logOf = (billId: number, action: string) => `
  insert into billLog (billId, at, action, operatorName) values (${billId}, '${AT.moved}', '${action}', 'Bench');`;

function write(db: DatabaseSync, step: Step, load: Load): void {
  db.exec('begin immediate');
  for (const judged of JUDGED[step](load)) db.prepare(judged).all();
  db.exec(PLAIN[step](load));
  db.exec('commit');
}

/** Puts 50,000 parcels of a new bill into the warehouse, declared and on pallets of a note. */
function stock(db: DatabaseSync, run: number): Load {
  const copy = (table: string, changes: Readonly<Record<string, string | number | null>>, where = 'true') => {
    const columns = db
      .prepare('select name from pragma_table_info(?)')
      .all(table)
      .map(({ name }) => String(name))
      .filter((name) => name !== 'id');
    const values = columns.map((name) =>
      name in changes
        ? typeof changes[name] === 'string'
          ? `'${changes[name]}'`
          : `${changes[name]}`
        : `"${name}"`,
    );
    const names = columns.map((name) => `"${name}"`).join(', ');
    const { lastInsertRowid } = db
      .prepare(
        `insert into "${table}" (${names}) select ${values.join(', ')} from "${table}" where ${where} order by id limit 1`,
      )
      .run();
    return Number(lastInsertRowid);
  };
  const warehouseId = Number(db.prepare('select min(id) as id from warehouse').get()?.id);
  const nothing = { handoverAt: null, blockedAt: null, tatAt: null, podAt: null, podBoxCount: null };
  const billId = copy(
    'bill',
    {
      ...nothing,
      ...{
        billNo: `9990000000${run}`,
        batchNo: `CUSTODY-${run}`,
        stage: 'inbound',
        boxCount: BOXES,
        warehouseId,
      },
      ...{ noaBoxCount: BOXES, packageCount: PARCELS, version: 1, archived: 0, parcelsClearance: PARCELS },
    },
    "stage = 'inbound' and mode = 'air'",
  );
  const batchId = copy('batch', {
    ...{ billId, batchNo: `C${run}`, status: 'accepted', mrn: null, version: 1, releasedAt: null },
  });
  const pickId = copy(
    'pick',
    {
      ...{ billId, pickNo: `PK-CUSTODY-${run}`, pickupBoxes: BOXES, inboundBoxes: BOXES, cmrNo: null },
      ...{
        pickupFinished: 1,
        inboundFinished: 1,
        outboundFinished: 0,
        outboundBoxes: null,
        outboundStartAt: null,
      },
      ...{ outboundFinishAt: null, version: 1 },
    },
    'inboundFinished = 1',
  );
  const cmrId = copy(
    'cmr',
    {
      ...{ cmrNo: `CMR-CUSTODY-${run}`, state: 'draft', loadedAt: null, departedAt: null, arrivedAt: null },
      ...{ podAt: null, podBoxCount: null, podPalletCount: null, fromWarehouseId: warehouseId, version: 1 },
      ...{ totalBoxes: BOXES, totalPallets: PALLETS },
    },
    "state = 'draft' or true",
  );
  const pallets = Array.from({ length: PALLETS }, (_, at) =>
    copy('pallet', {
      ...{ palletNo: `PL-C${run}-${at}`, sscc: null, cmrId, state: 'closed', warehouseId, version: 1 },
    }),
  );
  db.exec(`
    insert into cmrBill (cmrId, billId) values (${cmrId}, ${billId});
    with recursive n (i) as (select 0 union all select i + 1 from n where i < ${BOXES} - 1)
    insert into box (billId, boxNo, declaredParcels, weight, state, inboundAt, inboundBy, pickId, palletId, batchId, place,
      placeId, placedAt)
    select ${billId}, 'CB${run}-' || i, ${PARCELS / BOXES}, 9000, 'palletised', '${AT.came}', 1, ${pickId},
      ${pallets[0]} + i % ${PALLETS}, ${batchId}, 'warehouse', ${warehouseId}, '${AT.came}' from n;
    insert into custodyMove (billId, at, recordedAt, unit, fromPlace, toPlace, toId, quantity, members, proof)
    select ${billId}, '${AT.came}', '${AT.came}', 'box', 'announced', 'warehouse', ${warehouseId}, count(*),
      '[[' || min(id) || ',' || max(id) || ']]', 'scan' from box where billId = ${billId};
    with recursive n (i) as (select 0 union all select i + 1 from n where i < ${PARCELS} - 1)
    insert into parcel (billId, boxId, batchId, trackingNo, state, consigneeName, city, postcode, country, sellerName,
      vatScheme, value, currency, grossWeight, declarationSystem, hsStatus, createdAt)
    select ${billId}, (select min(id) from box where billId = ${billId}) + i / ${PARCELS / BOXES}, ${batchId},
      'CUS${run}' || printf('%08d', i) || 'NL', 'clearance', 'Tess Ter', 'Tilburg', '5015 BB', 'NL', 'Seller', 'ioss', 1999,
      'EUR', 360, 'DECO', 'success', '${AT.came}' from n;`);
  return { billId, batchId, cmrId };
}
