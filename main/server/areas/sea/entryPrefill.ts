import { problem } from '@contract/errors';
import { freshOf } from '@contract/resource';
import { isMawb } from '@contract/rules/codes';
import { byConsignee } from '@contract/rules/consignees';
import { importerId } from '@contract/rules/customs';
import { portZone } from '@contract/rules/seaNodes';
import { midOf } from '@contract/rules/usManufacturer';
import { schDOf, schKOf } from '@contract/rules/usPorts';
import { dayAt } from '@contract/rules/zonedTime';
import { MAX_LINES } from '@contract/sea/entryParts';
import { type SeaEntry, seaEntry } from '@contract/sea/seaEntry';
import type { SeaIsf } from '@contract/sea/seaIsf';
import { refuseFields } from '../../core/refusal';
import type { Reader } from '../../store/open';
import { readBill } from '../bill/billFacts';
import { isfRecord } from './isfRow';
import { readSeaBill } from './seaLinks';

type EntryPart = Partial<SeaEntry>;
type Line = SeaEntry['lines'][number];

/** An empty line. */
export const emptyLine: Line = {
  ...{ invoiceNo: null, hts: null, additionalHts: [], originCountry: null, manufacturerId: null },
  ...{ manufacturerName: null, manufacturerAddress: null, manufacturerCity: null, description: null },
  ...{ quantity1: null, unit1: null, quantity2: null, unit2: null, value: null, charges: null },
  ...{
    grossWeight: null,
    relatedParties: false,
    adCaseNo: null,
    adRate: null,
    cvdCaseNo: null,
    cvdRate: null,
  },
  ...{ spi: null, pgaAgency: null, pgaProgram: null },
  ...{ pgaDisclaim: null, pgaData: null, consignmentNo: null, consigneeName: null },
  ...{ consigneeAddress: null, consigneeCity: null, consigneeState: null, consigneePostcode: null },
};

const cut = (text: string | null | undefined, max: number): string | null =>
  text?.trim().slice(0, max).trim() || null;
/**
 * Returns the day of an arrival or departure on the clock of its port: goods are imported when the vessel is within the
 * limits of the port, or the aircraft within the country (19 CFR 101.1).
 */
const dayOf = (at: string | null, zone: string): string | null => (at === null ? null : dayAt(at, zone));

/** Default account for filing an entry: the first active one. */
async function accountOf(db: Reader): Promise<EntryPart> {
  const account = await db
    .selectFrom('netchbAccount')
    .selectAll()
    .where('active', '=', 1)
    .orderBy('id')
    .executeTakeFirst();
  if (!account) return {};
  return {
    netchbAccountId: account.id,
    importerTaxId: account.importerTaxId,
    importer: account.importerOfRecord === null ? null : party({ name: account.importerOfRecord }),
    bondType: account.bondType,
    suretyCode: account.suretyCode,
    processingPort: account.portCode,
  };
}

type Party = NonNullable<SeaEntry['importer']>;
const party = (known: Partial<Party>): Party => ({
  ...{ name: null, address1: null, address2: null, city: null, state: null, postcode: null, country: null },
  ...known,
});

/** The consignee of a line as the party of its entry. */
export const consigneeOf = (line: Line): Party =>
  party({
    name: cut(line.consigneeName, 35),
    address1: cut(line.consigneeAddress, 35),
    address2: cut(line.consigneeAddress?.slice(35), 35),
    city: line.consigneeCity,
    state: line.consigneeState,
    postcode: cut(line.consigneePostcode, 15),
    country: 'US',
  });

/** Converts a party of the ISF to one of an entry. */
const partyOf = (known: SeaIsf['buyer']): SeaEntry['importer'] => {
  if (known === null) return null;
  const { name2: _, ...rest } = known;
  return party(rest);
};

/** Fields that an entry shares with the ISF of its sea bill: parties, goods and their makers, the bond. */
async function fromIsf(db: Reader, isfId: number | null): Promise<EntryPart> {
  if (isfId === null) return {};
  const isf = await isfRecord.read(db, isfId);
  const taxId = (type: string | null, number: string | null) =>
    number !== null && type !== '2' && importerId.check(number) === undefined ? number : null;
  const importer = partyOf(isf.buyer);
  const consignee = partyOf(isf.shipTo);
  const importerTaxId = taxId(isf.importerIdType, isf.importerNumber);
  return {
    isfId,
    ...(isf.netchbAccountId === null ? {} : { netchbAccountId: isf.netchbAccountId }),
    ...(importerTaxId === null ? {} : { importerTaxId }),
    ...(importer === null ? {} : { importer }),
    consigneeTaxId: taxId(isf.consigneeIdType, isf.consigneeNumber),
    consignee,
    ...(isf.bondType === null ? {} : { bondType: isf.bondType, suretyCode: isf.suretyCode }),
    lines: isf.lines.map((line) => ({
      ...emptyLine,
      hts: line.hts,
      originCountry: line.originCountry,
      manufacturerName: line.manufacturerName,
      manufacturerAddress: line.manufacturerAddress,
      manufacturerCity: line.manufacturerCity,
      manufacturerId: midOf({
        name: line.manufacturerName ?? '',
        address: line.manufacturerAddress ?? '',
        city: line.manufacturerCity ?? '',
        country: line.manufacturerCountry ?? line.originCountry ?? '',
        province: line.manufacturerState,
      }),
      description: cut(line.description?.toUpperCase(), 70),
    })),
  };
}

