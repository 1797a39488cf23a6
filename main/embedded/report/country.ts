import { countryReport } from '@contract/report/country';
import { sql } from 'kysely';
import { askedBills } from './asked';
import { inBooks, lastRates } from './books';
import { asShare, euros, kilosOf, percentOf } from './formulas';
import { pointsOf, reportHandlers } from './report';

const TOP = 10;

/** Parcels by the country they go to: those of the bills of a span, found by their bills. */
export const countryReportHandlers = reportHandlers('reportCountry', countryReport, {
  rows: (asked) => sql`
    select min(reported.id) as id, country.id as countryId, country.code, country.nameEn, country.nameCn, count(distinct billId) as bills, sum(parcels) as parcels,
      sum(weight) as weight, cast(round(coalesce(sum(booked), 0)) as integer) as value,
      cast(round(sum(booked) / sum(case when booked is not null then parcels end)) as integer) as averageValue,
      cast(round(sum(booked) * country.vatRate / 100000.0) as integer) as vatEstimate,
      ${asShare(sql`sum(inspected)`, sql`sum(declared)`)} as inspectionRate,
      ${asShare(sql`sum(parcels)`, sql`sum(sum(parcels)) over ()`)} as parcelShare
    from (
      select summed.*, ${inBooks(sql`summed.value`, sql`summed.currency`, sql`rate.rate`)} as booked
      from (
        select min(parcel.id) as id, parcel.billId, parcel.country, parcel.currency, count(*) as parcels,
          sum(parcel.grossWeight) as weight, sum(parcel.value) as value, count(batch.declaredAt) as declared,
          count(case when batch.declaredAt is not null then seen.parcelId end) as inspected
        from bill join parcel on parcel.billId = bill.id left join batch on batch.id = parcel.batchId
          left join (select distinct parcelId from fyco where reason in ('fyco', 'scan')) as seen
            on seen.parcelId = parcel.id
        where ${askedBills(asked)} group by parcel.billId, parcel.country, parcel.currency
      ) as summed left join ${lastRates} as rate on rate.currency = summed.currency
    ) as reported left join country on country.code = reported.country
    group by reported.country`,

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
