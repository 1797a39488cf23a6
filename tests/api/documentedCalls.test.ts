import { allEndpoints } from '@contract/index';
import { expect, test } from 'vitest';
import { testApi } from '../support/server';

/*
 * The calls of the specification and of the design, by hand, a line for each path: its methods, then the path below the base.
 * `{}` matches any parameter. Each of them must be in the contract exactly as written here.
 */
const PLAIN = 'GET POST';
const ONE = 'GET PUT DELETE';

/** Lists of reference data with all calls of the specification. */
const CONFIG = ['airport', 'destination', 'lastMile', 'warehouse', 'country', 'services', 'ioss'];
const configCalls = CONFIG.flatMap((name) => [
  [PLAIN, `/config/${name}`],
  [ONE, `/config/${name}/{}`],
  ['GET', `/config/${name}/all`],
  ['GET', `/config/${name}/export`],
  ['POST', `/config/${name}/import`],
  ['GET', `/config/${name}/import/template`],
  // A number is taken out of use by its lock.
  ...(name === 'ioss'
    ? []
    : [
        ['PUT', `/config/${name}/active`],
        ['PUT', `/config/${name}/{}/active`],
      ]),
]);

/** Lists of records that people maintain. */
const RECORDS = [
  ...['client', 'client-group', 'client-contact', 'client-role', 'client-company'],
  ...['bill-fee-category', 'charge-items', 'charge-flow', 'approval-config', 'netchb-account'],
  ...['contract', 'standard-quote', 'order-quote', 'taxation'],
  ...['air-transport', 'sea-transport', 'parcel-forecast', 'sea-isf', 'sea-entry', 'sea', 'monitor-config'],
];
const recordCalls = RECORDS.flatMap((name) => [
  [PLAIN, `/${name}`],
  [ONE, `/${name}/{}`],
  ['GET', `/${name}/export`],
]);
const SWITCHED = ['client', 'client-group', 'bill-fee-category', 'approval-config', 'monitor-config'];
const switches = SWITCHED.flatMap((name) => [
  ['PUT', `/${name}/active`],
  ['PUT', `/${name}/{}/active`],
]);
const decisions = ['contract', 'standard-quote', 'order-quote', 'taxation'].flatMap((name) => [
  ['PUT', `/${name}/{}/submit`],
  ['PUT', `/${name}/{}/approval`],
]);
const legs = ['inbound', 'outbound', 'clearance', 'pmc'].map((leg) => [
  'GET POST PUT DELETE PATCH',
  `/bill-lading/pick/{}/${leg}`,
]);
const nodes = [
  ...['PickupTime', 'NoaTime', 'AtWarehouseTime', 'ATATime', 'ULD', 'ETATime', 'T1Time', 'TATTime'],
  ...['PodTime', 'Remarks'],
].map((node) => ['PUT', `/bill-lading/{}/update${node}`]);
const reports = [
  ...['home-count', 'home-customs-inspection', 'customs-inspection', 'exception-batch', 'charts', 'box'],
  ...['destination', 'lastMile', 'destination-warehouse-report'],
].map((name) => ['GET', `/report/${name}`]);
const searches = ['pallets', 'box', 'cmr', 'distinationWarehouses', 'parcel', 'parcel/destination/all'].map(
  (name) => ['GET', `/bill-lading/search/${name}`],
);

