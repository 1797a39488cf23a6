import type { Bill } from '@contract/bill/bill';
import type { CustomsAccount } from '@contract/config/customsAccount';
import type { ItemLine, ParcelDetail } from '@contract/customs/parcel';
import { type Problem, problem } from '@contract/errors';
import { documentOf, element, type XmlElement } from '../../core/xml';

/*
 * Low-value declarations (H7) as XML. Elements, their order and their lengths are those of the public import schemas of
 * the Danish customs (`skat/dms-public`, H7 version 1.2.0: namespace of the WCO, numbers of the EU customs data model
 * 6.1); which of them are required follows Implementing Regulation (EU) 2015/2447, annex B, column H7. The number at an
 * element is that of its data element there.
 */

const NAMESPACE = 'urn:wco:datamodel:WCO:DEC-DMS:2';
/** Items of one declaration at most (11 03 001): a consignment with more goes in several. */
export const MAX_ITEMS = 999;

/** One consignment with the facts that its declaration needs. */
export interface Consignment {
  readonly lrn: string;
  readonly account: Pick<
    CustomsAccount,
    'officeCode' | 'filerName' | 'filerEori' | 'representation' | 'consumerNo' | 'goodsLocation'
  >;
  readonly bill: Pick<Bill, 'billNo' | 'mode' | 'ata'>;
  readonly parcel: Pick<
    ParcelDetail,
    | 'trackingNo'
    | 'consigneeName'
    | 'address'
    | 'city'
    | 'postcode'
    | 'country'
    | 'grossWeight'
    | 'currency'
    | 'freight'
    | 'iossNo'
  >;
  /** Additional procedure codes. */
  readonly procedures: readonly string[];
  readonly lines: readonly Pick<
    ItemLine,
    'nameEn' | 'hsCode' | 'lineValue' | 'merchantProductId' | 'manufacturerProductId' | 'standardProductId'
  >[];
}

/** Cuts a text to the length of its element, which counts characters, without those that XML cannot hold. */
function cut(text: string, max: number): string {
  const whole = text.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]+/gu, ' ').trim();
  return [...whole].slice(0, max).join('').trim();
}
/** An amount of two decimals at most. */
const amount = (decimal: string): string =>
  /\.\d{3,}$/.test(decimal) ? Number(decimal).toFixed(2) : decimal;
const many = (numbered: readonly XmlElement[][], name: string): XmlElement[] =>
  numbered.map((parts, at) => element(name, {}, [element('SequenceNumeric', {}, String(at + 1)), ...parts]));

/** Transport document of the whole bill (12 05): master air waybill or master bill of lading (code list CL754). */
const TRANSPORT_DOCUMENT = { air: 'N741', sea: 'N704' } as const;
/** Documents with the identifiers of a product (12 03): Delegated Regulation (EU) 2026/1022. */
const PRODUCT_DOCUMENTS = [
  ['merchantProductId', 'C127'],
  ['manufacturerProductId', 'C128'],
  ['standardProductId', 'C129'],
] as const;
/** Says that a product has no standardised identifier: an additional reference of its own (12 04). */
const NO_STANDARD = 'Y081';
/** Status of a representative (13 06 030). */
const AGENT = { direct: '2', indirect: '3' } as const;

/** Returns what a declaration of a parcel lacks; undefined if it can be made. */
export function h7Problem({
  parcel,
  lines,
  procedures,
}: Pick<Consignment, 'parcel' | 'lines' | 'procedures'>): Problem | undefined {
  const lacks = (field: string) => problem('H7_INCOMPLETE', { no: parcel.trackingNo, field: { field } });
  if (lines.length === 0) return lacks('lines');
  if (procedures.length === 0 || procedures.length > 2) return lacks('procedures');
  if (parcel.address === null || cut(parcel.address, 70) === '') return lacks('address');
  if (cut(parcel.consigneeName, 70) === '') return lacks('consigneeName');
  if (cut(parcel.city, 35) === '') return lacks('city');
  if (cut(parcel.postcode, 17).length < 2) return lacks('postcode');
  if (!/^[A-Z]{2}$/.test(parcel.country)) return lacks('country');
  if (lines.some(({ hsCode }) => !/^\d{6}/.test(hsCode))) return lacks('hsCode');
  if (lines.some(({ nameEn }) => cut(nameEn, 512) === '')) return lacks('nameEn');
  return undefined;
}

