import type { TestApi } from './server';

/** Returns a bill as stored in the database, and the number of its records in other tables. */
export function tracesOf(api: TestApi, id: number) {
  const [bill] = api.rows('select * from bill where id = ?', id);
  return {
    bill,
    picks: api.rows('select * from pick where billId = ? order by id', id),
    log: api.count('select count(*) from billLog where billId = ?', id),
    operations: api.count(
      "select count(*) from operateLog where objectType = 'bill' and objectId = ?",
      String(id),
    ),
    events: api.count('select count(*) from timelineEvent where billId = ?', id),
  };
}

/**
 * Fills a bill with one box of one parcel, and makes its header agree, so that checking it reports nothing. Returns the
 * key of the parcel.
 */
export function completeBill(api: TestApi, id: number): number {
  const { destinationId } = api.row('select id as destinationId from destination where active = 1 limit 1');
  const flight = "flightNo = 'CX83', eta = '2026-11-01T14:30:00Z', currency = 'EUR', totalValue = 1999";
  api.db
    .prepare(`update bill set mode = 'air', boxCount = 1, packageCount = 1, weight = 9000, checked = 0,
      destinationId = ?, ${flight} where id = ?`)
    .run(Number(destinationId), id);
  for (const table of ['itemLine', 'parcel', 'box', 'batch']) {
    const whose =
      table === 'itemLine' ? 'parcelId in (select id from parcel where billId = ?)' : 'billId = ?';
    api.db.prepare(`delete from "${table}" where ${whose}`).run(id);
  }
  const box = { billId: id, boxNo: `BX${id}`, declaredParcels: 1, weight: 9000, state: 'expected' };
  const boxId = api.insert('box', box);
  return api.insert('parcel', {
    ...{ billId: id, boxId, trackingNo: `TST${id}NL`, state: 'clearance', consigneeName: 'Tess Ter' },
    ...{ city: 'Tilburg', postcode: '5015 BB', country: 'NL', sellerName: 'Seller', vatScheme: 'ioss' },
    ...{ value: 1999, currency: 'EUR', grossWeight: 9000, declarationSystem: 'DECO', hsStatus: 'success' },
    createdAt: '2026-11-01T00:00:00Z',
  });
}
