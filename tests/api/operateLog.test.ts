import type { OperateLogRow } from '@contract/access/operateLog';
import { listKinds } from '@contract/files/listImport';
import { type ApiName, allEndpoints, resources } from '@contract/index';
import { labelOf } from '@contract/words';
import { describe, expect, test } from 'vitest';
import { moduleOf } from '../../main/server/areas/fileJobs/jobRow';
import { billCells, billCsv } from '../support/apiBillFile';
import type { Actor, LooseInput } from '../support/apiCall';
import { cellsOf } from '../support/apiExport';
import { looked } from '../support/apiFileJob';
import { drafts, makeBill, nameFieldOf } from '../support/apiRecords';
import { testApi } from '../support/server';
import { cases } from './cases';

const api = testApi();
/** Calls on the reader's own inbox alone, and calls without an effect. */
const UNLOGGED = new Set([
  // A person's own arrangement of a list.
  'listView.create',
  'listView.update',
  'listView.remove',
  'listView.begin',
  'listView.beginGroup',
  // Recorded in the log of runs.
  'reportRun.written',
  'message.read',
  'message.readAll',
  'attachment.match',
  'bankEntry.check',
  'monitorConfig.try',
  'billCost.shares',
  'supplierInvoice.read',
  'supplierInvoice.auditRead',
  'billRevenue.invoicePreview',
  'noaMail.opened',
  'utbMail.opened',
  'orderQuote.prices',
  'ccCode.findMany',
  'ccCode.export',
]);
const writing = allEndpoints().filter(
  ({ name, found }) => found.method !== 'GET' && found.access !== 'public' && !UNLOGGED.has(name),
);

const linesOf = async ({ staffId }: Actor): Promise<OperateLogRow[]> =>
  (await api.call.operateLog.list({ query: { operatorId: [staffId], pageSize: 500, sort: 'at' } })).list;

