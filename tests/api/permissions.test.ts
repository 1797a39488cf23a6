import { type ApiName, allEndpoints } from '@contract/index';
import { type PermissionId, type PermissionName, permissionNodes } from '@contract/permissions';
import { PLAIN_NAMES } from '@contract/resource';
import { words } from '@contract/words';
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import type { Actor } from '../support/apiCall';
import { everyPermission, testApi } from '../support/server';
import { cases } from './cases';
import { picture } from './cases/files';

const api = testApi();
const endpoints = allEndpoints();
const nameOf = new Map(permissionNodes.map(({ id, name }) => [id as string, name]));
const guarded = endpoints.flatMap(({ name, found }) => {
  const permissions = [found.access].flat().flatMap((id) => nameOf.get(id) ?? []);
  const [permission] = permissions;
  return permission ? [{ name, permission, permissions, found }] : [];
});
const everyoneElse = endpoints.filter(({ found }) => found.access === 'session');

/**
 * True if a call is permitted. Its input is invalid, so that a permitted call does nothing: the refusal for a missing
 * permission comes before all others.
 */
async function passes(name: ApiName, as: Actor): Promise<boolean> {
  const { params } = endpoints.find((one) => one.name === name)?.found ?? {};
  const input = {
    params: Object.fromEntries(Object.keys(params?.shape ?? {}).map((key) => [key, 999_999_999])),
    query: { surprise: '1' },
  };
  const answer = await api.send(name, input, { as });
  return !('refused' in answer) || answer.refused.code !== 'NO_PERMISSION';
}

// That a super administrator may make every call is shown where each returns what it declares.
test.each(guarded)(
  '$name is closed without $permission and open with it alone',
  async ({ name, permission, permissions }) => {
    const without = api.actor({
      permissions: everyPermission.filter((other) => !permissions.includes(other)),
    });
    const alone = api.actor({ permissions: [permission] });
    const input = await cases[name].right(api, alone);
    const refused = await api.refused(name, input, { as: without, language: 'cn' });
    expect(refused).toMatchObject({
      status: 403,
      code: 'NO_PERMISSION',
      msg: words.cn.messages.NO_PERMISSION,
    });

    const answer = await api.send(name, input, { as: alone });
    if (cases[name].superOnly)
      expect(answer).toMatchObject({ refused: { status: 403, code: 'NO_PERMISSION' } });
    else expect(answer).not.toHaveProperty('refused');
  },
);

test.each(everyoneElse)('$name is open to everyone who is signed in', async ({ name }) => {
  const nobody = api.actor();
  expect(await api.send(name, await cases[name].right(api, nobody), { as: nobody })).not.toHaveProperty(
    'refused',
  );
});

/** Calls that return the names of all records of a kind. */
const namings = endpoints.filter(({ name }) => name.endsWith('.all'));

describe('the names of all records of a kind', () => {
  test('are open to everyone when they contain names only, and otherwise to those who may read more', () => {
    expect(namings.length).toBeGreaterThan(35);
    const plain = new Set<string>(PLAIN_NAMES);
    const saying = namings.flatMap(({ name, found }) => {
      const row = (found.answer as z.ZodArray<z.ZodObject>).element;
      const more = Object.keys(row.shape).filter((field) => !plain.has(field));
      return found.access === 'session' && more.length > 0 ? [`${name}: ${more.join(', ')}`] : [];
    });
    expect(saying).toEqual([]);
    const others = namings.filter(({ found }) => found.access !== 'session').map(({ name }) => name);
    expect(others).toEqual(
      expect.arrayContaining([
        'ioss.all',
        'clientContact.all',
        'orderQuote.all',
        'seaEntry.all',
        'dayRate.all',
      ]),
    );
  });

  test.each(namings)(
    '$name answers an account with one permission no more than that',
    async ({ name, found }) => {
      const permissions = [found.access].flat().flatMap((id) => nameOf.get(id) ?? []);
      const bills = api.actor({ permissions: ['bill.manage.view'] });
      const answer = await api.send(name, {}, { as: bills });
      if (permissions.length > 0) {
        expect(answer).toMatchObject({ refused: { code: 'NO_PERMISSION' } });
        for (const permission of permissions)
          expect(await api.send(name, {}, { as: api.actor({ permissions: [permission] }) })).toHaveProperty(
            'got',
          );
      } else {
        const rows = (answer as { got: Record<string, unknown>[] }).got;
        expect(
          rows.flatMap(Object.keys).filter((field) => !(PLAIN_NAMES as readonly string[]).includes(field)),
        ).toEqual([]);
      }
    },
  );
});

