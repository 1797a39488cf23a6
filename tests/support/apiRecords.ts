import type { BillDraft, BillStage } from '@contract/bill/bill';
import { resources } from '@contract/resources';
import { entryNoOf } from '@contract/rules/customs';
import type { TestApi } from './server';

/** Records for tests of the API, on the demo data. Numbers and codes are new at each call. */

let serial = 1_000_000 + Math.floor(Math.random() * 8_000_000);

/** Returns an air waybill number with its check digit, used nowhere else. */
export function newBillNo(): string {
  serial += 1;
  return `160-${serial}${serial % 7}`;
}

/** Returns a short code used nowhere else. */
export function newCode(prefix: string): string {
  serial += 1;
  return `${prefix}-${serial}`;
}

/** Returns a valid draft of an air bill. */
export function billDraftOf(changes: Partial<BillDraft> = {}) {
  return {
    mode: 'air' as const,
    billNo: newBillNo(),
    batchNo: 'B1',
    customerId: 1,
    serviceId: 1,
    channelCode: 'NL-TUL-ECO',
    clearanceType: 'ioss' as const,
    originAirportId: 1,
    landingAirportId: 26,
    flightNo: 'CX83',
    etd: '2026-11-01T02:00:00Z',
    eta: '2026-11-01T14:30:00Z',
    boxCount: 10,
    packageCount: 200,
    weight: 120.5,
    totalValue: '1999.90',
    currency: 'EUR',
    uldNumbers: [],
    ...changes,
  };
}

/** Creates a draft bill. */
export const makeBill = (api: TestApi, changes: Partial<BillDraft> = {}) =>
  api.call.bill.create({ body: billDraftOf(changes) });

/** Columns of a table in which a copy differs from its original. */
type Columns = Readonly<Record<string, string | number | null>>;

/** Copies a row under a new key, with some columns changed. */
export function copyRow(api: TestApi, table: string, id: number | string, changes: Columns): number {
  const { id: _, ...row } = api.row(`select * from "${table}" where id = ?`, id) as Record<string, never>;
  return api.insert(table, { ...row, ...changes });
}

/** Makes a bill in a stage, with the trips that lead to it: copied from one of the demo's. */
export function billIn(api: TestApi, stage: BillStage, changes: Columns = {}): number {
  // By air, like the number that a copy receives.
  const where = "stage = ? and archived = 0 and mode = 'air'";
  const from = api.row(`select id from bill where ${where} order by id limit 1`, stage);
  return copyBill(api, Number(from.id), changes);
}

/** Copies a bill and its trips under a new number. */
export function copyBill(api: TestApi, from: number, changes: Columns = {}): number {
  const id = copyRow(api, 'bill', from, { billNo: newBillNo(), importJobId: null, ...changes });
  for (const pick of api.rows('select id from pick where billId = ?', from)) {
    copyRow(api, 'pick', Number(pick.id), { billId: id, pickNo: newCode('PK') });
  }
  return id;
}

/** Returns a company of a kind. */
const companyOf = (api: TestApi, kind: string) =>
  api.count('select min(id) from clientCompany where kind = ? and active = 1', kind);

