import { addressLine } from '@contract/rules/addresses';
import { PRICE_DIGITS, toMinor, toScaled } from '@contract/rules/money';
import type { Writer } from '../store/open';
import { airportData } from './airportData';
import { carrierData, channelData, destinationData } from './carrierData';
import { chargeData } from './chargeData';
import { countryData } from './countryData';
import { iossData } from './customerData';
import { clientGroupData } from './customerRow';
import { hsCodeData } from './hsCodeData';
import { phoneCodes, regionData } from './regionData';
import { insertRows } from './rows';
import { feeCategoryData, serviceData, stationData, warehouseData } from './stationData';

/** Lookups of reference record ids by code. */
export interface ReferenceIds {
  readonly country: IdsByCode;
  readonly airport: IdsByCode;
  readonly station: IdsByCode;
  readonly warehouse: IdsByCode;
  readonly service: IdsByCode;
  readonly carrier: IdsByCode;
  readonly destination: IdsByCode;
  readonly mark: IdsByCode;
  readonly clientGroup: IdsByCode;
  readonly feeCategory: IdsByCode;
  readonly chargeItem: IdsByCode;
}

/** Returns the id of a code. Throws for an unknown code. */
export type IdsByCode = (code: string) => number;

/** Numbers records from 1 in the order of their table, so that references need no query. */
export function idsOf(codes: readonly string[]): IdsByCode {
  const ids = new Map(codes.map((code, index) => [code, index + 1]));
  return (code) => {
    const id = ids.get(code);
    if (id === undefined) throw new Error(`no record ${code}`);
    return id;
  };
}

const codesOf = (records: readonly { code: string }[]) => records.map(({ code }) => code);

/** Version, creation and update columns of an unchanged record. */
export const madeAt = (at: string, by: number | null = null) => ({
  version: 1,
  createdAt: at,
  createdBy: by,
  updatedAt: at,
  updatedBy: by,
});

/** The columns of reference data in use. */
const inUse = (index: number, remark: string | null = null) => ({
  active: 1,
  sort: (index + 1) * 10,
  remark,
});

/**
 * Writes reference data valid for every operator, created at an instant: countries, airports, HS codes, services and
 * fee categories. Returns the ids of these and of the records of `seedOperator`.
 */
export async function seedReference(writer: Writer, at: string): Promise<ReferenceIds> {
  const made = madeAt(at);
  const ids: ReferenceIds = {
    country: idsOf(codesOf(countryData)),
    airport: idsOf(airportData.map(({ airportCode }) => airportCode)),
    station: idsOf(codesOf(stationData)),
    warehouse: idsOf(codesOf(warehouseData)),
    service: idsOf(codesOf(serviceData)),
    carrier: idsOf(codesOf(carrierData)),
    destination: idsOf(codesOf(destinationData)),
    // Marks share their codes with the hubs.
    mark: idsOf(codesOf(destinationData)),
    clientGroup: idsOf(codesOf(clientGroupData)),
    feeCategory: idsOf(codesOf(feeCategoryData)),
    chargeItem: idsOf(chargeData.map(([code]) => code)),
  };
  await seedCountries(writer, made, ids.country);
  await insertRows(
    writer,
    'airport',
    airportData.map(({ country, ...airport }, index) => ({
      id: index + 1,
      ...made,
      ...airport,
      twoLetterCode: country,
      countryId: ids.country(country),
      ...inUse(index),
    })),
  );
  await insertRows(
    writer,
    'service',
    serviceData.map((service, index) => ({
      id: index + 1,
      ...made,
      ...service,
      steps: JSON.stringify(service.steps),
      ...inUse(index),
    })),
  );
  const vatCodes = new Map(
    (await writer.selectFrom('vatCode').select(['id', 'code']).execute()).map(({ id, code }) => [code, id]),
  );
  await insertRows(
    writer,
    'feeCategory',
    feeCategoryData.map(({ taxable, parent, vatCode, ...category }, index) => ({
      id: index + 1,
      ...made,
      ...category,
      parentId: parent === undefined ? null : ids.feeCategory(parent),
      taxable: taxable ? 1 : 0,
      vatCodeId: vatCode === undefined ? null : (vatCodes.get(vatCode) ?? null),
      ...inUse(index),
    })),
  );
  await seedHsCodes(writer, made);
  return ids;
}

/** Writes countries, and then their regions. */
async function seedCountries(
  writer: Writer,
  made: ReturnType<typeof madeAt>,
  idOf: IdsByCode,
): Promise<void> {
  await insertRows(
    writer,
    'country',
    countryData.map(({ isEu, ...country }, index) => ({
      id: index + 1,
      ...made,
      ...country,
      isEu: isEu ? 1 : 0,
      level: 'country' as const,
      phoneCode: phoneCodes[country.code] ?? null,
      active: 1,
      sort: null,
      remark: null,
    })),
  );
  await insertRows(
    writer,
    'country',
    regionData.map(({ country, ...region }, index) => ({
      id: countryData.length + index + 1,
      ...made,
      ...region,
      level: 'region' as const,
      parentId: idOf(country),
      ...{ isEu: 0, active: 1, sort: null, remark: null },
    })),
  );
}

async function seedHsCodes(writer: Writer, made: ReturnType<typeof madeAt>): Promise<void> {
  await insertRows(
    writer,
    'hsCode',
    hsCodeData.map(({ dutyRate, vatRate, keywords, minUnitValue, maxUnitValue, ...code }, index) => ({
      id: index + 1,
      ...made,
      ...code,
      dutyRate: thousandths(dutyRate),
      vatRate: thousandths(vatRate),
      keywords: JSON.stringify(keywords),
      minUnitValue: thousandths(minUnitValue),
      maxUnitValue: thousandths(maxUnitValue),
      source: 'upload',
      fetchedAt: null,
      ...{ active: 1, sort: null, remark: null },
    })),
  );
}

