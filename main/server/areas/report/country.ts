import { countryReport } from '@contract/report/country';
import { sql } from 'kysely';
import { inBooks, lastRates } from './books';
import { asShare, byParcels, euros, kilosOf, percentOf, totalOf } from './formulas';
import { pointsOf, reportHandlers } from './report';
import { requestedBills } from './reportRequest';

const TOP = 10;

interface Country {
  readonly id: number;
  readonly countryId: number | null;
  readonly parcels: number;
  /** In grams. */
  readonly weight: number | null;
  /** In cents of the base currency. */
  readonly value: number;
}

/**
 * Parcels by destination country: those of the bills of a span, each read once and summed by bill before anything else
 * is joined.
 */
export const countryReportHandlers = reportHandlers('reportCountry', countryReport, {
  few: true,
  rows: (request) => sql`
    select min(reported.id) as id, country.id as countryId, country.code, country.nameEn, country.nameCn,
      count(distinct billId) as bills, sum(reported.parcels) as parcels, sum(weight) as weight,
      cast(round(coalesce(sum(booked), 0)) as integer) as value,
      cast(round(sum(booked) / sum(case when booked is not null then reported.parcels end)) as integer) as averageValue,
      cast(round(sum(booked) * country.vatRate / 100000.0) as integer) as vatEstimate,
      ${asShare(sql`coalesce(seen.parcels, 0)`, sql`sum(declared)`)} as inspectionRate,
      ${asShare(sql`sum(reported.parcels)`, sql`sum(sum(reported.parcels)) over ()`)} as parcelShare
    from (
      select summed.*, case when batch.declaredAt is null then 0 else summed.parcels end as declared,
        ${inBooks(sql`summed.value`, sql`summed.currency`, sql`rate.rate`)} as booked
      from (
        select min(parcel.id) as id, parcel.billId, parcel.country, parcel.currency, parcel.batchId,
          count(*) as parcels, sum(parcel.grossWeight) as weight, sum(parcel.value) as value
        from bill join parcel on parcel.billId = bill.id
        where ${requestedBills(request)} group by parcel.billId, parcel.country, parcel.currency, parcel.batchId
      ) as summed left join batch on batch.id = summed.batchId
        left join ${lastRates} as rate on rate.currency = summed.currency
    ) as reported left join country on country.code = reported.country
      left join (
        select parcel.country, count(distinct parcel.id) as parcels
        from fyco join bill on bill.id = fyco.billId join parcel on parcel.id = fyco.parcelId
          join batch on batch.id = parcel.batchId and batch.declaredAt is not null
        where fyco.reason in ('fyco', 'scan') and ${requestedBills(request)} group by parcel.country
      ) as seen on seen.country = reported.country
    group by reported.country, country.id, seen.parcels`,

  tiles: async ({ all }) => {
    const countries = byParcels(await all<Country>());
    const parcels = totalOf(countries, 'parcels');
    return {
      countries: { value: countries.length },
      parcels: { value: parcels },
      weight: { value: kilosOf(totalOf(countries, 'weight')) },
      value: { value: euros(totalOf(countries, 'value')) },
      topTenShare: { value: percentOf(totalOf(countries.slice(0, TOP), 'parcels'), parcels) },
    };
  },

  charts: async ({ all }) => {
    const largest = byParcels(await all<Country>()).slice(0, TOP);
    return {
      volume: pointsOf(largest.map(({ countryId, parcels }) => ({ key: countryId, parcels }))),
      shares: pointsOf(largest.map(({ countryId, value }) => ({ key: countryId, value: value / 100 }))),
    };
  },
});