/** Parcels, inspections and abnormal cases: calls to read, to manage cases, to decide over parcels. */
const seesParcels = [
  ...['list', 'count', 'export', 'get', 'boxes', 'declarations'].map((call) => `parcel.${call}`),
  ...['fyco.list', 'fyco.export', 'abnormalCase.list', 'abnormalCase.get', 'abnormalCase.export'],
  'abnormalCase.letter',
];
const keepsCases = [
  'abnormalCase',
  'custodyMove.report',
  'stockCount.decide',
  'parcel.abnormal',
  'parcel.removeAbnormal',
  'parcel.deliver',
];

/** File conversions: calls to read, to upload files and to decide over them. */
const seesFiles = ['list', 'get', 'issues', 'file', 'errorFile', 'template', 'statistic', 'statistics'].map(
  (call) => `fileJob.${call}`,
);
const sendsFiles = ['upload', 'uploadMany', 'restart', 'accept', 'cancel', 'remove'].map(
  (call) => `fileJob.${call}`,
);

/** Editors of a list may upload files of records to it, and decide over them. */
const importsRecords = [...sendsFiles.filter((call) => call !== 'fileJob.upload'), 'fileJob.undo'];

/** Lists of the file kinds with another name. */
const LIST_OF: Readonly<Record<string, string>> = {
  isf: 'seaIsf',
  entry: 'seaEntry',
  entry_type11: 'seaEntry',
};

/** Lists whose rows refer to records of another kind, and show them by name. */
const NAMES_ALSO_BY: Readonly<Record<string, readonly string[]>> = {
  clientContact: ['clientAccount.list'],
  chargeItem: [
    'billCost.list',
    'billRevenue.list',
    'chargeFlow.list',
    'standardQuote.list',
    'orderQuote.list',
  ],
  mailbox: ['noaMail.list', 'utbMail.list'],
};

/** Lists that everyone who sees them may export. */
const SAVED_AS: Readonly<Record<string, string>> = {
  'parcel.exportBoxes': 'parcel.boxes',
  'billRevenue.profitExport': 'billRevenue.profit',
  ...Object.fromEntries(
    ['awb', 'clearance', 'thirdParty', 'apiPush', 'mail', 'inboundBatch', 'attachment', 'fileJob']
      .concat('awbFile', 'invoiceFile', 'tariffReading')
      .map((group) => [`${group}.export`, `${group}.list`]),
  ),
};

