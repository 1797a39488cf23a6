import { type Kysely, sql } from 'kysely';
import { addColumns, createEndIndex, createIndex } from '../columns';
import { isPostgres } from '../dialect';

/** Zones of the countries that trucks serve, each with one clock on its mainland. */
const ZONES = {
  ...{
    AT: 'Europe/Vienna',
    BE: 'Europe/Brussels',
    BG: 'Europe/Sofia',
    CH: 'Europe/Zurich',
    CY: 'Asia/Nicosia',
  },
  ...{ CZ: 'Europe/Prague', DE: 'Europe/Berlin', DK: 'Europe/Copenhagen', EE: 'Europe/Tallinn' },
  ...{
    ES: 'Europe/Madrid',
    FI: 'Europe/Helsinki',
    FR: 'Europe/Paris',
    GB: 'Europe/London',
    GR: 'Europe/Athens',
  },
  ...{
    HR: 'Europe/Zagreb',
    HU: 'Europe/Budapest',
    IE: 'Europe/Dublin',
    IT: 'Europe/Rome',
    LT: 'Europe/Vilnius',
  },
  ...{
    LU: 'Europe/Luxembourg',
    LV: 'Europe/Riga',
    MT: 'Europe/Malta',
    NL: 'Europe/Amsterdam',
    NO: 'Europe/Oslo',
  },
  ...{ PL: 'Europe/Warsaw', PT: 'Europe/Lisbon', RO: 'Europe/Bucharest', SE: 'Europe/Stockholm' },
  ...{ SI: 'Europe/Ljubljana', SK: 'Europe/Bratislava' },
  ...{ CN: 'Asia/Shanghai', HK: 'Asia/Hong_Kong', JP: 'Asia/Tokyo', KR: 'Asia/Seoul', SG: 'Asia/Singapore' },
} as const;

/**
 * The clock of each hub, on which arrivals and deliveries there are told. Transits get their MRN when customs accepts
 * them: a draft has none. Parcels are found by the MRN that released them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'destination', { timeZone: 'text' });
  for (const [country, zone] of Object.entries(ZONES))
    await sql`
      update destination set timeZone = ${zone}
      where countryId in (select id from country where code = ${country})`.execute(db);
  if (isPostgres(db)) await sql`alter table t1 alter column mrn drop not null`.execute(db);
  else await allowNoMrn(db);
  await sql`create index parcelByMrn on parcel (mrn, billId) where mrn is not null`.execute(db);
}

/** SQLite cannot make a column nullable: another one takes its place. */
async function allowNoMrn(db: Kysely<unknown>): Promise<void> {
  await sql`drop index ${sql.id('t1By_mrn')}`.execute(db);
  await sql`drop index ${sql.id('t1ByEndOf_mrn')}`.execute(db);
  await addColumns(db, 't1', { givenMrn: 'text' });
  await sql`update t1 set givenMrn = mrn`.execute(db);
  await sql`alter table t1 drop column mrn`.execute(db);
  await sql`alter table t1 rename column givenMrn to mrn`.execute(db);
  await createIndex(db, 't1', ['mrn']);
  await createEndIndex(db, 't1', 'mrn');
}