/** Action and object type of each write in the log; by hand for all but the plain resources. */
const CALLED: Readonly<Record<string, readonly [string, string, string]>> = {
  'reportSchedule.create': ['report', 'create', 'reportSchedule'],
  'reportSchedule.update': ['report', 'update', 'reportSchedule'],
  'reportSchedule.remove': ['report', 'delete', 'reportSchedule'],
  'reportSchedule.active': ['report', 'deactivate', 'reportSchedule'],
  'reportSchedule.setActive': ['report', 'deactivate', 'reportSchedule'],
  'reportSchedule.run': ['report', 'start', 'reportSchedule'],
  'billCost.create': ['finance', 'create', 'billCost'],
  'billCost.update': ['finance', 'update', 'billCost'],
  'billCost.remove': ['finance', 'delete', 'billCost'],
  'billCost.paid': ['finance', 'create', 'billPayment'],
  'billCost.reverse': ['finance', 'create', 'billCost'],
  'billCost.invoice': ['finance', 'invoice', 'billCost'],
  'billCost.allocate': ['finance', 'create', 'billCost'],
  'rateFeed.saveSettings': ['finance', 'update', 'rateFeed'],
  'rateFeed.run': ['finance', 'import', 'rateFeed'],
  'rateFeed.importFile': ['finance', 'import', 'rateFeed'],
  'supplierInvoice.record': ['finance', 'create', 'supplierInvoice'],
  'supplierInvoice.keepFile': ['finance', 'upload', 'supplierInvoice'],
  'billCostDiff.decide': ['finance', 'dispute', 'billCostDiff'],
  'billCostDiff.paid': ['finance', 'create', 'billPayment'],
  'billRevenue.create': ['finance', 'create', 'billRevenue'],
  'containerCharge.charge': ['finance', 'create', 'billRevenue'],
  'billRevenue.update': ['finance', 'update', 'billRevenue'],
  'billRevenue.remove': ['finance', 'delete', 'billRevenue'],
  'billRevenue.decide': ['finance', 'confirm', 'billRevenue'],
  'billRevenue.invoice': ['finance', 'invoice', 'billRevenue'],
  'billRevenue.credit': ['finance', 'credit', 'billRevenue'],
  'customerInvoice.send': ['finance', 'send', 'customerInvoice'],
  'customerInvoice.handOver': ['finance', 'send', 'customerInvoice'],
  'clientCompany.setLogo': ['config', 'update', 'clientCompany'],
  'clientCompany.removeLogo': ['config', 'update', 'clientCompany'],
  'eInvoice.resend': ['finance', 'send', 'customerInvoice'],
  'eInvoice.saveSettings': ['finance', 'update', 'eInvoiceSettings'],
  'customerInvoice.credit': ['finance', 'credit', 'customerInvoice'],
  'billCustomer.send': ['finance', 'send', 'statement'],
  'billCustomer.sendMany': ['finance', 'send', 'statement'],
  'billPayment.create': ['finance', 'create', 'billPayment'],
  'billPayment.writeOff': ['finance', 'create', 'billPayment'],
  'billPayment.allocate': ['finance', 'allocate', 'billPayment'],
  'billPayment.reverse': ['finance', 'reverse', 'billPayment'],
  'billPayment.approve': ['finance', 'approve', 'billPayment'],
  'billPayment.reject': ['finance', 'reject', 'billPayment'],
  'billPayment.withdraw': ['finance', 'recall', 'billPayment'],
  'bankEntry.importFile': ['finance', 'import', 'bankStatement'],
  'bankEntry.book': ['finance', 'create', 'billPayment'],
  'bankEntry.bookReturn': ['finance', 'create', 'billPayment'],
  'bankEntry.link': ['finance', 'link', 'bankEntry'],
  'bankEntry.confirm': ['finance', 'create', 'billPayment'],
  'bankEntry.ignore': ['finance', 'ignore', 'bankEntry'],
  'bankEntry.reopen': ['finance', 'reopen', 'bankEntry'],
  'bookMonth.close': ['finance', 'close', 'bookMonth'],
  'bookMonth.reopen': ['finance', 'reopen', 'bookMonth'],
  'session.logout': ['access', 'logout', 'staff'],
  'session.password': ['access', 'password', 'staff'],
  'session.avatar': ['access', 'update', 'staff'],
  'session.removeAvatar': ['access', 'update', 'staff'],
  'session.upload': ['access', 'upload', 'file'],
  'session.endSession': ['access', 'endSession', 'staff'],
  'session.endOthers': ['access', 'endSession', 'staff'],
  'staff.create': ['access', 'create', 'staff'],
  'staff.update': ['access', 'update', 'staff'],
  'staff.batchDelete': ['access', 'delete', 'staff'],
  'staff.forbid': ['access', 'forbid', 'staff'],
  'staff.forbidMany': ['access', 'forbid', 'staff'],
  'staff.allow': ['access', 'allow', 'staff'],
  'staff.allowMany': ['access', 'allow', 'staff'],
  'staff.password': ['access', 'password', 'staff'],
  'adminGroup.create': ['access', 'create', 'adminGroup'],
  'adminGroup.update': ['access', 'update', 'adminGroup'],
  'adminGroup.remove': ['access', 'delete', 'adminGroup'],
  'adminGroup.batchDelete': ['access', 'delete', 'adminGroup'],
  'adminGroup.copy': ['access', 'create', 'adminGroup'],
  'adminGroup.setPermissions': ['access', 'grant', 'adminGroup'],
  'adminGroup.setMembers': ['access', 'update', 'staff'],
  'bill.create': ['bill', 'create', 'bill'],
  'bill.update': ['bill', 'update', 'bill'],
  'bill.delete': ['bill', 'delete', 'bill'],
  'bill.check': ['bill', 'check', 'bill'],
  'bill.uncheck': ['bill', 'uncheck', 'bill'],
  'bill.remove': ['bill', 'remove', 'bill'],
  'bill.recover': ['bill', 'recover', 'bill'],
  'bill.archive': ['bill', 'archive', 'bill'],
  'bill.restore': ['bill', 'restore', 'bill'],
  'bill.exportExcel': ['bill', 'export', 'bill'],
  'attachment.upload': ['bill', 'upload', 'attachment'],
  'attachment.remove': ['bill', 'delete', 'attachment'],
  'customer.issueKey': ['customer', 'update', 'customer'],
  'customer.revokeKey': ['customer', 'update', 'customer'],
  ...Object.fromEntries(
    ['lock', 'unlock'].flatMap((action) =>
      ['', 'All'].map((all) => [`ioss.${action}${all}`, ['config', action, 'ioss'] as const]),
    ),
  ),
  'channelCode.route': ['config', 'update', 'channelCode'],
  'apiPush.push': ['bill', 'push', 'apiPush'],
  'netchbAccount.password': ['config', 'update', 'netchbAccount'],
  'netchbAccount.test': ['config', 'check', 'netchbAccount'],
  'mail.saveSettings': ['config', 'update', 'mailSettings'],
  'mail.test': ['config', 'send', 'mailSettings'],
  'mail.resend': ['config', 'send', 'mail'],
  'monitorRecord.resend': ['config', 'send', 'mail'],
  ...Object.fromEntries(
    ['noaMail', 'utbMail'].flatMap((group) =>
      (
        [
          ['upload', 'upload'],
          ['paste', 'create'],
          ['update', 'update'],
          ['assign', 'assign'],
          ['match', 'match'],
          ['process', 'process'],
          ['act', 'ignore'],
          ['reopen', 'reopen'],
        ] as const
      ).map(([call, action]) => [`${group}.${call}`, ['config', action, group] as const]),
    ),
  ),
  'search.export': ['bill', 'export', 'bill'],
  'tracking.export': ['bill', 'export', 'bill'],
  'clientAccount.password': ['customer', 'password', 'clientAccount'],
  'fileJob.upload': ['bill', 'upload', 'fileJob'],
  'fileJob.uploadMany': ['bill', 'upload', 'fileJob'],
  ...Object.fromEntries(
    listKinds.map((kind) => [`listImport.${kind}`, [moduleOf(kind), 'upload', 'fileJob'] as const]),
  ),
  'fileJob.restart': ['bill', 'restart', 'fileJob'],
  'fileJob.accept': ['bill', 'acceptFile', 'fileJob'],
  'fileJob.cancel': ['bill', 'cancel', 'fileJob'],
  'fileJob.remove': ['bill', 'delete', 'fileJob'],
  'fileJob.undo': ['bill', 'undo', 'fileJob'],
  'pallet.create': ['bill', 'create', 'pallet'],
  'pallet.update': ['bill', 'update', 'pallet'],
  'pallet.add': ['bill', 'update', 'pallet'],
  'pallet.take': ['bill', 'update', 'pallet'],
  'pallet.act': ['bill', 'finish', 'pallet'],
  'pallet.remove': ['bill', 'delete', 'pallet'],
  'invoiceFile.upload': ['tools', 'upload', 'fileJob'],
  'awbFile.upload': ['tools', 'upload', 'fileJob'],
  'tariffReading.upload': ['tools', 'upload', 'fileJob'],
  'tariffReading.again': ['tools', 'upload', 'fileJob'],
  'custodyMove.report': ['bill', 'update', 'bill'],
  ...Object.fromEntries(
    ['start', 'scan', 'unscan', 'close', 'cancel', 'decide'].map((call) => [
      `stockCount.${call}`,
      ['bill', call === 'decide' ? 'solve' : call, 'stockCount'] as const,
    ]),
  ),
  'cmr.create': ['bill', 'create', 'cmr'],
  'cmr.update': ['bill', 'update', 'cmr'],
  'cmr.remove': ['bill', 'delete', 'cmr'],
  'cmr.put': ['bill', 'update', 'cmr'],
  'cmr.take': ['bill', 'update', 'cmr'],
  'cmr.act': ['bill', 'load', 'cmr'],
  'cmr.deliver': ['bill', 'deliver', 'cmr'],
  'cmr.return': ['bill', 'return', 'cmr'],
  'cmr.reopen': ['bill', 'reopen', 'cmr'],
  'cmr.zip': ['bill', 'export', 'cmr'],
  'contract.submit': ['business', 'submit', 'contract'],
  'contract.withdraw': ['business', 'recall', 'contract'],
  'contract.approval': ['business', 'approve', 'contract'],
  'contract.terminate': ['business', 'terminate', 'contract'],
  'contract.copy': ['business', 'create', 'contract'],
  'standardQuote.submit': ['business', 'submit', 'standardQuote'],
  'standardQuote.withdraw': ['business', 'recall', 'standardQuote'],
  'standardQuote.approval': ['business', 'approve', 'standardQuote'],
  'standardQuote.terminate': ['business', 'terminate', 'standardQuote'],
  'standardQuote.copy': ['business', 'create', 'standardQuote'],
  'orderQuote.submit': ['business', 'submit', 'orderQuote'],
  'orderQuote.withdraw': ['business', 'recall', 'orderQuote'],
  'orderQuote.approval': ['business', 'approve', 'orderQuote'],
  'orderQuote.terminate': ['business', 'terminate', 'orderQuote'],
  'orderQuote.copy': ['business', 'create', 'orderQuote'],
  'orderQuote.won': ['business', 'win', 'orderQuote'],
  'orderQuote.lost': ['business', 'lose', 'orderQuote'],
  'orderQuote.reopen': ['business', 'reopen', 'orderQuote'],
  'taxation.submit': ['business', 'submit', 'taxation'],
  'taxation.withdraw': ['business', 'recall', 'taxation'],
  'taxation.approval': ['business', 'approve', 'taxation'],
  'taxation.terminate': ['business', 'terminate', 'taxation'],
  'taxation.copy': ['business', 'create', 'taxation'],
  'documentFile.upload': ['business', 'upload', 'contract'],
  'documentFile.remove': ['business', 'update', 'contract'],
  'airTransport.link': ['transport', 'link', 'airTransport'],
  'airTransport.unlink': ['transport', 'unlink', 'airTransport'],
  'airTransport.allocate': ['transport', 'update', 'airTransport'],
  'airTransport.act': ['transport', 'book', 'airTransport'],
  'seaTransport.link': ['transport', 'link', 'seaTransport'],
  'seaTransport.unlink': ['transport', 'unlink', 'seaTransport'],
  'seaTransport.putContainer': ['transport', 'update', 'seaTransport'],
  'seaTransport.takeContainer': ['transport', 'update', 'seaTransport'],
  'seaTransport.act': ['transport', 'book', 'seaTransport'],
  'parcelForecast.act': ['transport', 'submit', 'parcelForecast'],
  'parcelForecast.copy': ['transport', 'create', 'parcelForecast'],
  'parcelForecast.convert': ['transport', 'convert', 'parcelForecast'],
  'parcelForecast.unlink': ['transport', 'unlink', 'parcelForecast'],
  'customsMessage.transmit': ['bill', 'transmit', 'bill'],
  'customsMessage.send': ['bill', 'push', 'customsMessage'],
  'customsMessage.ask': ['bill', 'push', 'customsMessage'],
  'customsAnswer.retry': ['bill', 'restart', 'customsAnswer'],
  'customsAnswer.settle': ['bill', 'check', 'customsAnswer'],
  'filing.send': ['sea', 'push', 'filing'],
  'filing.ask': ['sea', 'push', 'filing'],
  'seaIsf.submit': ['sea', 'submit', 'seaIsf'],
  'seaIsf.withdraw': ['sea', 'recall', 'seaIsf'],
  'seaIsf.approve': ['sea', 'approve', 'seaIsf'],
  'seaIsf.return': ['sea', 'giveBack', 'seaIsf'],
  'seaIsf.revoke': ['sea', 'revoke', 'seaIsf'],
  'seaIsf.discard': ['sea', 'discard', 'seaIsf'],
  'seaIsf.cancel': ['sea', 'cancel', 'seaIsf'],
  'netchbIsf.submit': ['sea', 'transmit', 'seaIsf'],
  'netchbIsf.amend': ['sea', 'amend', 'seaIsf'],
  'seaEntry.createEach': ['sea', 'create', 'seaEntry'],
  'seaEntry.acknowledge': ['sea', 'acknowledge', 'seaEntry'],
  'seaIsf.acknowledge': ['sea', 'acknowledge', 'seaIsf'],
  'seaEntry.submit': ['sea', 'submit', 'seaEntry'],
  'seaEntry.withdraw': ['sea', 'recall', 'seaEntry'],
  'seaEntry.approve': ['sea', 'approve', 'seaEntry'],
  'seaEntry.return': ['sea', 'giveBack', 'seaEntry'],
  'seaEntry.transmit': ['sea', 'transmit', 'seaEntry'],
  'seaEntry.solve': ['sea', 'solve', 'seaEntry'],
  'seaEntry.summary': ['sea', 'fileSummary', 'seaEntry'],
  'seaEntry.correct': ['sea', 'correct', 'seaEntry'],
  'seaEntry.discard': ['sea', 'discard', 'seaEntry'],
  'seaEntry.pay': ['sea', 'pay', 'seaEntry'],
  'seaEntry.cancel': ['sea', 'cancel', 'seaEntry'],
  'amsEntry.amend': ['sea', 'amend', 'seaEntry'],
  'seaBill.act': ['sea', 'cancel', 'seaBill'],
  'seaBill.link': ['sea', 'link', 'seaBill'],
  'seaNode.set': ['sea', 'setNode', 'seaBill'],
  'seaNode.many': ['sea', 'setNode', 'seaBill'],
  'cmrFile.uploadPod': ['bill', 'upload', 'cmr'],
  'cmrConfig.updateMany': ['config', 'update', 'cmrConfig'],
  'cmrFile.upload': ['bill', 'upload', 'cmr'],
  'cmrFile.remove': ['bill', 'update', 'cmr'],
  'cmrMail.send': ['bill', 'send', 'cmr'],
  'cmrMail.again': ['bill', 'send', 'cmr'],
  'cmrMail.remove': ['bill', 'update', 'cmr'],
  'label.box': ['bill', 'export', 'box'],
  'label.pallet': ['bill', 'export', 'pallet'],
  'label.parcel': ['bill', 'export', 'parcel'],
  'label.saveSettings': ['config', 'update', 'labelSettings'],
  'abnormalCase.create': ['bill', 'create', 'abnormalCase'],
  'abnormalCase.update': ['bill', 'update', 'abnormalCase'],
  'abnormalCase.act': ['bill', 'update', 'abnormalCase'],
  'abnormalCase.sendNotice': ['bill', 'send', 'abnormalCase'],
  'abnormalCase.noteNotice': ['bill', 'update', 'abnormalCase'],
};
/** Actions on a bill's cargo are in the log of the bill, under the name of the action. */
const OF_BILL: Readonly<Record<string, Readonly<Record<string, string>> | string>> = {
  timeNode: { arrive: 'arrive', flightNumber: 'offload', '': 'setNode' },
  awb: { arrived: 'arrive', '': 'setNode' },
  pick: {
    create: 'create',
    remove: 'delete',
    whole: 'finish',
    closePickup: 'finish',
    photo: 'upload',
    '': 'update',
  },
  pickInbound: { start: 'start', close: 'finish', remove: 'delete', '': 'update' },
  pickClearance: { start: 'start', close: 'finish', remove: 'delete', '': 'update' },
  pickOutbound: { start: 'start', close: 'finish', remove: 'delete', '': 'update' },
  pmc: { create: 'create', remove: 'delete', act: 'finish', '': 'update' },
  collection: { collect: 'deliver', undo: 'undo' },
  box: { scan: 'scan', unscan: 'unscan', repack: 'repack', photo: 'upload', '': 'update' },
  scan: 'scan',
  batch: { dateUpdate: 'batchDate', result: 'controlResult', '': '=' },
  clearance: '=',
  hsCheck: { run: 'hsCheck', fix: 'hsFix', ignore: 'hsIgnore' },
  productId: { set: 'productIds' },
  t1: {
    create: 't1Create',
    update: 't1Update',
    remove: 't1Delete',
    release: 't1Release',
    arrive: 't1Arrive',
    discharge: 't1Discharge',
    clear: 't1Clear',
  },
  parcel: 'update',
  fyco: 'update',
};
const PLAIN = {
  create: 'create',
  update: 'update',
  remove: 'delete',
  active: 'deactivate',
  setActive: 'deactivate',
} as const;
const calledOf = (name: string): readonly [string, string, string] => {
  const [group = '', call = ''] = name.split('.');
  const ofBill = OF_BILL[group];
  if (ofBill) {
    const action = typeof ofBill === 'string' ? ofBill : (ofBill[call] ?? ofBill['']);
    return ['bill', action === '=' ? call : (action ?? ''), 'bill'];
  }
  const module = /^(customer|client(Group|Contact|Role|Account))$/.test(group)
    ? 'customer'
    : /^(chargeItem|chargeFlow|dayRate|containerTariff|vatCode|ledgerSetup)$/.test(group)
      ? 'finance'
      : /^(contract|standardQuote|orderQuote|taxation|euRate)$/.test(group)
        ? 'business'
        : /^((air|sea)Transport|parcelForecast)$/.test(group)
          ? 'transport'
          : /^(seaBill|amsRecord|seaIsf|seaEntry|usRate)$/.test(group)
            ? 'sea'
            : 'config';
  return CALLED[name] ?? [module, PLAIN[call as 'create'], group];
};