/** Valid drafts of the plain resources. */
export const drafts = {
  airport: (api: TestApi) => ({
    airportCode: airportLetters(),
    twoLetterCode: 'NL',
    nameEn: 'Test Field',
    nameCn: '测试机场',
    countryId: api.count("select id from country where code = 'NL'"),
    timeZone: 'Europe/Amsterdam',
    type: 'both' as const,
  }),
  lastMile: () => ({
    code: newCode('LM'),
    nameEn: 'Test Carrier',
    nameCn: '测试承运商',
    countryIds: [1],
    trackingPrefixes: ['TST'],
    emails: ['hub@example.com'],
  }),
  destination: () => ({
    code: newCode('HUB'),
    nameEn: 'Test Hub',
    nameCn: '测试仓',
    lastMileId: 1,
    countryId: 1,
  }),
  channelCode: () => ({
    channelCode: newCode('CH'),
    nameEn: 'Test Channel',
    nameCn: '测试渠道',
    destinationCode: 'NL-HUB-01',
    countryCode: 'NL',
  }),
  customer: () => ({
    code: newCode('CUS'),
    nameEn: 'Test Customer',
    nameCn: '测试客户',
    groupId: 1,
    contactName: 'Tess Ter',
    email: 'tess@example.com',
    phone: '+44 20 7946 0300',
    settlement: 'monthly' as const,
    paymentTermDays: 30,
    currency: 'EUR',
    pushEvents: [],
  }),
  hsCode: () => ({
    code: newHsCode(),
    region: 'WCO' as const,
    nameEn: 'Silk cloth',
    nameCn: '丝绸',
    restricted: 'none' as const,
    source: 'manual' as const,
    keywords: ['silk'],
  }),
  country: (api: TestApi) => ({
    code: newRegion(),
    level: 'region' as const,
    parentId: api.count("select id from country where code = 'NO'"),
    nameEn: 'Test Region',
    nameCn: '测试地区',
  }),
  warehouse: (api: TestApi) => ({
    code: newCode('WH'),
    nameEn: 'Test Shed',
    nameCn: '测试仓库',
    type: 'free' as const,
    countryId: api.count("select id from country where code = 'NL'"),
    city: 'Hoofddorp',
    postcode: '2132 WT',
    timeZone: 'Europe/Amsterdam',
    notifyEmails: ['shed@example.com'],
  }),
  cargoStation: () => ({
    code: newCode('CS'),
    nameEn: 'Test Station',
    nameCn: '测试货站',
    airportId: 1,
    emailDomains: ['station.example.com'],
    freeHours: 24,
    storageRate: 0.185,
  }),
  service: () => ({
    code: newCode('SV'),
    nameEn: 'Test Service',
    nameCn: '测试服务',
    mode: 'air' as const,
    steps: ['clearance', 'delivery'],
  }),
  mark: () => ({
    code: newCode('MK'),
    nameEn: 'Test Mark',
    nameCn: '测试唛头',
    text: 'TEST 1',
    tapeColor: 'green' as const,
    destinationCode: 'NL-HUB-01',
  }),
  feeCategory: () => ({
    code: newCode('fee').toLowerCase().replace('-', '_'),
    nameEn: 'Test Fee',
    nameCn: '测试费用',
    direction: 'cost' as const,
    taxable: true,
  }),
  clientCompany: (api: TestApi) => ({
    code: newCode('CO'),
    nameEn: 'Test Company BV',
    nameCn: '测试公司',
    kind: 'supplier' as const,
    supplierTypes: ['trucker'],
    countryId: api.count("select id from country where code = 'NL'"),
    postcode: '1118 CP',
    vatNo: 'NL004495445B01',
    iban: 'NL91ABNA0417164300',
    swift: 'ABNANL2A',
  }),
  clientContact: () => ({
    customerId: 1,
    name: newCode('Contact'),
    title: 'Tester',
    phone: '+44 20 7946 0300',
    email: 'contact@example.com',
    receives: ['noa', 'pod'],
  }),
  clientRole: () => ({
    nameEn: newCode('Role'),
    nameCn: '测试角色',
    permissions: ['view_bill'],
  }),
  clientGroup: () => ({
    code: newCode('GR'),
    nameEn: 'Test Group',
    nameCn: '测试分组',
    discountPercent: 2.5,
  }),
  approvalConfig: () => ({
    docType: 'payment' as const,
    nameEn: newCode('Payments'),
    nameCn: '测试审批',
    // One franc wide, so that no two of them overlap.
    currency: 'CHF',
    minAmount: String(serial),
    maxAmount: String(serial + 1),
    steps: [
      {
        name: 'Finance',
        mode: 'any' as const,
        approverStaffIds: [1],
        approverGroupIds: [],
        dueHours: 24,
      },
    ],
  }),
  netchbAccount: () => ({
    name: newCode('Account'),
    environment: 'sandbox' as const,
    simulatorMode: 'accept' as const,
    address: 'https://gateway.example.com/services',
    loginName: 'northgate',
    filerCode: 'QZX',
    importerOfRecord: 'Test Importer Inc.',
  }),
  customsAccount: () => ({
    name: newCode('Customs'),
    transport: 'https' as const,
    simulatorMode: 'release' as const,
    address: 'https://customs.example.com/h7',
    officeCode: 'NL000432',
    filerName: 'Northgate Customs BV',
    filerEori: 'NL123456782',
    representation: 'indirect' as const,
    consumerNo: 'NLPR',
  }),
  chargeItem: (api: TestApi) => ({
    code: newCode('CI'),
    nameEn: 'Test Charge',
    nameCn: '测试收费',
    feeCategoryId: api.count("select id from feeCategory where code = 'clearance'"),
    basis: 'per_kg' as const,
    defaultPrice: '0.1250',
    currency: 'EUR',
    minCharge: '45.00',
    roundUp: '0.5kg' as const,
    mode: 'air' as const,
    appliesTo: [1],
  }),
  dayRate: () => ({ currency: 'CHF', day: newDay(), rate: '0.951200' }),
  euRate: () => {
    const day = newDay();
    return {
      ...{ kind: 'relief' as const, amount: '150.00', validFrom: day, validTo: day },
      source: newCode('Regulation'),
    };
  },
  containerTariff: () => ({
    code: newCode('DEM'),
    kind: 'demurrage' as const,
    carrierScac: 'ZZZZ',
    podCode: 'USSAV',
    containerTypes: ['40HQ'],
    freeDays: 4,
    currency: 'USD',
    steps: [
      { fromDay: 1, dayPrice: '75.0000' },
      { fromDay: 6, dayPrice: '150.0000' },
    ],
    chargeItemId: 1,
    validFrom: '2020-01-01',
    validTo: '2020-12-31',
    source: newCode('Tariff'),
  }),
  ledgerSetup: (api: TestApi) => ({
    companyId: api.count("select id from clientCompany where kind = 'own'"),
    validFrom: newDay(),
    ...{
      receivables: '1200',
      payables: '3300',
      bank: '1800',
      setOff: '1370',
      outputVat: '3806',
      inputVat: '1406',
    },
    ...{ exchangeGain: '4840', exchangeLoss: '6880', bankCharges: '6855', writeOffLimit: '5.00' },
    ...{ yearStartMonth: 1, accountLength: 4 },
  }),
  vatCode: () => ({
    code: newCode('VAT'),
    nameEn: 'Test exemption',
    nameCn: '测试免税',
    category: 'E' as const,
    countryCode: 'LU',
    rates: [],
    vatex: 'VATEX-EU-143',
    reasonEn: 'Exempt: art. 143',
    reasonCn: '免税：第143条',
  }),
  chargeFlow: () => ({
    code: newCode('FL'),
    nameEn: 'Test Flow',
    nameCn: '测试流程',
    customerId: 1,
    mode: 'air' as const,
    // Expired long ago: it charges nothing.
    validFrom: '2001-01-01',
    validTo: '2001-12-31',
    priority: 1,
    steps: [
      {
        ...{ trigger: 'arrived' as const, chargeItemId: 1, direction: 'revenue' as const, supplierId: null },
        ...{ price: '0.1500', minCharge: '50.00', overWeight: 100, overDays: null },
      },
    ],
  }),
  ioss: () => ({
    iossNo: `IM528${String(newSerial()).padStart(7, '0')}`,
    sellerName: 'Test Seller Ltd',
    customerIds: [1],
  }),
  airTransport: () => ({
    flightNo: 'CX83',
    originAirportId: 1,
    landingAirportId: 26,
    etd: '2031-11-03T02:00:00Z',
    eta: '2031-11-03T14:30:00Z',
    capacityKg: 5000,
    bookingNo: newCode('BK'),
    uldPlan: ['2xPMC'],
  }),
  seaTransport: () => ({
    carrierScac: 'PZOL',
    vesselName: newCode('POLARIS'),
    imoNo: '9074729',
    voyageNo: '041E',
    polCode: 'CNYTN',
    podCode: 'USLAX',
    etd: '2031-11-03T02:00:00Z',
    eta: '2031-11-21T14:30:00Z',
    containersBooked: ['2x40HQ'],
    bookingNo: '6345678901',
  }),
  seaBill: () => ({
    mblNo: `PZOL${newCode('63').replace('-', '')}`,
    hblNo: `NGHB${newCode('2').replace('-', '')}`,
    customerId: 1,
    carrierScac: 'PZOL',
    vesselName: newCode('POLARIS'),
    imoNo: '9074729',
    voyageNo: '041E',
    polCode: 'CNYTN',
    podCode: 'USLAX',
    loadType: 'FCL' as const,
    etd: '2031-11-03T02:00:00Z',
    eta: '2031-11-21T14:30:00Z',
    packages: 1200,
    grossWeight: 14_500,
    volume: 66.2,
    goodsEn: 'Household goods',
    containers: [
      {
        ...{ containerNo: 'PLDU1002013', containerType: '40HQ' as const, sealNo: 'NG204013' },
        ...{ packages: 1200, weight: 14_500, volume: 66.2 },
        ...{ lastFreeDay: null, gateOut: null, emptyReturned: null },
      },
    ],
  }),
  seaIsf: () => ({
    isfType: 'ISF-10' as const,
    actionReason: 'CT' as const,
    shipmentType: '01' as const,
    modeOfTransport: '11' as const,
    billType: 'BM' as const,
    netchbAccountId: 1,
    mblNo: `PZOL${newCode('64').replace('-', '')}`,
    hblNo: `NGHB${newCode('3').replace('-', '')}`,
    vesselName: newCode('POLARIS'),
    etd: '2031-11-03T02:00:00Z',
    seller: { name: 'Green Panda Trading', city: 'Shenzhen', country: 'CN' },
    lines: [{ hts: '940360', originCountry: 'CN' }],
    containers: [{ containerNo: 'CSQU3054383' }],
  }),
  seaEntry: (api: TestApi) => ({
    entryNo: entryNoOf('QZX', 5_000_000 + Math.floor(Math.random() * 4_000_000)),
    entryType: '01' as const,
    mode: '11' as const,
    netchbAccountId: 1,
    seaBillId: api.count("select min(id) from seaBill where podCode like 'US%'"),
    description: 'TOYS',
    bills: [],
    containerNos: [],
    invoices: [],
    lines: [],
  }),
  usRate: () => ({
    kind: 'duty' as const,
    code: `84${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`,
    name: newCode('Rate'),
    rate: '2.5000',
    ...{ countries: [], hts: [], entryTypes: [], modes: [], programs: [] },
    ...{ exemptCountries: [], replaces: [] },
    validFrom: '2026-01-01',
  }),
  amsRecord: (api: TestApi) => ({
    masterNo: api.row(
      `select billNo from bill join airport on airport.id = bill.landingAirportId
       where bill.mode = 'air' and bill.removedAt is null and airport.twoLetterCode = 'US' limit 1`,
    ).billNo as string,
    houseNo: newCode('NGH'),
    filedAt: '2026-01-03T08:00:00Z',
    status: 'accepted' as const,
    answeredAt: '2026-01-03T09:00:00Z',
    response: newCode('Bill on file'),
  }),
  parcelForecast: (api: TestApi) => ({
    customerId: 1,
    forecastDate: newDay(),
    originAirportId: 1,
    landingAirportId: 26,
    channelCode: api.row(
      'select channelCode from channelCode where active = 1 and (customerId is null or customerId = 1) limit 1',
    ).channelCode as string,
    destinationCountry: 'NL',
    expectedParcels: 1000,
    expectedBoxes: 40,
    expectedWeight: 350,
  }),
  contract: (api: TestApi) => ({
    title: newCode('Frame'),
    kind: 'customer' as const,
    companyId: companyOf(api, 'customer'),
    ownCompanyId: companyOf(api, 'own'),
    serviceIds: [1],
    validFrom: '2031-01-01',
    validTo: '2032-12-31',
    currency: 'EUR',
    noticeDays: 30,
  }),
  standardQuote: () => ({
    nameEn: newCode('Rates'),
    nameCn: '测试报价',
    direction: 'sell' as const,
    serviceId: 1,
    currency: 'EUR',
    validFrom: '2031-01-01',
    validTo: '2031-12-31',
    volumetricDivisor: 6000,
    roundTo: '0.5' as const,
    fuelSurchargePercent: 2.5,
    lines: [
      {
        ...{ originCode: 'PVG', destinationCode: newCode('L').slice(0, 20), zone: null, chargeItemId: 1 },
        ...{
          basis: 'per_kg' as const,
          minCharge: '85.00',
          flatPrice: null,
          transitHours: 48,
          currency: null,
        },
        breaks: [
          { fromKg: 0, price: '1.20' },
          { fromKg: 100, price: '0.95' },
        ],
      },
    ],
  }),
  orderQuote: () => ({
    customerId: 1,
    reference: newCode('RFQ'),
    mode: 'air' as const,
    serviceId: 1,
    originCode: 'PVG',
    destinationCode: newCode('L').slice(0, 20),
    packages: 10,
    weight: 90,
    volume: 0.96,
    volumetricDivisor: 6000,
    goods: 'Lamps',
    incoterm: 'DAP',
    currency: 'EUR',
    validTo: '2031-12-31',
    lines: [
      {
        ...{ chargeItemId: 1, basis: 'per_kg' as const, quantity: 160, unitPrice: '0.1155', currency: 'EUR' },
        costPrice: '0.09',
      },
    ],
  }),
  taxation: () => ({
    countryCode: 'MT',
    hsCode: newHsCode(),
    dutyRate: 12,
    vatRate: 18,
    validFrom: '2031-01-01',
    currency: 'EUR',
    additional: ['Anti-dumping: 28.5'],
  }),
  mailbox: () => ({
    kind: 'noa' as const,
    address: `${newCode('box')}@example.com`.toLowerCase(),
    fromFilter: ['handler.example.com'],
    subjectRegex: 'notice of arrival',
  }),
  cmrConfig: () => ({
    name: newCode('Trucks'),
    trigger: 'on_departed' as const,
    destinationIds: [1],
    lastMileIds: [],
    customerIds: [],
    toEmails: ['hub@example.com'],
    ccEmails: [],
    subject: 'Pre-alert {cmrNo}',
    body: '{pallets} pallets for {to}.',
    attachPdf: true,
    attachExcel: true,
  }),
  monitorConfig: () => ({
    name: newCode('Rule'),
    event: 'noa_missing' as const,
    customerIds: [1],
    airportIds: [],
    warehouseIds: [],
    toEmails: ['ops@example.com'],
    ccEmails: [],
    toGroupIds: [],
    subject: 'No notice of {billNo}',
    bodyEn: '{billNo} landed {hours} h ago.',
    bodyCn: '{billNo} 已到港 {hours} 小时。',
    frequency: 'immediate' as const,
  }),
};