/** Permitted calls of each group of the demo, by hand: groups of calls, or single ones. */
const desk = ['homeReport.counts', 'homeReport.attention', 'homeReport.approvals'];
const bills = [
  'bill.list',
  'bill.count',
  'bill.totals',
  'bill.get',
  'bill.timeline',
  'bill.logs',
  'bill.exportExcel',
  ...['custodyMove.stops', 'custodyMove.list', 'custodyMove.export', 'custodyMove.parcel'],
  'custodyBalance',
];
const printsLabels = ['box', 'pallet', 'parcel', 'test'].map((kind) => `label.${kind}`);
const seesWarehouse = [
  'pick.list',
  'pmc.list',
  'pmc.records',
  'pmc.export',
  'box.list',
  'box.counts',
  'box.progress',
  'collection.list',
  'collection.offer',
  'box.loose',
  'pallet.list',
  'scan.find',
  'scan.load',
  'stock',
  'stockRecord',
  'stockCount.list',
  'stockCount.export',
  'stockCount.get',
  ...['list', 'export', 'get', 'sheet', 'pdf', 'zip', 'free', 'logs', 'prealert', 'totals', 'boxes'].map(
    (call) => `cmr.${call}`,
  ),
  ...['cmrFile.list', 'cmrFile.download', 'cmrMail.list', 'cmrMail.proposals', 'cmrMail.eml'],
].concat(
  ['pickInbound.get', 'pickInbound.difference', 'pickClearance.get', 'pickOutbound.get', 'inboundBatch'],
  printsLabels,
);
const warehouse = [
  'pick',
  'pickInbound',
  'pickClearance',
  'pickOutbound',
  'pmc',
  'box',
  'collection',
  'pallet',
  'scan',
  'stockCount.start',
  'stockCount.scan',
  'stockCount.unscan',
  'stockCount.close',
  'stockCount.cancel',
  'cmr',
  'cmrFile',
  'cmrMail',
];
/** Time nodes by permission; one node on many bills is open to both, and checked bill by bill. */
const seesWaybills = ['awb.list', 'awb.get', 'awb.times', 'awb.arrival'];
const anyNode = ['timeNode.many', 'awb.setTime'];
const early = ['ETA', 'ATD', 'ATA', 'Noa', 'T1'].map((node) => `timeNode.update${node}Time`);
const late = ['Pickup', 'AtWarehouse', 'TAT', 'Pod'].map((node) => `timeNode.update${node}Time`);
const earlyNodes = [...anyNode, ...early, 'timeNode.arrive', 'timeNode.flightNumber', 'awb.arrived'];
const lateNodes = [...anyNode, ...late, 'timeNode.updateULD'];
const sees = [
  ...desk,
  'homeReport.inspections',
  ...bills,
  ...seesWaybills,
  ...seesWarehouse,
  'bill.search',
  ...seesParcels,
  ...seesFiles,
  'search',
  'tracking',
  'attachment.list',
  'attachment.download',
  'session.avatar',
  'session.removeAvatar',
];
const prepares = [
  ...sees,
  'thirdParty.list',
  'thirdParty.get',
  'apiPush.list',
  'apiPush.get',
  'bill.create',
  'bill.update',
  'timeNode.updateRemarks',
  ...earlyNodes,
  'bill.check',
  'bill.remove',
  'bill.recover',
  'fileJob',
  'attachment',
  'ccCode',
  'invoiceFile',
  'awbFile',
];
/** Customs: calls to read, to check codes, to declare. */
const seesCustoms = [
  'batch.list',
  'batch.boxes',
  'batch.history',
  't1.list',
  'clearance.list',
  'clearance.count',
  'clearance.get',
  'hsCheck.summary',
  'hsCheck.list',
  'customsMessage.list',
  'customsMessage.get',
  'customsAnswer.list',
  'productId.list',
  'productId.export',
];
const checksCodes = ['hsCheck.run', 'hsCheck.fix', 'productId.set'];
const clears = [
  'customsMessage',
  'customsAnswer',
  'batch',
  't1',
  'clearance',
  'hsCheck',
  'productId',
  'hsCode',
];
sees.push(...seesCustoms);
prepares.push(...seesCustoms, ...checksCodes);
const companies = [
  'clientCompany.list',
  'clientCompany.get',
  'clientCompany.usage',
  'clientCompany.export',
].concat('clientCompany.logs', 'clientCompany.logo');
const looks = (group: string) => ['list', 'get', 'usage', 'export'].map((call) => `${group}.${call}`);
const keeps = (group: string) => [group];
const looksAtBooks = [
  ...['chargeItem', 'chargeFlow', 'dayRate', 'containerTariff', 'vatCode'].flatMap(looks),
  ...[
    'billCost',
    'billCostDiff',
    'billRevenue',
    'billPayment',
    'bankEntry',
    'customerInvoice',
    'supplierInvoice',
  ].flatMap((group) => ['list', 'totals', 'get', 'export'].map((call) => `${group}.${call}`)),
  'billRevenue.profit',
  'billPayment.open',
  'customerInvoice.file',
  'rateFeed.settings',
  ...['settings', 'list', 'get', 'export'].map((call) => `eInvoice.${call}`),
  'supplierInvoice.file',
  'supplierInvoice.audit',
  ...['list', 'statement', 'file'].map((call) => `billCustomer.${call}`),
];
/** Documents with approval: calls to read, to write, to decide. */
const readsDocuments = (group: string) => [...looks(group), `${group}.progress`];
const writesDocuments = (group: string) =>
  ['create', 'update', 'remove', 'submit', 'withdraw', 'copy'].map((call) => `${group}.${call}`);