/**
 * Writes the records of the invented operator: customer groups, sites, carriers, channels, prices, and its sellers'
 * IOSS numbers. Only for the demo; an empty installation adds its own.
 */
export async function seedOperator(writer: Writer, ids: ReferenceIds, at: string): Promise<void> {
  const made = madeAt(at);
  await seedSites(writer, ids, made);
  await seedCarriers(writer, ids, made);
  await insertRows(
    writer,
    'clientGroup',
    clientGroupData.map(({ discount, ...group }, index) => ({
      id: index + 1,
      ...made,
      ...group,
      discountPercent: thousandths(discount),
      memberCount: 0,
      ...inUse(index),
    })),
  );
  await insertRows(
    writer,
    'ioss',
    iossData.map(({ locked, state, ...number }, index) => ({
      id: index + 1,
      ...made,
      ...number,
      customerIds: '[]',
      memberState: state,
      locked: locked ? 1 : 0,
      lockedAt: locked ? at : null,
      lockReason: locked ? 'The seller’s intermediary has given the number up' : null,
    })),
  );
}

/** Writes the only customer group of an empty installation: the one without special agreements. */
export async function seedStandardGroup(writer: Writer, at: string): Promise<void> {
  const standard = clientGroupData.find(({ code }) => code === 'STANDARD');
  if (!standard) throw new Error('no group of customers with standard terms');
  const { code, nameEn, nameCn } = standard;
  await insertRows(writer, 'clientGroup', [
    { id: 1, ...madeAt(at), ...{ code, nameEn, nameCn }, discountPercent: null, memberCount: 0, ...inUse(0) },
  ]);
}

const thousandths = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 1000);

type CreationColumns = ReturnType<typeof madeAt>;

async function seedSites(writer: Writer, ids: ReferenceIds, made: CreationColumns): Promise<void> {
  await insertRows(
    writer,
    'cargoStation',
    stationData.map(({ airport, ...station }, index) => ({
      id: index + 1,
      ...made,
      ...station,
      emailDomains: JSON.stringify([`${station.code.toLowerCase()}.example.com`]),
      storageRate: 180,
      airportId: ids.airport(airport),
      ...inUse(index),
    })),
  );
  await insertRows(
    writer,
    'warehouse',
    warehouseData.map(({ country, ...warehouse }, index) => ({
      id: index + 1,
      ...made,
      ...warehouse,
      address: addressLine(warehouse),
      countryId: ids.country(country),
      email: `${warehouse.code.toLowerCase()}@example.com`,
      freeDays: 3,
      maxStorageDays: 90,
      notifyEmails: JSON.stringify([`${warehouse.code.toLowerCase()}@example.com`]),
      ...inUse(index),
    })),
  );
  await insertRows(
    writer,
    'chargeItem',
    chargeData.map(([code, nameEn, nameCn, category, basis, price, more = {}], index) => {
      const { currency = 'EUR', min, roundUp = 'none', mode = 'any', taxable = true } = more;
      return {
        id: index + 1,
        ...made,
        ...{ code, nameEn, nameCn, basis, currency, roundUp, mode },
        feeCategoryId: ids.feeCategory(category),
        defaultPrice: toScaled(price, PRICE_DIGITS),
        minCharge: min === undefined ? null : toMinor(min, currency),
        maxCharge: null,
        taxable: taxable ? 1 : 0,
        appliesTo: '[]',
        ...inUse(index),
      };
    }),
  );
}

async function seedCarriers(writer: Writer, ids: ReferenceIds, made: CreationColumns): Promise<void> {
  await insertRows(
    writer,
    'lastMile',
    carrierData.map(({ code, nameEn, nameCn, countries, domain, contactName, apiEnabled }, index) => ({
      id: index + 1,
      ...made,
      ...{ code, nameEn, nameCn, contactName },
      countryIds: JSON.stringify(countries.map(ids.country)),
      trackingPrefixes: JSON.stringify([code]),
      usesS10: 0,
      trackingUrlTemplate: `https://track.${domain}/{no}`,
      apiEnabled: apiEnabled ? 1 : 0,
      emails: JSON.stringify([`prealert@${domain}`]),
      ...inUse(index),
    })),
  );
  await insertRows(
    writer,
    'destination',
    destinationData.map(({ carrier, country, slotRequired, timeZone, tapeColor, mark, ...hub }, index) => ({
      id: index + 1,
      ...made,
      ...hub,
      lastMileId: ids.carrier(carrier),
      countryId: ids.country(country),
      timeZone,
      email: `inbound.${hub.code.toLowerCase()}@example.com`,
      slotRequired: slotRequired ? 1 : 0,
      ...inUse(index),
    })),
  );
  await insertRows(
    writer,
    'mark',
    destinationData.map(({ code, nameEn, nameCn, tapeColor, mark }, index) => ({
      id: index + 1,
      ...made,
      ...{ code, nameEn, nameCn, tapeColor },
      text: mark,
      destinationCode: code,
      ...inUse(index),
    })),
  );
  await insertRows(
    writer,
    'channelCode',
    channelData.map(({ channelCode, nameEn, nameCn, destination, country, service }, index) => ({
      id: index + 1,
      ...made,
      ...{ channelCode, nameEn, nameCn },
      customerId: null,
      destinationCode: destination,
      countryCode: country,
      serviceId: ids.service(service),
      markId: ids.mark(destination),
      ...inUse(index),
    })),
  );
}