/** Returns an input that changes something. */
async function inputOf(name: ApiName, as: Actor): Promise<LooseInput> {
  if (name === 'apiPush.push')
    return { body: { ids: [api.row("select id from apiPush where status = 'failed' limit 1").id] } };
  if (name !== 'bill.check') return cases[name].right(api, as);
  const { id } = api.row(
    "select id from bill where checked = 0 and archived = 0 and stage in ('draft', 'arrived') and boxCount = (select count(*) from box where billId = bill.id) and exists (select 1 from parcel where billId = bill.id) and not exists (select 1 from fileJob where fileJob.billId = bill.id and fileJob.status = 'failed') order by id limit 1",
  );
  return { body: { selection: { ids: [id] } } };
}

test.each(writing)('$name leaves a line of who did what, when, to what and from where', async ({ name }) => {
  const as = api.actor({ superAdmin: true });
  const input = await inputOf(name, as);
  const before = (await linesOf(as)).length;
  const started = Date.now();
  const answer = await api.send(name, input, { as, headers: { 'user-agent': 'Freight Console 1.0' } });
  expect(answer).not.toHaveProperty('refused');

  const lines = (await linesOf(as)).slice(before);
  const [module, action, objectType] = calledOf(name);
  const line = lines.find((one) => one.action === action && one.objectType === objectType);
  expect(
    line,
    `${JSON.stringify(lines)} after ${before}: ${JSON.stringify(answer).slice(0, 300)}`,
  ).toMatchObject({
    module,
    operatorId: as.staffId,
    operatorName: `Test ${as.username}`,
    ip: '127.0.0.1',
    userAgent: 'Freight Console 1.0',
    result: 'ok',
  });
  expect(Math.abs(Date.parse(line?.at ?? '') - started)).toBeLessThan(60_000);
  if (action === 'export') return;
  if (!/active/.test(name)) expect(line?.objectId).not.toBeNull();
  expect(line?.objectNo).toMatch(/.+/);
});

