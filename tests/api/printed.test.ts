import { buffer } from 'node:stream/consumers';
import { cmrTitles } from '@contract/linehaul/cmrSheet';
import type { SeaEntry } from '@contract/sea/seaEntry';
import { expect, test } from 'vitest';
import { entryPdf } from '../../main/embedded/sea/entryPdf';
import { makeEntry } from '../support/apiEntry';
import { noteOf } from '../support/apiTrucks';
import { pdfLines, pdfText } from '../support/pdfText';
import { testApi } from '../support/server';

// Each field has a value of its own, so that a text printed from another field is seen.
const api = testApi();

/** Gives columns of a record their own names as values: what is printed names the field that it was taken from. */
function nameFields(table: string, id: number, ...columns: string[]): void {
  const set = columns.map((column) => `${column} = '${table}.${column}'`).join(', ');
  api.db.exec(`update ${table} set ${set} where id = ${id}`);
}

/** Moves a record to a country that is named after it. */
function nameCountry(table: string, id: number, code: string): void {
  const countryId = api.count(`select id from country where code = '${code}'`);
  api.db.exec(`update country set nameEn = '${table}.country' where id = ${countryId};
    update ${table} set countryId = ${countryId} where id = ${id}`);
}

test('a consignment note has each field in its box, and times on the clock of its warehouse', async () => {
  const { cmr } = await noteOf(api);
  const { id, fromWarehouseId, toDestinationId, carrierCompanyId } = cmr;
  const sender = api.count(
    "select id from clientCompany where kind = 'own' and active = 1 order by id limit 1",
  );
  const mark = api.count('select id from mark order by id limit 1');
  const address = ['street', 'postcode', 'city'];
  nameFields('warehouse', fromWarehouseId, 'nameEn', 'nameCn', 'houseNumber', ...address);
  nameCountry('warehouse', fromWarehouseId, 'BE');
  nameFields('destination', toDestinationId, 'nameEn', 'nameCn', ...address);
  nameCountry('destination', toDestinationId, 'DE');
  nameFields('clientCompany', carrierCompanyId, 'nameEn', 'nameCn', 'houseNumber', ...address);
  nameCountry('clientCompany', carrierCompanyId, 'FR');
  const columns = ['nameEn', 'nameCn', 'street', 'houseNumber', 'postcode', 'city'];
  const own = columns.map((column) => `${column} = 'sender.${column}'`);
  const spain = api.count("select id from country where code = 'ES'");
  api.db.exec(`update country set nameEn = 'sender.country' where id = ${spain};
    update clientCompany set ${own.join(', ')}, countryId = ${spain} where id = ${sender};
    update clientCompany set active = 0 where kind = 'own' and id != ${sender};
    update bill set markId = ${mark} where id = ${cmr.bills[0]?.id};
    update warehouse set timeZone = 'Asia/Tokyo' where id = ${fromWarehouseId};
    update cmr set sealNos = '["cmr.sealNos"]', mrnList = '["cmr.mrnList"]', totalPallets = 11, totalBoxes = 22,
      totalParcels = 33, totalWeight = 44400, payment = 'forward', state = 'delivered',
      createdAt = '2026-11-01T20:01:00Z', loadedAt = '2026-11-02T20:02:00Z', departedAt = '2026-11-03T20:03:00Z',
      arrivedAt = '2026-11-04T20:04:00Z', podAt = '2026-11-05T20:05:00Z' where id = ${id}`);
  nameFields('mark', mark, 'text');
  const clock = String(api.row('select code from warehouse where id = ?', fromWarehouseId).code);
  nameFields(
    'cmr',
    id,
    ...['plateNo', 'trailerNo', 'driverName', 'goods', 'statisticalNo', 'instructions', 'successiveCarriers'],
    ...['reservations', 'agreements', 'remark'],
  );
  const { boxes } = await api.call.cmr.sheet({ params: { id } });
  const [bill] = cmr.bills;
  expect(Object.fromEntries(boxes.map(({ no, lines }) => [no, lines]))).toEqual({
    1: [
      ...['sender.nameEn', 'sender.nameCn', 'sender.street sender.houseNumber'],
      'sender.postcode sender.city',
      'sender.country',
    ],
    2: [
      ...['destination.nameEn', 'destination.nameCn', 'destination.street'],
      'destination.postcode destination.city',
      'destination.country',
    ],
    3: ['destination.city, destination.country'],
    4: ['warehouse.nameEn, warehouse.city, warehouse.country', `03/11/2026 05:02 ${clock}`],
    5: ['MRN cmr.mrnList', 'Seals cmr.sealNos'],
    6: ['mark.text', `${bill?.billNo} ${bill?.batchNo}: ${bill?.boxes}`],
    7: ['11 PLT', '22 CTN'],
    8: ['1 EUR pallets'],
    9: ['cmr.goods', '33 parcels'],
    10: ['cmr.statisticalNo'],
    11: ['44.4'],
    12: [],
    13: ['cmr.instructions'],
    14: ['Carriage forward'],
    15: [],
    16: [
      ...['clientCompany.nameEn', 'clientCompany.nameCn', 'clientCompany.street clientCompany.houseNumber'],
      ...[
        'clientCompany.postcode clientCompany.city',
        'clientCompany.country',
        'cmr.plateNo / cmr.trailerNo',
      ],
    ],
    17: ['cmr.successiveCarriers'],
    18: ['cmr.reservations'],
    19: ['cmr.agreements'],
    20: [],
    21: ['warehouse.city', `03/11/2026 05:02 ${clock}`],
    22: [],
    23: ['cmr.driverName'],
    24: ['destination.city', `06/11/2026 05:05 ${clock}`],
  });

  const copies = pdfText((await api.call.cmr.pdf({ params: { id } })).bytes);
  expect(copies).toHaveLength(4);
  // Narrow boxes break their lines, wherever that is.
  const joined = (texts: readonly string[]) => texts.join('').replaceAll(' ', '');
  const titles = boxes.map(({ no }) => joined([String(no), cmrTitles[no].en, cmrTitles[no].cn]));
  for (const copy of copies) {
    const text = joined(copy);
    const at = titles.map((title) => text.indexOf(title));
    expect(titles.filter((_, index) => at[index] === -1)).toEqual([]);
    for (const [index, { no, lines }] of boxes.entries()) {
      // Box 20 is a table to be filled in by hand.
      if (no === 20) continue;
      const begin = (at[index] ?? 0) + (titles[index]?.length ?? 0);
      expect(text.slice(begin, at[index + 1]), `box ${no}`).toBe(joined(lines));
    }
  }
});

