import { problem } from '../errors';
import {
  choice,
  code,
  codes,
  count,
  date,
  decimal,
  flag,
  money,
  percentage,
  text,
  unitPrice,
} from '../fields';
import { billNo, houseNo, upperCased } from '../rules/codes';
import { adCaseNo, chapter99, cvdCaseNo, hsCode, inBondNo, midCode, spiCode, usUnit } from '../rules/customs';
import { countryCode, currencyCode } from '../rules/places';
import type { CodeRule } from '../rules/rule';

/** Importer or consignee, in the field lengths of CBP. */
export const party = {
  name: text(35).nullable(),
  address1: text(35).nullable(),
  address2: text(35).nullable(),
  city: text(35).nullable(),
  state: text(3).nullable(),
  postcode: text(15).nullable(),
  country: code(countryCode).nullable(),
};

/** A bill of lading or air waybill of the goods, with the quantity on the manifest. */
export const manifestBill = {
  masterNo: code(billNo).nullable(),
  houseNo: code(houseNo).nullable(),
  subHouseNo: code(houseNo).nullable(),
  inBondNo: code(inBondNo).nullable(),
  quantity: count(1, 10_000_000).nullable(),
  unit: code(usUnit).nullable(),
};

export const invoice = {
  invoiceNo: text(40).nullable(),
  date: date().nullable(),
  currency: code(currencyCode).nullable(),
  /** USD for one unit of the currency. */
  rate: unitPrice().nullable(),
  /** In the invoice's currency; always four decimals. */
  value: unitPrice().nullable(),
  sellerName: text(70).nullable(),
};

export const pgaAgencies = ['FDA', 'EPA', 'CPSC', 'USDA', 'NHTSA', 'FCC', 'FWS', 'ATF', 'TTB'] as const;

export const line = {
  invoiceNo: text(40).nullable(),
  hts: code(hsCode).nullable(),
  /** Chapter 99 headings of additional duties. */
  additionalHts: codes(chapter99, 8),
  originCountry: code(countryCode).nullable(),
  manufacturerId: code(midCode).nullable(),
  manufacturerName: text(70).nullable(),
  manufacturerAddress: text(70).nullable(),
  manufacturerCity: text(35).nullable(),
  description: text(70).nullable(),
  quantity1: decimal(null, 1_000_000_000).nullable(),
  unit1: code(usUnit).nullable(),
  quantity2: decimal(null, 1_000_000_000).nullable(),
  unit2: code(usUnit).nullable(),
  /** Without freight and insurance. */
  value: money('USD').nullable(),
  charges: money('USD').nullable(),
  grossWeight: decimal(null, 100_000_000).nullable(),
  relatedParties: flag(),
  /** Case of an antidumping duty order, with the rate of its cash deposit in percent. */
  adCaseNo: code(adCaseNo).nullable(),
  adRate: percentage().nullable(),
  /** Case of a countervailing duty order, with the rate of its cash deposit in percent. */
  cvdCaseNo: code(cvdCaseNo).nullable(),
  cvdRate: percentage().nullable(),
  spi: code(spiCode).nullable(),
  pgaAgency: choice('pgaAgency', pgaAgencies).nullable(),
  pgaProgram: text(3).nullable(),
  /** A: not regulated; B: data not required; C: filed by other agency means; D: filed on paper. */
  pgaDisclaim: choice('pgaDisclaim', ['A', 'B', 'C', 'D']).nullable(),
  pgaData: text(100).nullable(),
  /** Number of the consignment, if each goes to another consignee. */
  consignmentNo: code(consignmentRule()).nullable(),
  consigneeName: text(70).nullable(),
  consigneeAddress: text(70).nullable(),
  consigneeCity: text(35).nullable(),
  consigneeState: text(3).nullable(),
  consigneePostcode: text(15).nullable(),
};

/** House air waybill or tracking number of one consignment. */
export function consignmentRule(): CodeRule {
  return {
    max: 35,
    normalise: (raw) => upperCased(raw).replace(/\s+/g, ''),
    check: (value) => (/^[A-Z0-9-]{3,35}$/.test(value) ? undefined : problem('CONSIGNMENT_FORMAT')),
  };
}

/** One duty or fee of the entry, at the rates of its day. */
export const dutyPart = {
  /** Number of the line, from 1; 0 for the whole entry. */
  line: count(0, 999),
  kind: choice('entryDutyKind', ['duty', 'additional', 'exclusion', 'fee', 'antidumping', 'countervailing']),
  code: text(10),
  name: text(100),
  rate: percentage().nullable(),
  value: money('USD'),
  amount: money('USD'),
};

/** Most lines of one entry, the limit of CBP. */
export const MAX_LINES = 999;