test('logs a sign-in', async () => {
  const { staffId } = await api.signIn('warehouse', 'Warehouse#2026');
  const { list } = await api.call.operateLog.list({
    query: { operatorId: [staffId], action: ['login'], pageSize: 1 },
  });
  expect(list[0]).toMatchObject({
    module: 'access',
    action: 'login',
    objectType: 'staff',
    objectNo: 'warehouse',
  });
});

type NameField = Readonly<Record<ReturnType<typeof nameFieldOf>, string>>;

describe('the logged values before and after', () => {
  test.each(Object.keys(resources) as (keyof typeof resources)[])(
    'contain the changed fields of a changed %s',
    async (name) => {
      const as = api.actor({ superAdmin: true });
      const made = await api.send(`${name}.create`, { body: drafts[name](api) }, { as });
      const field = nameFieldOf(name);
      const {
        id,
        version,
        [field]: before,
      } = (made as { got: { id: number; version: number } & NameField }).got;
      const body = { version, [field]: 'Renamed "=1" X', remark: '备注\n"=1"' };
      await api.send(`${name}.update` as ApiName, { params: { id }, body }, { as });
      // Effects of the call on other records, for example on the bill, have their own lines.
      const [create, update] = (await linesOf(as)).filter(({ objectType }) => objectType === name);
      expect(create?.before).toBeNull();
      expect(create?.after).toMatchObject({ [field]: before });
      expect(update).toMatchObject({ objectId: String(id), before: { [field]: before, remark: null } });
      // The count of missing fields of a filing follows from its contents.
      const { missingCount: _before, ...was } = (update?.before ?? {}) as Record<string, unknown>;
      const { missingCount: _after, ...is } = (update?.after ?? {}) as Record<string, unknown>;
      expect(was).toEqual({ [field]: before, remark: null });
      expect(is).toEqual({ [field]: body[field], remark: body.remark });
    },
  );

  test('contain the whole record when it is deleted', async () => {
    const as = api.actor({ superAdmin: true });
    const made = await api.call.customer.create({ body: drafts.customer() }, { as });
    await api.call.customer.remove({ params: { id: made.id } }, { as });
    const [, remove] = await linesOf(as);
    expect(remove?.before).toEqual(made);
    expect(remove?.after).toBeNull();
  });

  test('contain the changed fields of a bill, which has a log line for each as well', async () => {
    const as = api.actor({ superAdmin: true });
    const { id, version } = await makeBill(api);
    await api.call.bill.update(
      { params: { id }, body: { version, remarks: 'new', boxCount: 12, weight: 130.25 } },
      { as },
    );
    const [line] = await linesOf(as);
    // The carrier's charge follows from the weight.
    expect(line?.before).toEqual({ remarks: null, boxCount: 10, weight: 120.5, billingWeight: 120.5 });
    expect(line?.after).toEqual({ remarks: 'new', boxCount: 12, weight: 130.25, billingWeight: 130.5 });
    const { list } = await api.call.bill.logs({ query: { billId: [id] } });
    const fields = list
      .filter(({ action }) => action === 'update')
      .map(({ field, oldValue, newValue }) => [field, oldValue, newValue]);
    expect(fields.sort()).toEqual([
      ['billingWeight', '120.5', '130.5'],
      ['boxCount', '10', '12'],
      ['remarks', null, 'new'],
      ['weight', '120.5', '130.25'],
    ]);
  });

  test('contain what an action set on a bill, with its reason', async () => {
    const as = api.actor({ superAdmin: true });
    const { id } = await makeBill(api);
    const body = { selection: { ids: [id] }, removeReason: 'Flight cancelled' };
    await api.call.bill.remove({ body }, { as });
    const [line] = await linesOf(as);
    expect(line?.after).toMatchObject({ removedBy: as.staffId, removeReason: 'Flight cancelled' });
    const { list } = await api.call.bill.logs({ query: { billId: [id], action: ['remove'] } });
    expect(list.length).toBeGreaterThan(0);
    for (const { remark, operatorId } of list)
      expect({ remark, operatorId }).toEqual({ remark: 'Flight cancelled', operatorId: as.staffId });
  });
});