/**
 * Returns a text field of a plain resource that is searched by its words, and may be the same in several records: where
 * the name must be unique, another field.
 */
export const nameFieldOf = (name: keyof typeof drafts): string =>
  NAME_FIELDS[name] ?? ('nameEn' in resources[name].row.shape ? 'nameEn' : 'remark');
const NAME_FIELDS: Partial<Record<keyof typeof drafts, string>> = {
  ioss: 'sellerName',
  clientContact: 'name',
  cmrConfig: 'subject',
  monitorConfig: 'subject',
  approvalConfig: 'nameCn',
  customsAccount: 'filerName',
  netchbAccount: 'importerOfRecord',
  airTransport: 'bookingNo',
  seaTransport: 'vesselName',
  seaBill: 'vesselName',
  amsRecord: 'response',
  seaEntry: 'vesselName',
  usRate: 'name',
  seaIsf: 'vesselName',
  contract: 'title',
  orderQuote: 'reference',
  taxation: 'source',
  euRate: 'source',
  containerTariff: 'source',
};

let days = 0;

/** Returns a day years ahead, another one at each call. */
function newDay(): string {
  days += 1;
  return new Date(Date.UTC(2040, 0, days)).toISOString().slice(0, 10);
}

/** Returns a number used nowhere else, of seven digits at most. */
const newSerial = (): number => {
  serial += 1;
  return serial % 10_000_000;
};

/** Returns a region of Norway, of which the demo has none. */
function newRegion(): string {
  serial += 1;
  return `NO-${(serial % 46_656).toString(36).toUpperCase().padStart(3, '0')}`;
}

/** Returns a code of six digits in chapter 50, of which the demo has none. */
export function newHsCode(): string {
  serial += 1;
  return `50${String(serial % 10_000).padStart(4, '0')}`;
}

let airports = 0;

/**
 * Returns a code that no airport of the demo has: they do not begin with Q. QQ is reserved for tests that need an
 * unknown code.
 */
function airportLetters(): string {
  const letter = (value: number) => 'ABCDEFGHIJKLMNOPRSTUVWXYZ'.charAt(value % 25);
  airports += 1;
  return `Q${letter(Math.floor(airports / 25))}${letter(airports)}`;
}