test('an entry summary has each field in its box', async () => {
  const made = await makeEntry(api);
  const party = (who: string) => ({
    ...{ name: `${who}.name`, address1: `${who}.address1`, address2: `${who}.address2`, city: `${who}.city` },
    ...{ state: `${who}.state`, postcode: `${who}.postcode`, country: `${who}.country` },
  });
  const named: SeaEntry = {
    ...made,
    entryNo: 'QZX44003610',
    entryType: '11',
    mode: '40',
    importerTaxId: 'importerTaxId',
    importer: party('importer'),
    consigneeTaxId: 'consigneeTaxId',
    consignee: party('consignee'),
    processingPort: 'processingPort',
    entryPort: 'entryPort',
    unladingPort: 'unladingPort',
    examPort: 'examPort',
    firmsCode: 'firmsCode',
    entryDate: '2026-11-01',
    importDate: '2026-11-02',
    exportDate: '2026-11-03',
    summaryFiledAt: '2026-11-04T12:00:00Z',
    carrierCode: 'carrierCode',
    vesselName: 'vesselName',
    voyageNo: 'voyageNo',
    exportCountry: 'exportCountry',
    foreignPort: 'foreignPort',
    bills: made.bills.map((bill) => ({ ...bill, masterNo: 'masterNo', houseNo: 'houseNo' })),
    suretyCode: 'suretyCode',
    description: 'description',
    grossWeight: 1234,
    amendmentNo: 5,
    lines: made.lines.map((line) => ({
      ...line,
      hts: '9503000073',
      originCountry: 'originCountry',
      manufacturerId: 'manufacturerId',
      description: 'line.description',
      quantity1: 67,
      unit1: 'unit1',
      value: '1001.00',
    })),
    duties: [
      {
        line: 1,
        kind: 'duty',
        code: '9503000073',
        name: 'duty.name',
        rate: '1.5000',
        value: '1001.00',
        amount: '2.01',
      },
      {
        line: 1,
        kind: 'additional',
        code: '99038803',
        name: 'additional.name',
        rate: '25.0000',
        value: '1001.00',
        amount: '3.02',
      },
      {
        line: 0,
        kind: 'fee',
        code: '499',
        name: 'fee.name',
        rate: '0.3464',
        value: '1004.00',
        amount: '4.03',
      },
    ],
    totalValue: '1005.00',
    dutyTotal: '6.05',
    mpf: '7.06',
    hmf: '8.07',
    otherFees: '9.08',
    grandTotal: '10.09',
    statementNo: 'statementNo',
  };
  const file = entryPdf(named);
  if (!('stream' in file)) throw new TypeError('a summary is drawn as it is read');
  expect(pdfLines(await buffer(file.stream))).toEqual([
    'ENTRY SUMMARY (CBP Form 7501)',
    'QZX-4400361-0  ·  Page 1',
    ...['1. Filer code / entry number', 'QZX-4400361-0'],
    ...['2. Entry type', '11 Informal'],
    ...['3. Summary date', '04/11/2026'],
    ...['Amendment', '5'],
    ...['4. Surety number', 'suretyCode'],
    ...['5. Bond type', 'Continuous bond'],
    ...['6. Port code', 'entryPort'],
    ...['7. Entry date', '01/11/2026'],
    ...['8. Importing carrier', 'carrierCode vesselName voyageNo'],
    ...['9. Mode of transport', '40 Air'],
    ...['11. Import date', '02/11/2026'],
    ...['12. B/L or AWB number', 'masterNo / houseNo'],
    ...['14. Exporting country', 'exportCountry'],
    ...['15. Export date', '03/11/2026'],
    ...['19. Foreign port of lading', 'foreignPort'],
    ...['20. US port of unlading', 'unladingPort'],
    ...['21. Location of goods', 'firmsCode'],
    ...['Gross weight (kg)', '1234'],
    ...['22. Consignee number', 'consigneeTaxId'],
    ...['23. Importer number', 'importerTaxId'],
    ...['Description', 'description'],
    '25. Ultimate consignee',
    'consignee.name, consignee.address1, consignee.address2, consignee.city consignee.state consignee.postcode, consignee.country',
    '26. Importer of record',
    'importer.name, importer.address1, importer.address2, importer.city importer.state importer.postcode, importer.country',
    ...[
      '27. Line',
      '28./29. Description, HTSUS no., origin, MID',
      '31. Quantity',
      '32. Value (USD)',
      '33. Rate',
    ],
    '34. Duty (USD)',
    ...['001', 'line.description'],
    ...['9503.00.00.73   O originCountry   manufacturerId', '67 unit1', '1001.00', '1.5 %', '2.01'],
    ...['9903.88.03   additional.name', '25 %', '3.02'],
    ...['499   fee.name', '1004.00', '0.3464 %', '4.03'],
    ...['35. Total entered value', '1005.00'],
    ...['37. Duty', '6.05'],
    ...['39. Fees', '24.21'],
    ...['40. Total', '10.09'],
    'Paid: statementNo',
  ]);
});
