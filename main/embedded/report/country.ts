import { countryReport } from '@contract/report/country';
import { sql } from 'kysely';
import { askedBills } from './asked';
import { inBooks, lastRates } from './books';
import { asShare, euros, kilosOf, percentOf } from './formulas';
import { pointsOf, reportHandlers } from './report';

const TOP = 10;

/**
 * Parcels by the country they go to: those of the bills of a span, each read once and added up by bill before anything
 * else is looked up.
 */
export const countryReportHandlers = reportHandlers('reportCountry', countryReport, {
  rows: (asked) => sql`
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
        where ${askedBills(asked)} group by parcel.billId, parcel.country, parcel.currency, parcel.batchId
      ) as summed left join batch on batch.id = summed.batchId
        left join ${lastRates} as rate on rate.currency = summed.currency
    ) as reported left join country on country.code = reported.country
      left join (
        select parcel.country, count(distinct parcel.id) as parcels
        from fyco join bill on bill.id = fyco.billId join parcel on parcel.id = fyco.parcelId
          join batch on batch.id = parcel.batchId and batch.declaredAt is not null
        where fyco.reason in ('fyco', 'scan') and ${askedBills(asked)} group by parcel.country
      ) as seen on seen.country = reported.country
    group by reported.country, country.id, seen.parcels`,

  tiles: async ({ db, rows }) => {
    const { rows: sums } = await sql<{
      countries: number;
      parcels: number;
      weight: number;
      value: number;
      top: number;
    }>`
      select count(*) as countries, coalesce(sum(parcels), 0) as parcels, coalesce(sum(weight), 0) as weight,
        coalesce(sum(value), 0) as value, coalesce(sum(case when place <= ${TOP} then parcels end), 0) as top
      from (select *, row_number() over (order by parcels desc, id) as place from ${rows})`.execute(db);
    const { countries = 0, parcels = 0, weight = 0, value = 0, top = 0 } = sums[0] ?? {};
    return {
      countries: { value: countries },
      parcels: { value: parcels },
      weight: { value: kilosOf(weight) },
      value: { value: euros(value) },
      topTenShare: { value: percentOf(top, parcels) },
    };
  },

  charts: async ({ db, rows }) => {
    const { rows: found } = await sql<{ key: number | null; parcels: number; value: number }>`
      select countryId as key, parcels, value / 100.0 as value from ${rows} as rows
      order by parcels desc limit ${TOP}`.execute(db);
    return {
      volume: pointsOf(found.map(({ key, parcels }) => ({ key, parcels }))),
      shares: pointsOf(found.map(({ key, value }) => ({ key, value }))),
    };
  },
});
