import { type Kysely, sql } from 'kysely';
import { createIndex, createTable, recordColumns } from '../columns';

/** Bills of lading by sea with their nodes, and manifests at US customs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'seaBill', {
    ...recordColumns,
    state: 'text!',
    mblNo: 'text!',
    hblNo: 'text',
    customerId: 'integer! -> customer',
    seaTransportId: 'integer -> seaTransport',
    carrierScac: 'text!',
    vesselName: 'text!',
    imoNo: 'text',
    voyageNo: 'text!',
    polCode: 'text!',
    podCode: 'text!',
    deliveryCode: 'text',
    loadType: 'text!',
    incoterm: 'text',
    etd: 'text!',
    eta: 'text!',
    atd: 'text',
    ata: 'text',
    containers: 'list',
    containerNos: 'list',
    packages: 'integer!',
    grossWeight: 'integer!',
    volume: 'integer!',
    goodsEn: 'text!',
    goodsCn: 'text',
    destinationId: 'integer -> destination',
    warehouseId: 'integer -> warehouse',
    lastFreeDay: 'text',
    dueNode: 'text',
    dueAt: 'text',
    billId: 'integer -> bill',
    isfId: 'integer',
    isfState: 'text',
    entryId: 'integer',
    entryState: 'text',
    cancelReason: 'text',
    remark: 'text',
  });
  // Two empty house numbers under one master bill are the same bill twice.
  await sql`create unique index seaBillByNumber on seaBill (mblNo, coalesce(hblNo, ''))`.execute(db);
  await createTable(
    db,
    'seaNode',
    {
      id: 'id',
      version: 'integer!',
      seaBillId: 'integer! -> seaBill',
      node: 'text!',
      place: 'integer!',
      dueAt: 'text',
      plannedAt: 'text',
      actualAt: 'text',
      remark: 'text',
      updatedAt: 'text!',
      updatedBy: 'integer -> staff',
    },
    { unique: [['seaBillId', 'node']] },
  );
  await createTable(db, 'amsRecord', {
    ...recordColumns,
    status: 'text!',
    masterNo: 'text!',
    houseNo: 'text',
    seaBillId: 'integer -> seaBill',
    billId: 'integer -> bill',
    filedAt: 'text!',
    answeredAt: 'text',
    holdCode: 'text',
    response: 'text',
    remark: 'text',
  });
  for (const columns of [
    ['etd'],
    ['state', 'etd'],
    ['dueAt'],
    ['customerId'],
    ['seaTransportId'],
    ['billId'],
  ])
    await createIndex(db, 'seaBill', columns);
  await createIndex(db, 'seaNode', ['dueAt']);
  for (const columns of [['masterNo'], ['seaBillId'], ['billId'], ['filedAt']])
    await createIndex(db, 'amsRecord', columns);
  await sql`
    create view seaNodeOfBill as
    select seaNode.*, coalesce(seaNode.dueAt, '9999') as dueFirst, seaBill.mblNo, seaBill.hblNo, seaBill.customerId, seaBill.vesselName, seaBill.voyageNo,
      seaBill.podCode, seaBill.eta, seaBill.lastFreeDay, seaBill.state
    from seaNode join seaBill on seaBill.id = seaNode.seaBillId`.execute(db);
}