/** Writes the declaration of a consignment. */
export function h7Text(consignment: Consignment): string {
  const { lrn, account, bill } = consignment;
  const { filerName, filerEori, representation, consumerNo } = account;
  const declarant = representation === 'direct' ? consumerNo : filerEori;
  return documentOf(
    element('Declaration', { xmlns: NAMESPACE }, [
      element('FunctionCode', {}, '9'),
      element('ProcedureCategory', {}, 'H7'),
      // 12 09 001
      element('FunctionalReferenceID', {}, lrn),
      // 11 01 001 and 11 02 001: before the goods are presented, a declaration is lodged in advance (UCC 171).
      element('TypeCode', {}, bill.ata === null ? 'IMD' : 'IMA'),
      // 17 09 001
      element('DeclarationOfficeID', {}, account.officeCode),
      element('Submitter', {}, [
        element('Name', {}, cut(filerName, 70)),
        element('ID', {}, cut(filerEori, 17)),
      ]),
      // 13 06
      ...(representation === 'self'
        ? []
        : [
            element('Agent', {}, [
              element('ID', {}, filerEori),
              element('FunctionCode', {}, AGENT[representation]),
            ]),
          ]),
      // 13 05 017
      element('Declarant', {}, [element('ID', {}, cut(declarant, 17))]),
      shipment(consignment),
    ]),
  );
}

function shipment({ account, bill, parcel, procedures, lines }: Consignment): XmlElement {
  const { goodsLocation, consumerNo } = account;
  const { iossNo, freight, currency } = parcel;
  return element('GoodsShipment', {}, [
    element('Consignment', {}, [
      // 16 15: a designated location by its code
      ...(goodsLocation === null
        ? []
        : [
            element('GoodsLocation', {}, [
              element('Name', {}, cut(goodsLocation, 17)),
              element('TypeCode', {}, 'A'),
              element('IdentificationType', {}, 'U'),
            ]),
          ]),
      ...many(
        [[element('ID', {}, cut(bill.billNo, 70)), element('Type', {}, TRANSPORT_DOCUMENT[bill.mode])]],
        'TransportContractDocument',
      ),
      // 14 15
      ...(freight === null
        ? []
        : [element('Freight', {}, [element('rate', { currencyID: currency }, amount(freight))])]),
    ]),
    // 13 16: vendor in the import scheme
    ...(iossNo === null
      ? []
      : many([[element('ID', {}, iossNo), element('RoleCode', {}, 'FR5')]], 'DomesticDutyTaxParty')),
    // 18 04
    element('GoodsMeasure', {}, [
      element('GrossMassMeasure', { unitCode: 'KGM' }, String(parcel.grossWeight)),
    ]),
    ...lines.map((line, at) => goodsItem(line, at, currency, procedures)),
    importerOf(parcel, consumerNo),
    // 12 08 001
    element('UCR', {}, [element('TraderAssignedReferenceID', {}, cut(parcel.trackingNo, 35))]),
  ]);
}

/** Importer (13 04): the consignee by name and address, since consumers have no EORI number. */
const importerOf = (parcel: Consignment['parcel'], consumerNo: string): XmlElement =>
  element('Importer', {}, [
    element('Name', {}, cut(parcel.consigneeName, 70)),
    element('ID', {}, cut(consumerNo, 17)),
    element('Address', {}, [
      element('CityName', {}, cut(parcel.city, 35)),
      element('CountryCode', {}, parcel.country),
      element('Line', {}, cut(parcel.address ?? '', 70)),
      element('PostcodeID', {}, cut(parcel.postcode, 17)),
    ]),
  ]);

/** One item (11 03). */
function goodsItem(
  line: Consignment['lines'][number],
  at: number,
  currency: string,
  procedures: readonly string[],
): XmlElement {
  const documents = PRODUCT_DOCUMENTS.flatMap(([name, type]) => {
    const id = line[name];
    if (id === null || id === NO_STANDARD) return [];
    return [[element('ID', {}, cut(id, 70)), element('TypeCode', {}, type)]];
  });
  const none = line.standardProductId === NO_STANDARD;
  return element('GovernmentAgencyGoodsItem', {}, [
    element('SequenceNumeric', {}, String(at + 1)),
    element('Commodity', {}, [
      // 18 05 001
      element('Description', {}, cut(line.nameEn, 512)),
      // 18 09 056: the six digits of the harmonised system
      ...many(
        [[element('ID', {}, line.hsCode.slice(0, 6)), element('IdentificationTypeCode', {}, 'HS')]],
        'Classification',
      ),
      // 14 14: intrinsic value
      element('InvoiceLine', {}, [
        element('ItemChargeAmount', { currencyID: currency }, amount(line.lineValue)),
      ]),
    ]),
    // 11 09 and 11 10
    ...many(
      [
        [element('CurrentCode', {}, '40'), element('PreviousCode', {}, '00')],
        ...procedures.map((code) => [element('CurrentCode', {}, code)]),
      ],
      'GovernmentProcedure',
    ),
    // 18 06 004: items in the package of an earlier one have no package of their own.
    ...many([[element('QuantityQuantity', {}, at === 0 ? '1' : '0')]], 'Packaging'),
    ...many(documents, 'SupportingDocument'),
    ...many(
      none ? [[element('ID', {}, NO_STANDARD), element('TypeCode', {}, NO_STANDARD)]] : [],
      'AdditionalReference',
    ),
  ]);
}