const seesRates = [...readsDocuments('taxation'), 'taxation.calculate', ...looks('euRate'), 'euRate.day'];
const seesQuotes = [...readsDocuments('standardQuote'), 'standardQuote.calculate'];
const seesOffers = [...readsDocuments('orderQuote'), 'orderQuote.pdf'];
const documentFiles = ['documentFile.list', 'documentFile.download'];
const givesFiles = ['documentFile.upload', 'documentFile.remove'];
/** Flights, voyages and forecasts: calls to read, and to plan. */
const plans = ['airTransport', 'seaTransport', 'parcelForecast'];
sees.push(
  ...plans.flatMap((group) => [...looks(group), `${group}.parts`, `${group}.candidates`]),
  ...['parcelForecast.totals', 'parcelForecast.bills', 'seaTransport.logs', 'billTransport'],
);
prepares.push(...plans, 'billTransport', 'fileJob.undo');
/** Bills by sea: calls to read, to create, and to maintain nodes and manifests. */
const seesSeaBills = [
  ...looks('seaBill'),
  ...['count', 'totals', 'parts', 'paper'].map((call) => `seaBill.${call}`),
  'seaBill.candidates',
  'containerCharge.list',
  'seaBill.logs',
  'seaNode.ofBill',
  ...documentFiles,
];
const seesNodes = ['list', 'count', 'export'].map((call) => `seaNode.${call}`);
const looksAtFilings = ['filing.list', 'filing.get'];
/** ISF: the permission to prepare includes neither approval nor filing. */
const preparesIsf = [
  ...looks('seaIsf'),
  ...['create', 'update', 'remove', 'count', 'prefill', 'filed', 'logs', 'submit', 'withdraw', 'discard'].map(
    (call) => `seaIsf.${call}`,
  ),
  ...['netchbIsf.amend', 'netchbIsf.status'],
  ...looksAtFilings,
];
/** Entries: the permission to prepare includes neither approval, filing nor payment. */
const seesEntries = [
  ...looks('seaEntry'),
  ...['count', 'totals', 'status', 'logs', 'pdf'].map((call) => `seaEntry.${call}`),
  ...looks('usRate'),
];
const preparesEntries = [
  ...seesEntries,
  ...['create', 'update', 'remove', 'prefill', 'submit', 'withdraw'].map((call) => `seaEntry.${call}`),
  ...['seaEntry.consignees', 'seaEntry.createEach'],
  'usRate',
];
const preparesSea = [
  'seaBill',
  'containerCharge',
  'seaNode.ofBill',
  ...seesNodes,
  ...looks('amsRecord'),
  ...documentFiles,
  ...givesFiles,
];
const worksThrough = (group: string) =>
  ['list', 'count', 'export', 'get', 'upload', 'paste', 'update', 'assign', 'match', 'process', 'act']
    .concat('opened', 'file')
    .map((call) => `${group}.${call}`);
/** Everyone with reports may schedule them as well. */
const schedules = ['reportSchedule', 'reportRun.list'];
const MAY: Readonly<Record<string, readonly string[]>> = {
  'Warehouse administrator': [
    'reportAbnormal',
    'reportExceptionBatch',
    'reportBox',
    'reportPrealert',
    'reportDestination',
    'reportStock',
    ...schedules,
    ...warehouse,
    ...sees,
    ...lateNodes,
    ...sendsFiles,
    ...importsRecords,
    'bill.archive',
    ...keepsCases,
    'bill.restore',
    'attachment.upload',
    'attachment.match',
    ...seesSeaBills,
    ...looks('destination'),
    ...looks('lastMile'),
    ...keeps('warehouse'),
    ...keeps('cmrConfig'),
    ...keeps('label'),
  ],
  'Domestic voucher preparation': [
    'reportTrend',
    'reportAwbFile',
    'reportBox',
    ...schedules,
    ...prepares,
    ...preparesSea,
    ...preparesIsf,
    ...preparesEntries,
    ...worksThrough('noaMail'),
    ...looks('channelCode'),
    ...looks('customer'),
    ...looks('clientGroup'),
    ...looks('clientContact'),
  ],
  'Customs broker': [
    'reportTrend',
    'reportInspection',
    'reportAbnormal',
    'reportExceptionBatch',
    'reportAwbFile',
    'reportCountry',
    ...schedules,
    ...prepares,
    ...['seaBill', 'seaNode', 'amsRecord', 'seaIsf', 'netchbIsf', 'filing', 'seaEntry', 'amsEntry', 'usRate'],
    'containerCharge',
    ...keepsCases,
    'tariffReading',
    ...worksThrough('noaMail'),
    ...worksThrough('utbMail'),
    'parcel',
    'fyco',
    'apiPush.push',
    ...keeps('airport'),
    ...looks('cargoStation'),
    ...looks('ioss'),
    ...looks('monitorConfig'),
    'monitorConfig.try',
    ...['list', 'get', 'export'].map((call) => `monitorRecord.${call}`),
    ...clears,
    ...seesRates,
    ...writesDocuments('taxation'),
    'euRate',
    'taxation.approval',
    ...documentFiles,
    ...givesFiles,
  ],
  Finance: [
    'reportTrend',
    'reportCountry',
    'reportCustomer',
    'reportLastMile',
    ...schedules,
    ...sees,
    ...looks('customer'),
    ...looks('clientGroup'),
    ...looks('clientContact'),
    ...companies,
    ...keeps('feeCategory'),
    ...['chargeItem', 'chargeFlow', 'dayRate', 'containerTariff', 'vatCode'].flatMap(keeps),
    ...['billCost', 'billCostDiff', 'billRevenue', 'billPayment', 'billCustomer'].flatMap(keeps),
    ...keeps('supplierInvoice'),
    ...keeps('customerInvoice'),
    ...keeps('bankEntry'),
    ...keeps('rateFeed'),
    ...keeps('eInvoice'),
    ...keeps('bookMonth'),
    ...['vatReturn', 'journal', 'openItem', 'accrual', 'ledgerSetup'].flatMap(keeps),
    ...worksThrough('utbMail'),
    ...importsRecords,
    ...readsDocuments('contract'),
    'contract.approval',
    ...seesQuotes,
    'standardQuote.approval',
    ...seesOffers,
    'orderQuote.approval',
    ...seesRates,
    ...documentFiles,
    'approvalLog',
    ...looksAtFilings,
    ...seesEntries,
    'seaEntry.pay',
  ],
  Sales: [
    'reportTrend',
    'reportAbnormal',
    'reportCountry',
    'reportCustomer',
    'reportDestination',
    'reportLastMile',
    ...schedules,
    ...sees,
    ...companies,
    ...looksAtBooks,
    ...importsRecords,
  ].concat(
    ['customer', 'clientGroup', 'clientContact', 'clientRole', 'clientAccount', 'clientLog'].flatMap(keeps),
    [...readsDocuments('contract'), ...writesDocuments('contract')],
    [...seesQuotes, ...writesDocuments('standardQuote')],
    [...seesOffers, ...writesDocuments('orderQuote')],
    ['prices', 'won', 'lost', 'reopen'].map((call) => `orderQuote.${call}`),
    [...seesRates, ...documentFiles, ...givesFiles],
  ),
};