test('keeps the log of a bill after the bill is gone', async () => {
  const { id } = await makeBill(api);
  await api.call.bill.remove({ body: { selection: { ids: [id] }, removeReason: 'x' } });
  await api.call.bill.delete({ params: { id } });
  const { list } = await api.call.bill.logs({ query: { billId: [id], sort: 'at' } });
  expect(new Set(list.map(({ action }) => action))).toEqual(new Set(['create', 'remove', 'delete']));
});

test('logs nothing for a call without a change', async () => {
  const as = api.actor({ superAdmin: true });
  await api.call.bill.archive({ body: { selection: { ids: [999_999] } } }, { as });
  await looked(api, 'bill', billCsv([billCells()]), {}, { as });
  await api.refused('customer.create', { body: { ...drafts.customer(), groupId: 999_999 } }, { as });
  expect(await linesOf(as)).toEqual([]);
});

describe('the exported log', () => {
  test.each([
    ['en', 'csv', ['Weekly', 'Monthly'], ['Update', 'Customer']],
    ['cn', 'xlsx', ['周结', '月结'], ['编辑', '客户']],
  ] as const)(
    'has a row for each field with old and new value in words, in %s, %s',
    async (language, format, [old, now], [action, of]) => {
      const { id, code } = await api.call.customer.create({
        body: { ...drafts.customer(), settlement: 'weekly' },
      });
      const group = api.row('select id, code from clientGroup where active = 1 and id != 1 limit 1');
      const first = api.row('select code from clientGroup where id = 1');
      await api.call.customer.update({
        params: { id },
        body: {
          version: 1,
          settlement: 'monthly',
          groupId: Number(group.id),
          photoRequired: true,
          remark: '=1+1',
        },
      });
      const query = {
        format,
        objectNo: code,
        objectType: ['customer' as const],
        action: ['update' as const],
      };
      const file = await api.call.operateLog.export({ query }, { language });
      const [head = [], ...lines] = cellsOf(file as never);
      const label = (field: string) => labelOf(language, field, 'customer');
      const place = (field: string) => head.indexOf(labelOf(language, field, 'operateLog'));
      const at = ['action', 'objectType', 'objectNo', 'field', 'oldValue', 'newValue'].map(place);
      const guard = format === 'csv' ? "'" : '';
      expect(lines.map((line) => at.map((column) => line[column]))).toEqual([
        [action, of, code, label('groupId'), first.code, group.code],
        [action, of, code, label('photoRequired'), 'N', 'Y'],
        [action, of, code, label('settlement'), old, now],
        [action, of, code, label('remark'), '', `${guard}=1+1`],
      ]);
      expect(lines[0]?.[place('operatorName')]).toBe(`Test ${api.admin.username}`);
      // The log of customers shows it in the same way, beside the customer.
      const own = cellsOf(
        (await api.call.clientLog.export(
          {
            query: { format, objectNo: code, action: ['update' as const] },
          },
          { language },
        )) as never,
      );
      const [names = [], ...rest] = own;
      const found = ['objectNo', 'customerId', 'field', 'oldValue', 'newValue'].map((field) =>
        names.indexOf(labelOf(language, field, 'clientLog')),
      );
      expect(rest.map((line) => found.map((column) => line[column]))).toEqual(
        lines.map((line) => [code, code, ...at.slice(3).map((column) => line[column])]),
      );
    },
  );

  test('has the requested columns of the lines that match the filter', async () => {
    const query = {
      format: 'csv' as const,
      columns: ['objectNo', 'after', 'at'],
      module: ['config' as const],
    };
    const [head, ...lines] = cellsOf((await api.call.operateLog.export({ query })) as never);
    expect(head).toEqual(['Record number', 'Time', 'Time zones', 'Field', 'Old value', 'New value']);
    // A line without a field has a row as well.
    expect(lines.length).toBeGreaterThanOrEqual(
      api.count("select count(*) from operateLog where module = 'config'"),
    );
    const none = { ...query, operatorId: [999_999] };
    expect(cellsOf((await api.call.operateLog.export({ query: none })) as never)).toHaveLength(1);
  });
});