/** Initial fields of an entry for a sea bill: nothing on the bill or its ISF is typed again. */
async function ofSeaBill(db: Reader, seaBillId: number): Promise<EntryPart> {
  const bill = await readSeaBill(db, seaBillId);
  const port = schDOf(bill.podCode);
  const importDate = dayOf(bill.ata ?? bill.eta, portZone(bill.podCode));
  return {
    ...(await accountOf(db)),
    ...(await fromIsf(db, bill.isfId)),
    seaBillId,
    mode: bill.containerNos.length > 0 ? '11' : '10',
    entryType: '01',
    carrierCode: bill.carrierScac,
    vesselName: bill.vesselName,
    voyageNo: bill.voyageNo,
    exportCountry: bill.polCode.slice(0, 2),
    foreignPort: schKOf(bill.polCode),
    entryPort: port,
    unladingPort: port,
    ...(port === null ? {} : { processingPort: port }),
    exportDate: dayOf(bill.atd ?? bill.etd, portZone(bill.polCode)),
    importDate,
    entryDate: importDate,
    bills: [
      {
        masterNo: bill.mblNo,
        houseNo: bill.hblNo,
        subHouseNo: null,
        inBondNo: null,
        quantity: bill.packages,
        unit: 'PKG',
      },
    ],
    containerNos: bill.containerNos,
    description: cut(bill.goodsEn.toUpperCase(), 70),
    grossWeight: Math.round(bill.grossWeight),
  };
}

/** Lines of all consignments of a bill, one for each item of a parcel. */
export async function linesOf(db: Reader, billId: number): Promise<Line[]> {
  const items = await db
    .selectFrom('itemLine')
    .innerJoin('parcel', 'parcel.id', 'itemLine.parcelId')
    .select(['parcel.trackingNo', 'parcel.consigneeName', 'parcel.address', 'parcel.city', 'parcel.postcode'])
    .select(['itemLine.nameEn', 'itemLine.hsCode', 'itemLine.quantity', 'itemLine.lineValue'])
    .select(['itemLine.netWeight', 'itemLine.originCountry', 'parcel.currency'])
    .where('parcel.billId', '=', billId)
    .orderBy('parcel.trackingNo')
    .orderBy('itemLine.lineNo')
    .execute();
  return items.map((item) => ({
    ...emptyLine,
    hts: item.hsCode,
    originCountry: item.originCountry,
    description: cut(item.nameEn.toUpperCase(), 70),
    quantity1: item.quantity,
    unit1: 'NO',
    // Values in another currency are entered by hand: customs requires dollars.
    value: item.currency === 'USD' ? (item.lineValue / 100).toFixed(2) : null,
    grossWeight: item.netWeight === null ? null : item.netWeight / 1000,
    consignmentNo: item.trackingNo,
    consigneeName: cut(item.consigneeName, 70),
    consigneeAddress: cut(item.address, 70),
    consigneeCity: cut(item.city, 35),
    consigneePostcode: cut(item.postcode, 15),
  }));
}

/** Location and time zone of an airport. */
const airportOf = (db: Reader, airportId: number | null) =>
  db
    .selectFrom('airport')
    .select(['airportCode', 'twoLetterCode', 'timeZone'])
    .where('id', '=', airportId)
    .executeTakeFirst();

/**
 * Initial fields of an entry for an air bill to the United States. Consignments for one consignee are an informal entry
 * with their lines; those for several need one each, so that they are left out here.
 */
async function ofAirBill(db: Reader, billId: number): Promise<EntryPart> {
  const head = await headOfAir(db, billId);
  const lines = await linesOf(db, billId);
  if (lines.length === 0 || lines.length > MAX_LINES || byConsignee(lines).length > 1) return head;
  return { ...head, ...INFORMAL, lines };
}

/** Entry of low value: without a bond (19 CFR 142.4). */
export const INFORMAL = { entryType: '11', bondType: '0', suretyCode: null } as const;

/** Initial fields of an entry for an air bill to the United States, without lines. */
export async function headOfAir(db: Reader, billId: number): Promise<EntryPart> {
  const bill = await readBill(db, billId);
  const [origin, landing] = [
    await airportOf(db, bill.originAirportId),
    await airportOf(db, bill.landingAirportId),
  ];
  if (!isMawb(bill.billNo) || landing?.twoLetterCode !== 'US')
    throw refuseFields({ billId: problem('ENTRY_NO_BILL') });
  const port = schDOf(landing.airportCode);
  const importDate = dayOf(bill.ata ?? bill.eta, landing.timeZone);
  return {
    ...(await accountOf(db)),
    billId,
    mode: '40',
    entryType: '01',
    carrierCode: bill.flightNo?.slice(0, 2) ?? null,
    voyageNo: bill.flightNo,
    exportCountry: origin?.twoLetterCode ?? null,
    entryPort: port,
    unladingPort: port,
    ...(port === null ? {} : { processingPort: port }),
    exportDate: origin ? dayOf(bill.atd ?? bill.etd, origin.timeZone) : null,
    importDate,
    entryDate: importDate,
    bills: [
      {
        masterNo: bill.billNo,
        houseNo: bill.houseNo,
        subHouseNo: null,
        inBondNo: null,
        quantity: bill.boxCount || null,
        unit: 'PKG',
      },
    ],
    description: 'E-COMMERCE CONSIGNMENTS',
    grossWeight: bill.weight === null ? null : Math.round(bill.weight),
  };
}

/** Initial fields of an entry. Refuses anything but a sea bill or a bill to the United States. */
export async function prefill(
  db: Reader,
  { seaBillId, billId }: { readonly seaBillId?: number | undefined; readonly billId?: number | undefined },
): Promise<Record<string, unknown>> {
  const known =
    seaBillId !== undefined
      ? await ofSeaBill(db, seaBillId)
      : billId !== undefined
        ? await ofAirBill(db, billId)
        : undefined;
  if (!known) throw refuseFields({ seaBillId: problem('ENTRY_NO_BILL') });
  return { ...freshOf(seaEntry), ...known };
}