describe.each(Object.entries(MAY))('the permission group %s', (group, may) => {
  const mayCall = (name: string): boolean => {
    const [of = '', call = ''] = name.split('.');
    const list = LIST_OF[call] ?? call;
    const saved = SAVED_AS[name];
    if (saved) return mayCall(saved);
    if (of === 'listImport') return mayCall(`${list}.create`);
    if (of === 'listTemplate') return mayCall(`${list}.list`);
    if (call === 'all' && mayCall(`${of}.list`)) return true;
    if (call === 'all') return NAMES_ALSO_BY[of]?.some(mayCall) ?? false;
    return may.includes(name) || may.includes(of);
  };

  let as: Actor;
  const open: string[] = [];
  beforeAll(async () => {
    as = api.actor({ group });
    for (const { name } of guarded) if (await passes(name, as)) open.push(name);
  });

  test('may call what its work needs and nothing else', () => {
    const superOnly = guarded.filter(({ name }) => cases[name].superOnly).map(({ name }) => name as string);
    const expected = guarded.map(({ name }) => name as string).filter(mayCall);
    expect(open.filter((name) => !superOnly.includes(name)).sort()).toEqual(expected.sort());
  });

  test('has exactly the menu of its calls, and the way to it', async () => {
    const tree = await api.call.session.menuTree({}, { as });
    const enabled = new Map(tree.map((node) => [node.tag, node.enabled]));
    expect(tree.map(({ id, parentId, level }) => ({ id, parentId, level }))).toEqual(
      permissionNodes.map(({ id, parentId, level }) => ({ id, parentId, level })),
    );
    for (const { name, found } of guarded) {
      if (cases[name].superOnly) continue;
      expect(open.includes(name), name).toBe([found.access].flat().some((id) => enabled.get(id)));
    }
    for (const { id, level } of permissionNodes) {
      const below = permissionNodes.filter(({ parentId }) => parentId === id);
      if (level < 3) expect(enabled.get(id), id).toBe(below.some((node) => enabled.get(node.id)));
    }
  });
});

test('covers every group of the demo', () => {
  const groups = api.rows('select name from adminGroup where superAdmin = 0 and name not like ?', 'test.%');
  expect(groups.map(({ name }) => name).sort()).toEqual(Object.keys(MAY).sort());
});