const documented: readonly (readonly string[])[] = [
  ['GET', '/captcha'],
  ['POST', '/login'],
  ['GET', '/menu-tree'],
  ['GET', '/profile/me'],
  ['PUT', '/profile/me/password'],
  ['PUT', '/profile/me/avatar'],
  ['POST', '/upload/files'],
  [PLAIN, '/bill-lading'],
  [ONE, '/bill-lading/{}'],
  ...['count', 'awb', 'awb/{}', 'inboundBatch', '{}/batch', '{}/timeline', 'logs', 'search'].map((path) => [
    'GET',
    `/bill-lading/${path}`,
  ]),
  ['GET PUT', '/bill-lading/awb/{}/time'],
  ['GET POST', '/bill-lading/awb/{}/arrived'],
  ...searches,
  ...['check', 'remove', 'recover', 'store-by-api', 'exportExcel', '{}/arrived', '{}/hscodeValidate'].map(
    (path) => ['POST', `/bill-lading/${path}`],
  ),
  ['POST PUT', '/bill-lading/archived'],
  ['PUT', '/bill-lading/{}/flightNumber'],
  ['GET POST PATCH', '/bill-lading/{}/pick'],
  ['PUT DELETE', '/bill-lading/{}/pick/{}'],
  ...legs,
  ...nodes,
  ...['free', 'hold', 'failure', 'abnormal', 'fyco', 'batch-date-update'].map((path) => [
    'POST',
    `/bill-lading/custom/${path}`,
  ]),
  ['GET', '/bill-lading/custom/boxes'],
  ['POST', '/bill-lading/import'],
  ['GET', '/bill-lading/import/template'],
  ['GET', '/tracking/parcel'],
  ['GET', '/tracking/awb'],
  ...configCalls,
  ...['{}/lock', '{}/unlock', 'lock-all', 'unlock-all'].map((path) => ['PUT', `/config/ioss/${path}`]),
  [PLAIN, '/config/cmr'],
  [ONE, '/config/cmr/{}'],
  ...['export', '{}/pdf', '{}/excel'].map((path) => ['GET', `/config/cmr/${path}`]),
  ...['zip', '{}/pod', '{}/sendToEmail'].map((path) => ['POST', `/config/cmr/${path}`]),
  ['GET PUT', '/config/cmr/send-config'],
  ...recordCalls,
  ...switches,
  ...decisions,
  ['GET', '/client-log'],
  [PLAIN, '/admins'],
  ['GET PUT', '/admins/{}'],
  ...['{}/forbid', '{}/allow', '{}/password'].map((path) => ['PUT', `/admins/${path}`]),
  ['POST', '/admins/batch-delete'],
  [PLAIN, '/admin-groups'],
  ['PUT DELETE', '/admin-groups/{}'],
  ['POST', '/admin-groups/batch-delete'],
  ['GET PUT', '/admin-groups/{}/members'],
  ['GET PUT', '/admin-groups/{}/permissions'],
  ...['hscode', 'awb-file', 'noa-mail', 'utb-mail'].map((name) => ['GET', `/mini-tools/${name}`]),
  [PLAIN, '/hscode-crawler'],
  [PLAIN, '/invoice-file'],
  ...reports,
  ['GET', '/message'],
  ['GET', '/message/count'],
  ['PUT', '/message/read'],
  ['POST', '/message/push'],
  ...['bill-cost', 'bill-revenue', 'bill-payment'].map((name) => [PLAIN, `/${name}`]),
  ...['bill-cost-diff', 'bill-customer', 'monitor-record', 'operate-logs'].map((name) => ['GET', `/${name}`]),
  ['PUT', '/bill-cost/paid'],
  ['PUT', '/bill-cost-diff/paid'],
  ['PUT', '/sea-isf/{}/approve'],
  ['PUT', '/sea-entry/{}/approve'],
  ['POST', '/netchb/isf-submit'],
  ['POST', '/netchb/isf-amend'],
  ['GET', '/netchb/isf-status'],
  ['POST', '/ams/entry/amend'],
  ['GET', '/import-jobs'],
  ['GET', '/import-jobs/{}'],
  ...['restart', 'undo', 'cancel'].map((act) => ['POST', `/import-jobs/{}/${act}`]),
];
const calls = documented.flatMap(([methods = '', path = '']) =>
  methods.split(' ').map((method) => `${method} ${path}`),
);
const written = allEndpoints().map(({ found }) => `${found.method} ${found.path.replace(/\{\w+\}/g, '{}')}`);

test.each(calls)('contains %s in the contract', (call) => expect(written).toContain(call));

test('has no call twice, or under a path that a documented one replaced', () => {
  expect(written.filter((call, at) => written.indexOf(call) !== at)).toEqual([]);
  const REMOVED = /\/bill-lading\/files|sendConfig|\/config\/cmr\/excel|\/prealert$|ioss\/lock$/;
  expect(written.filter((call) => REMOVED.test(call))).toEqual([]);
});

const api = testApi();

test('reads whether a waybill has arrived by GET, and writes it by POST alone', async () => {
  const { billNo } = api.row("select billNo from bill where stage = 'draft' and archived = 0 limit 1");
  const awb = String(billNo);
  const bills = () =>
    api.rows('select id, ata, version from bill where billNo = ? and removedAt is null', awb);
  const before = bills();
  const answer = await api.call.awb.arrival({ params: { awb } });
  expect(answer).toMatchObject({ billNo: awb, arrived: false, ata: null });
  expect(answer.batches.map(({ id, ata }) => [id, ata]).sort()).toEqual(
    before.map(({ id, ata }) => [id, ata]).sort(),
  );
  expect(bills()).toEqual(before);
});

test('locks IOSS numbers one by one and all at once', async () => {
  const { id } = api.row('select id from ioss where locked = 0 limit 1');
  const params = { id: Number(id) };
  const locked = await api.call.ioss.lock({ params, body: { reason: 'Its intermediary resigned' } });
  expect(locked).toMatchObject({ locked: true, lockReason: 'Its intermediary resigned' });
  expect(await api.call.ioss.unlock({ params, body: {} })).toMatchObject({ locked: false, lockReason: null });
  const all = api.count('select count(*) from ioss');
  const open = api.count('select count(*) from ioss where locked = 0');
  expect(await api.call.ioss.lockAll({ body: { expected: all } })).toEqual({
    ok: open,
    unchanged: all - open,
    failed: [],
  });
  expect(api.count('select count(*) from ioss where locked = 0')).toBe(0);
});
