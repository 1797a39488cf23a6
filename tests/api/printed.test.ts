import { buffer } from 'node:stream/consumers';
import { allEndpoints } from '@contract/index';
import { INTL_LOCALE } from '@contract/limits';
import { cmrPlaceholders } from '@contract/linehaul/cmrConfig';
import { sheetTitles } from '@contract/linehaul/cmrSheet';
import type { SeaEntry } from '@contract/sea/seaEntry';
import { sizesOf } from '@contract/warehouse/label';
import { words } from '@contract/words';
import { expect, test } from 'vitest';
import { entryPdf } from '../../main/server/areas/sea/entryPdf';
import { invoicePdf } from '../../main/server/areas/tools/invoicePdf';
import { approved } from '../support/apiDocuments';
import { makeEntry } from '../support/apiEntry';
import { cellsOf } from '../support/apiExport';
import { billToCharge, receive, revenueIn } from '../support/apiFinance';
import { copyRow, drafts } from '../support/apiRecords';
import { makeSeaFreight } from '../support/apiSea';
import { noteOf } from '../support/apiTrucks';
import { pdfLines, pdfText } from '../support/pdfText';
import { testApi } from '../support/server';

// Each field has a unique value, so that a text printed from another field is noticed.
const api = testApi();

/** Documents that a test of this file has checked word by word. */
const goldenOf = new Set<string>();

/** Sets columns of a record to their own names: a printed value then shows its source field. */
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

/** The language in which screen readers speak a PDF. */
const languageOfPdf = (bytes: Uint8Array) =>
  /\/Lang \(([^)]*)\)/.exec(Buffer.from(bytes).toString('latin1'))?.[1];