test('shows a super administrator the whole menu, whatever the group permits', async () => {
  const tree = await api.call.session.menuTree({}, { as: api.actor({ superAdmin: true }) });
  expect(tree.every(({ enabled }) => enabled)).toBe(true);
});

describe('a permission change during a session', () => {
  const view = '9020101' satisfies PermissionId;
  const may: readonly PermissionName[] = ['bill.manage.view'];

  test('takes effect at once when a permission is removed or added', async () => {
    const as = api.actor({ permissions: may });
    await api.call.bill.list({}, { as });
    api.db
      .prepare('delete from groupPermission where groupId = ? and permissionId = ?')
      .run(as.groupId, view);
    expect(await api.refused('bill.list', {}, { as })).toMatchObject({ status: 403, code: 'NO_PERMISSION' });
    api.insert('groupPermission', { groupId: as.groupId, permissionId: view });
    await api.call.bill.list({}, { as });
  });

  test('takes effect at once when the group changes', async () => {
    const [as, other] = [api.actor({ permissions: may }), api.actor()];
    api.db.prepare('update staff set groupId = ? where id = ?').run(other.groupId, as.staffId);
    expect(await api.refused('bill.list', {}, { as })).toMatchObject({ status: 403 });
  });

  test('takes effect at once when a super administrator is demoted', async () => {
    const as = api.actor({ superAdmin: true });
    await api.call.bill.list({}, { as });
    api.db.prepare('update staff set superAdmin = 0 where id = ?').run(as.staffId);
    expect(await api.refused('bill.list', {}, { as })).toMatchObject({ status: 403 });
  });

  test.each([
    ['may no longer sign in', 'update staff set loginAllowed = 0 where id = ?'],
    ['was deleted', 'delete from staff where id = ?'],
  ])('takes effect at once when a person %s', async (_, change) => {
    const as = api.actor({ permissions: may, superAdmin: true });
    await api.call.bill.list({}, { as });
    if (change.startsWith('delete')) api.db.prepare('delete from session where staffId = ?').run(as.staffId);
    api.db.prepare(change).run(as.staffId);
    for (const name of ['bill.list', 'session.me', 'session.menuTree'] as const) {
      expect(await api.refused(name, {}, { as })).toMatchObject({ status: 401, code: 'SESSION_ENDED' });
    }
  });
});

describe('a call without permission', () => {
  const nobody = () => api.actor();
  const fetchAs = (path: string, init: RequestInit & { as: Actor }) =>
    fetch(api.base + path, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${init.as.token}` },
    });

  test.each([
    ['another method in a header', '/bill-lading/count', { headers: { 'x-http-method-override': 'GET' } }],
    ['HEAD', '/bill-lading', { method: 'HEAD' }],
    ['capitals', '/Bill-Lading', {}],
    ['a slash at the end', '/bill-lading/', {}],
    ['a double slash', '//bill-lading', {}],
    ['an escaped slash', '/bill-lading%2fcount', {}],
    ['dots', '/profile/../bill-lading', {}],
    ['escaped dots', '/profile/%2e%2e/bill-lading', {}],
    ['a matrix parameter', '/bill-lading;x=1', {}],
    ['a token in the query', '/bill-lading?token=x', {}],
  ] as const)('is refused with %s', async (_, path, init) => {
    const { status } = await fetchAs(path, { ...init, as: nobody() });
    expect([403, 404]).toContain(status);
    const signedOut = await fetch(api.base + path, init);
    expect([401, 404]).toContain(signedOut.status);
  });

  test.each(['OPTIONS', 'PATCH', 'PUT', 'QUERY'])(
    'is refused as %s for a call that does not exist',
    async (method) => {
      const { status } = await fetchAs('/bill-lading', { method, as: api.admin });
      expect(status).toBe(404);
    },
  );

  test('does not find a picture of someone else', async () => {
    const [owner, other] = [nobody(), nobody()];
    const { fileId } = await api.call.session.upload({ file: picture() }, { as: owner });
    const foreign = await api.refused('session.file', { params: { fileId } }, { as: other });
    const missing = await api.refused('session.file', { params: { fileId: 'x'.repeat(22) } }, { as: other });
    expect(foreign).toEqual(missing);
    const taken = api.actor({ permissions: ['home.center.edit'] });
    expect(await api.refused('session.avatar', { body: { fileId } }, { as: taken })).toMatchObject({
      status: 404,
    });
  });
});