test('names the system as the actor where no person acted, in the language of the file', async () => {
  api.db.exec(
    `insert into operateLog (at, operatorId, operatorName, module, action, objectType, objectNo, result)
      values ('2026-03-01T10:00:00.000Z', null, 'System', 'bill', 'update', 'bill', 'NOBODY-1', 'ok')`,
  );
  const query = { format: 'csv' as const, columns: ['operatorName'], objectNo: 'NOBODY-1' };
  for (const [language, actor] of [
    ['en', 'System'],
    ['cn', '系统'],
  ] as const) {
    const [, ...lines] = cellsOf((await api.call.operateLog.export({ query }, { language })) as never);
    expect(lines.map(([first]) => first)).toEqual([actor]);
  }
  // The rows themselves have the name as it was written.
  const { list } = await api.call.operateLog.list({ query: { objectNo: 'NOBODY-1' } });
  expect(list.map(({ operatorName }) => operatorName)).toEqual(['System']);
});

test('lets no log line be changed or removed, by a call or in the database', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    for (const place of ['/operate-logs', '/operate-logs/1']) {
      const answer = await fetch(api.base + place, {
        method,
        headers: { authorization: `Bearer ${api.admin.token}` },
      });
      expect(answer.status).toBe(404);
    }
  }
  const count = api.count('select count(*) from operateLog');
  expect(() => api.db.exec("update operateLog set operatorName = 'nobody'")).toThrow('append-only');
  expect(() => api.db.exec('delete from operateLog')).toThrow('append-only');
  // `insert or replace` removes a row, in SQLite alone.
  if (!api.database)
    expect(() =>
      api.db.exec('insert or replace into operateLog select * from operateLog where id = 1'),
    ).toThrow('append-only');
  expect(api.count('select count(*) from operateLog')).toBe(count);
});

test('stores no secret in a log line, under whatever name', async () => {
  const keys = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      keys.add(key);
      collect(inner);
    }
  };
  const rows = api.rows('select before, after from operateLog');
  for (const { before, after } of rows)
    for (const text of [before, after]) collect(JSON.parse(String(text ?? 'null')));
  expect(rows.length).toBeGreaterThan(1000);
  expect(keys.size).toBeGreaterThan(50);
  // `hasPassword` only says whether a password exists, which is not secret.
  keys.delete('hasPassword');
  // `chargeKey` is the step of a charge flow, not a secret.
  keys.delete('chargeKey');
  expect([...keys].filter((key) => /password|hash|token|secret|key$/i.test(key))).toEqual([]);
});