test('prints each field of a consignment note in its box, and times on the clocks of its warehouse and hub', async () => {
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
    update destination set timeZone = 'Asia/Kolkata' where id = ${toDestinationId};
    update cmr set sealNos = '["cmr.sealNos"]', mrnList = '["cmr.mrnList"]', totalPallets = 11, totalBoxes = 22,
      totalParcels = 33, totalWeight = 44400, payment = 'forward', state = 'delivered',
      createdAt = '2026-11-01T20:01:00Z', loadedAt = '2026-11-02T20:02:00Z', departedAt = '2026-11-03T20:03:00Z',
      arrivedAt = '2026-11-04T20:04:00Z', podAt = '2026-11-05T20:05:00Z' where id = ${id}`);
  nameFields('mark', mark, 'text');
  const clock = String(api.row('select code from warehouse where id = ?', fromWarehouseId).code);
  const there = String(api.row('select code from destination where id = ?', toDestinationId).code);
  nameFields(
    'cmr',
    id,
    ...['plateNo', 'trailerNo', 'driverName', 'goods', 'statisticalNo', 'instructions', 'successiveCarriers'],
    ...['reservations', 'agreements', 'remark'],
  );
  const { boxes, form } = await api.call.cmr.sheet({ params: { id } });
  expect(form).toBe('cmr');
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
    24: ['destination.city', `06/11/2026 01:35 ${there}`],
  });

  goldenOf.add('cmr.pdf');
  const copies = pdfText((await api.call.cmr.pdf({ params: { id } })).bytes);
  expect(copies).toHaveLength(4);
  // Narrow boxes break their lines, at any place.
  const joined = (texts: readonly string[]) => texts.join('').replaceAll(' ', '');
  const titles = boxes.map(({ no }) => joined([String(no), sheetTitles.cmr[no].en, sheetTitles.cmr[no].cn]));
  for (const copy of copies) {
    const text = joined(copy);
    // The statement of article 6(1)(k) of the convention.
    expect(text).toContain(
      joined([
        'This carriage is subject, notwithstanding any clause to the contrary, to the provisions of the Convention on the Contract for the International Carriage of Goods by Road (CMR)',
      ]),
    );
    const at = titles.map((title) => text.indexOf(title));
    expect(titles.filter((_, index) => at[index] === -1)).toEqual([]);
    for (const [index, { no, lines }] of boxes.entries()) {
      // Box 20 is a table to be filled in by hand.
      if (no === 20) continue;
      const start = (at[index] ?? 0) + (titles[index]?.length ?? 0);
      expect(text.slice(start, at[index + 1]), `box ${no}`).toBe(joined(lines));
    }
  }
});

test('prints a load that stays in the United States as a bill of lading', async () => {
  const { cmr } = await noteOf(api);
  const { id, fromWarehouseId, toDestinationId } = cmr;
  const columns = ['countryId', 'city'].join(', ');
  const before = [
    ['warehouse', fromWarehouseId],
    ['destination', toDestinationId],
  ] as const;
  const kept = before.map(([table, of]) => api.row(`select ${columns} from ${table} where id = ?`, of));
  const american = api.count("select id from country where code = 'US'");
  api.db.exec(`update warehouse set countryId = ${american}, city = 'Los Angeles' where id = ${fromWarehouseId};
    update destination set countryId = ${american}, city = 'Reno' where id = ${toDestinationId};
    update cmr set totalWeight = 44400, payment = 'forward' where id = ${id}`);
  const { form, boxes } = await api.call.cmr.sheet({ params: { id } });
  expect(form).toBe('bill_of_lading');
  const lines = Object.fromEntries(boxes.map((box) => [box.no, box.lines]));
  // 49 CFR 373.101 asks for consignor and consignee, origin and destination, packages, description and weight.
  expect(lines).toMatchObject({ 11: ['44.4 kg', '97.9 lb'], 14: ['Collect'] });
  for (const no of [1, 2, 3, 4, 7, 9]) expect(lines[no], `box ${no}`).not.toEqual([]);
  const [first = []] = pdfText((await api.call.cmr.pdf({ params: { id } })).bytes);
  const text = first.join('').replaceAll(' ', '');
  expect(text).toContain('Straightbilloflading,notnegotiable');
  expect(text).toContain('49CFR373.101');
  expect(text).toContain('1Consignor(shipper)');
  expect(text).not.toContain('CMR)');
  for (const [index, [table, of]] of before.entries())
    api.db
      .prepare(`update ${table} set countryId = ?, city = ? where id = ?`)
      .run(Number(kept[index]?.countryId), String(kept[index]?.city), of);
  // A load across a border is under the convention.
  expect((await api.call.cmr.sheet({ params: { id } })).form).toBe('cmr');
});

test('prints each field of an entry summary in its box', async () => {
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
  goldenOf.add('seaEntry.pdf');
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

test('prints each field of the papers of a sea bill', async () => {
  const { id, customerId } = await makeSeaFreight(api, {
    ...{ carrierScac: 'CARR', voyageNo: 'VOY1E', polCode: 'CNNGB', podCode: 'USLAX', deliveryCode: 'USCHI' },
    ...{ packages: 321, grossWeight: 1234.5, volume: 6.789, lastFreeDay: '2026-11-23' },
    containers: [
      {
        ...{ containerNo: 'PLDU1002013', containerType: '40HQ', sealNo: 'SEAL11' },
        ...{ packages: 54, weight: 76.5, volume: 9.876, lastFreeDay: '2026-11-24' },
      },
      { containerNo: 'NRDU1002012', containerType: '20OT' },
    ],
  });
  const own = api.count(
    "select id from clientCompany where kind = 'own' and active = 1 order by sort, id limit 1",
  );
  const haulier = api.count("select id from clientCompany where kind = 'supplier' order by id limit 1");
  const party = api.count("select id from clientCompany where kind = 'customer' order by id limit 1");
  for (const [role, of] of [
    ['own', own],
    ['haulier', haulier],
    ['party', party],
  ] as const) {
    const set = ['nameEn', 'street', 'houseNumber', 'postcode', 'city'].map(
      (name) => `${name} = '${role}.${name}'`,
    );
    api.db.exec(`update clientCompany set ${set.join(', ')} where id = ${of}`);
  }
  for (const [of, code] of [
    [own, 'PT'],
    [haulier, 'GR'],
    [party, 'FI'],
  ] as const)
    nameCountry('clientCompany', of, code);
  const warehouseId = api.count("select id from warehouse where timeZone like 'America/%' limit 1");
  nameFields('warehouse', warehouseId, 'nameEn', 'street', 'postcode', 'city');
  nameCountry('warehouse', warehouseId, 'HU');
  const { id: entryId } = await makeEntry(api);
  nameFields('seaEntry', entryId, 'entryNo', 'firmsCode');
  api.db.exec(`update customer set companyId = ${party} where id = ${customerId};
    update seaBill set entryId = ${entryId}, warehouseId = ${warehouseId}, etd = '2026-11-01T20:00:00Z',
      atd = '2026-11-02T20:00:00Z', eta = '2026-11-18T04:30:00Z', ata = '2026-11-19T04:30:00Z' where id = ${id};
    update seaNode set actualAt = '2026-11-20T12:00:00Z' where seaBillId = ${id} and node = 'discharged';
    update seaNode set actualAt = '2026-11-21T12:00:00Z' where seaBillId = ${id} and node = 'released';
    update seaNode set actualAt = '2026-11-22T12:00:00Z' where seaBillId = ${id} and node = 'freightReleased'`);
  nameFields('seaBill', id, 'mblNo', 'hblNo', 'vesselName', 'goodsEn');
  const company = (role: string, country: string) => [
    ...[`${role}.nameEn`, `${role}.street ${role}.houseNumber`, `${role}.postcode ${role}.city`],
    country,
  ];
  const country = (of: number) =>
    String(
      api.row(
        'select country.nameEn from country join clientCompany on countryId = country.id where clientCompany.id = ?',
        of,
      ).nameEn,
    );
  const place = [
    'warehouse.nameEn',
    'warehouse.street',
    'warehouse.postcode warehouse.city',
    'warehouse.country',
  ];
  const [issuer, carrier, account] = [
    company('own', country(own)),
    company('haulier', country(haulier)),
    company('party', country(party)),
  ];
  goldenOf.add('seaBill.paper');
  for (const [paper, title, heads, last] of [
    [
      'arrival_notice',
      'ARRIVAL NOTICE',
      [
        ['Issued by', ...issuer],
        ['Notify party', ...account],
      ],
      'Demurrage is due from the day after it',
    ],
    [
      'delivery_order',
      'DELIVERY ORDER',
      [
        ['Issued by', ...issuer],
        ['Deliver to (carrier)', ...carrier],
        ['For delivery at', ...place],
      ],
      'Received in apparent good order',
    ],
    [
      'pickup_order',
      'PICKUP ORDER',
      [
        ['Issued by', ...issuer],
        ['To (carrier)', ...carrier],
        ['Bring to', ...place],
      ],
      'Return each container empty',
    ],
  ] as const) {
    const query = { paper, carrierCompanyId: haulier };
    const lines = pdfLines((await api.call.seaBill.paper({ params: { id }, query })).bytes);
    const from = lines.indexOf('Master bill');
    expect(lines.slice(0, from - 2)).toEqual([title, 'seaBill.hblNo  ·  Page 1', ...heads.flat()]);
    expect(lines.slice(from, lines.indexOf('NRDU1002012') + 2)).toEqual([
      ...['Master bill', 'seaBill.mblNo', 'House bill', 'seaBill.hblNo', 'Account', 'party.nameEn'],
      ...['Carrier', 'CARR', 'Vessel and voyage', 'seaBill.vesselName VOY1E'],
      ...['Port of loading', 'CNNGB', 'Port of discharge', 'USLAX', 'Place of delivery', 'USCHI'],
      // 20:00 UTC is the next day in Ningbo, 04:30 UTC the day before in Los Angeles.
      ...['Departure', '03/11/2026', 'Arrived', '18/11/2026', 'Discharged', '20/11/2026'],
      ...['Location of goods (FIRMS)', 'seaEntry.firmsCode', 'Last free day', '23/11/2026'],
      ...['Customs entry', 'seaEntry.entryNo', 'Customs release', '21/11/2026'],
      ...['Freight release', '22/11/2026'],
      ...['Goods', 'seaBill.goodsEn', 'Packages', '321', 'Gross weight', '1234.5 kg', 'Volume', '6.789 m³'],
      ...['Container', 'Type', 'Seal', 'Last free day', 'Packages', 'Weight (kg)', 'Volume (m³)'],
      ...['PLDU1002013', '40HQ', 'SEAL11', '24/11/2026', '54', '76.5', '9.876'],
      ...['NRDU1002012', '20OT'],
    ]);
    expect(lines.join(' ')).toContain(last);
  }
});

test('prints each field of a notice of claim', async () => {
  const { cmr, trips } = await noteOf(api);
  const billId = trips[0]?.id ?? 0;
  const box = api.row('select id, boxNo from box where palletId = ? limit 1', trips[0]?.palletId ?? 0);
  const customer = api.count('select customerId from bill where id = ?', billId);
  const sender = api.count(
    "select id from clientCompany where kind = 'own' and active = 1 order by id limit 1",
  );
  nameFields('clientCompany', sender, 'nameEn', 'street', 'houseNumber', 'postcode', 'city');
  api.db.exec(`update clientCompany set active = 0 where kind = 'own' and id != ${sender}`);
  nameCountry('clientCompany', sender, 'PT');
  nameFields('customer', customer, 'nameEn');
  nameFields('bill', billId, 'flightNo');
  const { id, caseNo } = await api.call.abnormalCase.create({
    body: { billId, type: 'damaged', level: 'box', boxNo: String(box.boxNo), quantity: 7 },
  });
  nameFields('abnormalCase', id, 'liableName', 'liableAddress', 'reservation');
  api.db.exec(`update abnormalCase set claimantId = ${customer}, claimConvention = 'cmr', currency = 'EUR',
    claimFinding = 'damage_hidden', claimStartOn = '2026-11-13', claimAmount = 123456 where id = ${id}`);
  const { billNo, batchNo } = api.row('select billNo, batchNo from bill where id = ?', billId);
  goldenOf.add('abnormalCase.letter');
  const print = async () => pdfText((await api.call.abnormalCase.letter({ params: { id } })).bytes);
  const [first = []] = await print();
  const text = first.join(' ');
  const seen = (parts: readonly string[], found = text) => {
    let from = 0;
    for (const part of parts) {
      const at = found.indexOf(part, from);
      expect({ part, found: at >= from }).toEqual({ part, found: true });
      from = at + part.length;
    }
  };
  seen([
    ...['clientCompany.nameEn', 'clientCompany.street clientCompany.houseNumber'],
    ...['clientCompany.postcode clientCompany.city', 'clientCompany.country'],
    ...['abnormalCase.liableName', 'abnormalCase.liableAddress'],
    `Notice of claim: ${billNo} ${batchNo}`,
    ...['Our reference', caseNo, 'Air waybill', `${billNo} ${batchNo}`, 'Flight', 'bill.flightNo'],
    ...['CMR note', cmr.cmrNo, 'Box', String(box.boxNo), 'Number concerned', '7'],
    ...['Finding', 'Damage or shortage not visible on delivery', 'Date of delivery', '13/11/2026'],
    ...['Claimant', 'customer.nameEn', 'Amount claimed', '1234.56 EUR'],
    'We give you notice under article 30 of the Convention on the Contract for the International Carriage',
    'also on behalf of customer.nameEn',
    'Reservation: abnormalCase.reservation',
    ...['Yours faithfully,', 'clientCompany.nameEn'],
  ]);
  nameFields('abnormalCase', id, 'claimantName');
  api.db.exec(`update abnormalCase set claimConvention = 'montreal', claimFinding = 'delay', claimAmount = null,
    reservation = null where id = ${id}`);
  const [second = []] = await print();
  const other = second.join(' ');
  seen(
    [
      ...['Delay in delivery', 'Placed at disposal', 'Claimant', 'abnormalCase.claimantName'],
      ...['Amount claimed', 'To be stated', 'article 31 of the Montreal Convention'],
    ],
    other,
  );
  expect(other).not.toContain('Reservation');
});

/** Gives a place its own codes and names. */
const hub = () => api.count("select id from destination where code = 'NL-HUB-01'");
const lastMile = () =>
  String(
    api.row('select code from lastMile where id = (select lastMileId from destination where id = ?)', hub())
      .code,
  );

test('prints each fact on labels of boxes, pallets and parcels under its name', async () => {
  const { cmr, trips } = await noteOf(api);
  const palletId = trips[0]?.palletId ?? 0;
  const billId = trips[0]?.id ?? 0;
  const box = api.row('select id, boxNo from box where palletId = ? order by boxNo limit 1', palletId);
  const mark = api.count('select id from mark order by id limit 1');
  nameFields('destination', hub(), 'nameEn', 'nameCn');
  nameFields('mark', mark, 'text');
  const warehouseId = cmr.fromWarehouseId;
  api.db.exec(`update bill set markId = ${mark} where id = ${billId};
    update box set weight = 1100, measuredWeight = 2200, declaredParcels = 33, scannedParcels = 44 where id = ${box.id};
    update pallet set weight = 55000, warehouseId = ${warehouseId}, builtAt = '2026-11-06T20:06:00Z' where id = ${palletId};
    update warehouse set timeZone = 'Asia/Tokyo' where id = ${warehouseId};
    update destination set timeZone = 'Asia/Kolkata' where id = ${hub()}`);
  const { billNo, batchNo } = api.row('select billNo, batchNo from bill where id = ?', billId);
  const { palletNo } = api.row('select palletNo from pallet where id = ?', palletId);
  const place = `destination.nameEn · ${lastMile()}`;

  goldenOf.add('label.box');
  const ofBox = await api.call.label.box({ body: { size: '100x150', ids: [Number(box.id)] } });
  expect(pdfLines(ofBox.bytes)).toEqual([
    ...['NL-HUB-01', place, '1/4'],
    ...['Bill number', billNo, 'Batch number', batchNo, 'Weight', '2.2 kg', 'Parcels', '44'],
    ...['Shipping mark', 'mark.text'],
    box.boxNo,
  ]);

  const others = api.count(
    'select sum(declaredParcels) from box where palletId = ? and id != ?',
    palletId,
    Number(box.id),
  );
  goldenOf.add('label.pallet');
  const ofPallet = await api.call.label.pallet({ body: { size: '100x150', ids: [palletId] } });
  expect(pdfLines(ofPallet.bytes)).toEqual([
    ...['NL-HUB-01', place, palletNo],
    ...['Boxes', '4', 'Parcels', String(44 + others), 'Weight', '55 kg', 'Built at', '07/11/2026'],
    ...['Bills', billNo],
    `(00) ${api.row('select sscc from pallet where id = ?', palletId).sscc}`,
  ]);

  const parcel = api.count('select id from parcel where boxId = ?', Number(box.id));
  nameFields('parcel', parcel, 'consigneeName', 'address', 'city', 'postcode');
  api.db.exec(`update parcel set grossWeight = 6600, country = 'PT' where id = ${parcel}`);
  const { trackingNo } = api.row('select trackingNo from parcel where id = ?', parcel);
  goldenOf.add('label.parcel');
  const ofParcel = await api.call.label.parcel({ body: { size: '100x150', ids: [parcel] } });
  expect(pdfLines(ofParcel.bytes)).toEqual([
    ...['NL-HUB-01', 'destination.nameEn', lastMile()],
    ...['parcel.consigneeName', 'parcel.address', 'parcel.postcode parcel.city', 'PT'],
    ...['Box number', box.boxNo, 'Weight', '6.6 kg', 'Bill number', billNo, 'Country', 'PT'],
    trackingNo,
  ]);

  // A smaller label omits what does not fit, and shows the rest in the same places.
  const ids = { box: Number(box.id), pallet: palletId, parcel };
  const printed: string[] = [];
  for (const kind of ['box', 'pallet', 'parcel'] as const)
    for (const size of sizesOf[kind])
      for (const language of ['en', 'cn'] as const) {
        const { bytes } = await api.call.label[kind](
          { body: { size, ids: [ids[kind]] } as never },
          { language },
        );
        printed.push(`${kind} ${size} ${language}`, ...pdfLines(bytes).map((line) => `  ${line}`));
      }
  const own: readonly (readonly [unknown, string])[] = [
    [billNo, 'billNo'],
    [batchNo, 'batchNo'],
    [palletNo, 'palletNo'],
    [box.boxNo, 'boxNo'],
    [trackingNo, 'trackingNo'],
    [api.row('select sscc from pallet where id = ?', palletId).sscc, 'sscc'],
    [lastMile(), 'lastMile'],
  ];
  const text = own.reduce(
    (found, [value, name]) => found.replaceAll(String(value), name),
    printed.join('\n'),
  );
  await expect(`${text}\n`).toMatchFileSnapshot('printed/labels.txt');

  api.db.exec(`update cmr set plateNo = 'cmr.plateNo', loadedAt = '2026-11-02T20:02:00Z',
      departedAt = '2026-11-03T20:03:00Z' where id = ${cmr.id};
    update destination set transitHours = 10, timeZone = 'Asia/Kolkata' where id = ${cmr.toDestinationId};
    update bill set channelCode = 'channelCode' where id = ${billId}`);
  const prealert = async () => {
    const [, ...rows] = cellsOf(await api.call.cmr.prealert({ params: { id: cmr.id } }));
    return rows.find((row) => row[5] === box.boxNo)?.slice(0, 10);
  };
  goldenOf.add('cmr.prealert');
  const truck = [cmr.cmrNo, 'cmr.plateNo', '04/11/2026 11:33', 'NL-HUB-01', palletNo, box.boxNo];
  expect(await prealert()).toEqual([...truck, trackingNo, '6.600', 'PT', 'channelCode']);
  // A box without parcels has its measured weight.
  const elsewhere = api.count('select id from box where palletId is null limit 1');
  api.db.exec(`update parcel set boxId = ${elsewhere} where id = ${parcel}`);
  expect(await prealert()).toEqual([...truck, '', '2.200', '', 'channelCode']);
});

test('says what to measure on the test page of a printer', async () => {
  goldenOf.add('label.test');
  const file = await api.call.label.test({ query: { size: '100x50' } });
  const text = pdfLines(file.bytes).join(' ');
  expect(text).toContain('96 × 46 mm');
});

test('replaces each placeholder in the mail about a consignment note', async () => {
  const { cmr } = await noteOf(api);
  const { id, fromWarehouseId, toDestinationId, carrierCompanyId } = cmr;
  nameFields('warehouse', fromWarehouseId, 'nameEn');
  nameFields('destination', toDestinationId, 'nameEn');
  nameFields('clientCompany', carrierCompanyId, 'nameEn');
  nameFields('cmr', id, 'plateNo', 'trailerNo');
  const clock = String(api.row('select code from warehouse where id = ?', fromWarehouseId).code);
  api.db.exec(`update warehouse set timeZone = 'Asia/Tokyo' where id = ${fromWarehouseId};
    update destination set transitHours = 10 where id = ${toDestinationId};
    update cmr set totalPallets = 11, totalBoxes = 22, totalParcels = 33, totalWeight = 44400, podBoxCount = 21,
      loadedAt = '2026-11-02T20:02:00Z', departedAt = '2026-11-03T20:03:00Z', podAt = '2026-11-05T20:05:00Z'
      where id = ${id}`);
  const body = cmrPlaceholders.map((name) => `${name}={${name}}`).join('\n');
  await api.call.cmrConfig.create({ body: { ...drafts.cmrConfig(), destinationIds: [hub()], body } });
  const found = (await api.call.cmrMail.proposals({ params: { id } })).find(({ text }) =>
    text.startsWith('cmrNo='),
  );
  const [bill] = cmr.bills;
  expect(found?.text.split('\n').sort()).toEqual(
    [
      `cmrNo=${cmr.cmrNo}`,
      `bills=${bill?.billNo} ${bill?.batchNo}`,
      ...['plateNo=cmr.plateNo', 'trailerNo=cmr.trailerNo', 'carrier=clientCompany.nameEn'],
      ...[`from=${clock} warehouse.nameEn`, 'to=NL-HUB-01 destination.nameEn'],
      ...['pallets=11', 'boxes=22', 'parcels=33', 'weight=44.4 kg', 'podBoxes=21'],
      ...[`loadedAt=03/11/2026 05:02 ${clock}`, `departedAt=04/11/2026 05:03 ${clock}`],
      ...['eta=04/11/2026 11:33 NL-HUB-01', 'podAt=06/11/2026 01:35 NL-HUB-01'],
    ].sort(),
  );
});

test('prints each part of the shipment on an offer, and the time of its approval', async () => {
  const { id } = await approved(api, 'orderQuote', {
    ...{ packages: 12, weight: 34.5, volume: 0.567, goods: 'orderQuote.goods', incoterm: 'FCA' },
    ...{ originCode: 'FROM', destinationCode: 'TO', expectedDate: '2026-12-01' },
  });
  const quote = api.row('select * from orderQuote where id = ?', id);
  nameFields('customer', Number(quote.customerId), 'nameEn', 'street', 'postcode', 'city');
  nameFields('service', Number(quote.serviceId), 'nameEn');
  api.db.exec(`update customer set houseNumber = '7', countryId = null where id = ${quote.customerId};
    update orderQuote set reference = 'orderQuote.reference', approvedAt = '2026-11-03T12:30:00Z',
      validTo = '2031-12-31', expectedDate = '2026-12-01' where id = ${id}`);
  const item = api.row('select nameEn from chargeItem where id = 1').nameEn;
  goldenOf.add('orderQuote.pdf');
  const lines = pdfLines(
    (await api.call.orderQuote.pdf({ params: { id }, query: { language: 'en' } })).bytes,
  );
  const from = lines.indexOf(words.en.messages.OFFER_FOR);
  expect(lines.slice(from)).toEqual([
    ...[
      words.en.messages.OFFER_FOR,
      'customer.nameEn',
      'customer.street 7',
      'customer.postcode customer.city',
    ],
    ...[words.en.messages.OFFER_DAY, '03/11/2026'],
    ...['Customer reference', 'orderQuote.reference', 'Service', 'service.nameEn'],
    ...[words.en.messages.OFFER_ROUTE, 'FROM – TO', words.en.messages.OFFER_SHIPMENT],
    'orderQuote.goods, 12 packages, 34.5 kg, 0.567 m³, chargeable weight 94.5 kg',
    ...['Incoterm', 'FCA', 'Expected on', '01/12/2026'],
    ...['Charge item', 'Charged by', 'Quantity', 'Unit price', 'Amount'],
    ...[item, 'Per kg', '160', '0.1155', '18.48 EUR'],
    ...['Total', '18.48 EUR', 'This offer is valid until 31/12/2031. Prices are without VAT.'],
  ]);
  const chinese = pdfLines(
    (await api.call.orderQuote.pdf({ params: { id }, query: { language: 'cn' } })).bytes,
  );
  const quoteNo = String(quote.quoteNo);
  const page = chinese.slice(chinese.indexOf(words.cn.messages.OFFER_FOR));
  await expect(`${page.join('\n').replaceAll(quoteNo, 'quoteNo')}\n`).toMatchFileSnapshot(
    'printed/offerCn.txt',
  );
});

test('prints each field of a customs invoice in its place', async () => {
  goldenOf.add('invoiceFile.zip');
  const file = invoicePdf(
    {
      ...{ sellerName: 'sellerName', sellerAddress: 'sellerAddress', vatNo: 'vatNo', iossNo: 'iossNo' },
      ...{ templateType: 'proforma', incoterm: 'DDP', invoiceDate: '2026-11-03' },
    },
    {
      ...{ invoiceNo: 'invoiceNo', trackingNo: 'TRACKING', orderNo: 'orderNo', boxNo: 'boxNo', ioss: true },
      consignee: {
        ...{ name: 'consignee.name', address: 'consignee.address', city: 'consignee.city' },
        ...{
          postcode: 'consignee.postcode',
          country: 'NL',
          phone: 'consignee.phone',
          email: 'consignee.email',
        },
      },
      ...{ currency: 'EUR', grossWeight: 9900 },
      lines: [
        {
          ...{
            nameEn: 'line.nameEn',
            nameCn: 'line.nameCn',
            hsCode: 'hsCode',
            originCountry: 'CN',
            quantity: 3,
          },
          ...{ unitPrice: 111, lineValue: 333, netWeight: 4400 },
        },
        {
          ...{
            nameEn: 'other.nameEn',
            nameCn: null,
            hsCode: 'other.hsCode',
            originCountry: 'VN',
            quantity: 5,
          },
          ...{ unitPrice: 222, lineValue: 1110, netWeight: 5500 },
        },
      ],
    },
  );
  await expect(`${pdfLines(await buffer(file)).join('\n')}\n`).toMatchFileSnapshot(
    'printed/customsInvoice.txt',
  );
});

test('prints each field of an account on a statement, as a page and as a workbook', async () => {
  const company = { ...drafts.clientCompany(api), kind: 'customer' as const, supplierTypes: [] };
  const { id: companyId } = await api.call.clientCompany.create({ body: company });
  nameFields('clientCompany', companyId, 'nameEn', 'vatNo', 'street', 'houseNumber', 'postcode', 'city');
  const { id: customerId, code } = await api.call.customer.create({
    body: { ...drafts.customer(), companyId },
  });
  const own = api.count("select id from clientCompany where kind = 'own' and active = 1 order by id limit 1");
  nameFields('clientCompany', own, 'iban', 'swift', 'bankName');
  api.db.exec(`update clientCompany set nameEn = 'own.nameEn', vatNo = 'own.vatNo' where id = ${own}`);
  const billId = billToCharge(api, { customerId });
  const line = await revenueIn(api, 'invoiced', { quantity: 1, unitPrice: '1234.5000', taxRate: 10 }, billId);
  const earlier = await revenueIn(api, 'invoiced', { quantity: 1, unitPrice: '77.0000' }, billId);
  // One line for each of the other age brackets of overdue amounts.
  for (const [dueDate, unitPrice] of [
    ['2026-09-20', '2.0000'],
    ['2026-08-10', '3.0000'],
    ['2026-06-01', '4.0000'],
  ] as const) {
    const { id } = await revenueIn(api, 'invoiced', { quantity: 1, unitPrice }, billId);
    api.db.exec(`update billRevenue set invoiceDate = '2026-05-01', dueDate = '${dueDate}' where id = ${id}`);
  }
  const payment = await receive(api, line, '345.60');
  api.db.exec(`update billRevenue set invoiceDate = '2026-10-05', dueDate = '2026-10-19' where id = ${line.id};
    update billRevenue set invoiceDate = '2026-09-30', dueDate = '2026-11-13' where id = ${earlier.id};
    update billPayment set paymentDate = '2026-10-08', bankReference = 'bankReference' where id = ${payment.id}`);
  const { billNo } = api.row('select billNo from bill where id = ?', billId);
  const query = { customerId, currency: 'EUR', period: '2026-10' };
  goldenOf.add('billCustomer.file');
  const page = await api.call.billCustomer.file({ query: { ...query, format: 'pdf' } });
  const statementNo = `ST-${code}-2026-10-EUR`;
  const named = (text: string) =>
    text
      .replaceAll(statementNo, 'statementNo')
      .replaceAll(code, 'customer.code')
      .replaceAll(String(billNo), 'billNo')
      .replaceAll(String(line.invoiceNo), 'invoiceNo')
      .replaceAll(payment.paymentNo, 'paymentNo');
  await expect(`${pdfLines(page.bytes).map(named).join('\n')}\n`).toMatchFileSnapshot(
    'printed/statement.txt',
  );
  const book = await api.call.billCustomer.file({ query: { ...query, format: 'xlsx' } });
  const rows = cellsOf(book).map((row) => named(row.join(' | ')));
  await expect(`${rows.join('\n')}\n`).toMatchFileSnapshot('printed/statementBook.txt');
  const mail = await api.call.billCustomer.mail({ query: { ...query, language: 'en' } });
  const sender = `Test ${api.admin.username}`;
  const letter = named(`${mail.subject}\n\n${mail.text}\n`).replaceAll(sender, 'sender');
  await expect(letter).toMatchFileSnapshot('printed/statementMail.txt');

  const inChinese = { language: 'cn' as const };
  const pageCn = await api.call.billCustomer.file({ query: { ...query, format: 'pdf' } }, inChinese);
  expect([page, pageCn].map(({ bytes }) => languageOfPdf(bytes))).toEqual(['en-GB', 'zh-CN']);
  await expect(`${pdfLines(pageCn.bytes).map(named).join('\n')}\n`).toMatchFileSnapshot(
    'printed/statementCn.txt',
  );
  const mailCn = await api.call.billCustomer.mail({ query: { ...query, ...inChinese } });
  const letterCn = named(`${mailCn.subject}\n\n${mailCn.text}\n`).replaceAll(sender, 'sender');
  await expect(letterCn).toMatchFileSnapshot('printed/statementMailCn.txt');
});

test.each(['en', 'cn'] as const)('prints an invoice and its credit note in %s', async (language) => {
  // Other papers of this file name the fields of the company that is copied.
  const plain = {
    ...{ countryId: api.count("select id from country where code = 'NL'"), province: null },
    ...{ peppolScheme: null, peppolId: null },
  };
  const companyId = copyRow(api, 'clientCompany', 1, {
    ...{
      ...plain,
      ...{ bankName: null, iban: null, swift: null, registrationNo: null },
      code: `BUY-${language}`,
      kind: 'customer',
      nameEn: 'buyer.nameEn',
      nameCn: 'buyer.nameCn',
      city: 'buyer.city',
    },
    ...{
      street: 'buyer.street',
      houseNumber: 'buyer.houseNumber',
      postcode: 'buyer.postcode',
      vatNo: 'NL004495445B01',
    },
  });
  const seller = copyRow(api, 'clientCompany', 1, {
    ...{
      ...plain,
      code: `SELL-${language}`,
      kind: 'own',
      nameEn: 'seller.nameEn',
      nameCn: 'seller.nameCn',
      city: 'seller.city',
    },
    ...{ street: 'seller.street', houseNumber: 'seller.houseNumber', postcode: 'seller.postcode', sort: 999 },
    ...{
      vatNo: 'NL999000111B01',
      registrationNo: 'seller.registrationNo',
      bankName: 'seller.bankName',
      iban: 'seller.iban',
    },
    ...{
      swift: 'swift',
      invoicePrefix: `P${language.toUpperCase()}`,
      defaultIssuer: 0,
      currency: 'EUR',
    },
  });
  const customerId = copyRow(api, 'customer', 1, {
    code: `PRINT-${language}`,
    companyId,
    paymentTermDays: 14,
  });
  const billId = billToCharge(api, { customerId });
  const codeOf = (code: string) => api.count('select id from vatCode where code = ?', code);
  api.db.exec("delete from dayRate where currency = 'USD' and day > '2026-01-01'");
  await api.call.dayRate.create({
    body: { currency: 'USD', day: `2026-02-0${language === 'en' ? 2 : 3}`, rate: '1.100000', remark: null },
  });
  const lines = [];
  for (const [unitPrice, code] of [
    ['1234.5600', 'NL-S'],
    ['10.0000', 'EXPORT-SVC'],
  ] as const)
    lines.push(
      await revenueIn(
        api,
        'confirmed',
        { basis: 'fixed', quantity: 2, unitPrice, currency: 'USD', vatCodeId: codeOf(code) },
        billId,
      ),
    );
  const { id } = await api.call.billRevenue.invoice({
    body: {
      ...{
        ids: lines.map((one) => one.id),
        invoiceDate: '2026-02-03',
        supplyDate: '2026-01-30',
        companyId: seller,
      },
      buyerReference: 'buyerReference',
    },
  });
  goldenOf.add('customerInvoice.file');
  const invoice = await api.call.customerInvoice.get({ params: { id } });
  const note = await api.call.customerInvoice.credit({
    params: { id },
    body: { version: invoice.version, reason: 'reason', lines: [{ no: 1, netAmount: '100.00' }] },
  });
  const pages: string[] = [];
  for (const one of [invoice, note]) {
    const query = { format: 'pdf' as const, language };
    const { bytes } = await api.call.customerInvoice.file({ params: { id: one.id }, query });
    const [day, month, year] = [
      one.invoiceDate.slice(8),
      one.invoiceDate.slice(5, 7),
      one.invoiceDate.slice(0, 4),
    ];
    expect(languageOfPdf(bytes)).toBe(INTL_LOCALE[language]);
    pages.push(
      pdfLines(bytes)
        .join('\n')
        .replaceAll(one.invoiceNo, 'invoiceNo')
        .replaceAll(invoice.invoiceNo, 'precedingNo')
        .replaceAll(lines[0]?.billNo ?? '', 'billNo')
        .replaceAll(`${day}/${month}/${year}`, 'invoiceDate'),
    );
  }
  await expect(`${pages.join('\n\n')}\n`).toMatchFileSnapshot(`printed/invoice.${language}.txt`);
});

/** Files that are not documents of ours, with the reason. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'session.file': 'a file as it was sent',
  'supplierInvoice.file': 'a file as it was sent',
  'attachment.download': 'a file as it was sent',
  'cmrFile.download': 'a file as it was sent',
  'documentFile.download': 'a file as it was sent',
  'noaMail.file': 'a file as it was sent',
  'utbMail.file': 'a file as it was sent',
  'fileJob.file': 'a file as it was sent',
  'fileJob.template': 'made of the columns of its template: fileTemplates.test.ts',
  'fileJob.errorFile': 'the rows that were sent with what is wrong: fileJobs.test.ts',
  'cmr.zip': 'the pages of cmr.pdf',
  'cmrMail.eml': 'a mail whose words are read here, as a file: cmrMail.test.ts',
  'clientCompany.logo': 'the picture as it was uploaded: companyLogos.test.ts',
  'mail.eml': 'a mail as it is in the outbox: mail.test.ts',
  'awbFile.output': 'the rows of a file, sorted into lists: tools.test.ts',
  'awbFile.zip': 'the lists of awbFile.output',
  'reportRun.file': 'the export of a report: exports.test.ts',
  'bill.exportExcel': 'the export of a list: exports.test.ts',
  'billRevenue.profitExport': 'the export of a list: exports.test.ts',
  'parcel.exportBoxes': 'the export of a list: exports.test.ts',
  'journal.file': 'data for other programs, read back: journalFiles.test.ts',
  'journal.balancesExport': 'the export of a list: journal.test.ts',
};

test('checks every file that the product makes word by word, or names the reason not to', () => {
  const made = allEndpoints().flatMap(({ name, found }) =>
    found.kind !== 'blob' || name.endsWith('.export') || name.startsWith('listTemplate.')
      ? []
      : [name as string],
  );
  expect(made.filter((name) => !goldenOf.has(name) && !(name in OTHERWISE))).toEqual([]);
  expect([...goldenOf, ...Object.keys(OTHERWISE)].filter((name) => !made.includes(name))).toEqual([]);
});
