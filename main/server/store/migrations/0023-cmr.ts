import { type Kysely, sql } from 'kysely';
import { addColumns, createIndex } from '../columns';

/** Consignment notes as their printed form has them; the carrier is a company of the register, no longer a name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'cmr', {
    carrierCompanyId: 'integer -> clientCompany',
    sealNos: 'list',
    mrnList: 'list',
    goods: 'text',
    statisticalNo: 'text',
    instructions: 'text',
    payment: 'text',
    successiveCarriers: 'text',
    reservations: 'text',
    agreements: 'text',
    podPalletCount: 'integer',
    cancelReason: 'text',
  });
  await sql`update cmr set payment = 'paid'`.execute(db);
  await carriers(db);
  await sql`alter table cmr drop column carrierName`.execute(db);
  await createIndex(db, 'cmr', ['createdAt']);
  await createIndex(db, 'cmr', ['state', 'createdAt']);
  await createIndex(db, 'pallet', ['cmrId']);
  // Who works in the warehouse writes the notes of its trucks.
  for (const [held, ...granted] of [
    ['9020601', '9021200', '9021201'],
    ['9020602', '9021200', '9021201', '9021202'],
    ['9020603', '9021203'],
  ])
    for (const id of granted)
      await sql`
        insert or ignore into groupPermission (groupId, permissionId)
        select groupId, ${id} from groupPermission where permissionId = ${held}`.execute(db);
}

/** Names become companies: the one of that name, else a new one where its trucks started. */
async function carriers(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into clientCompany (version, createdAt, updatedAt, code, nameEn, nameCn, kind, supplierTypes, countryId, active)
    select 1, min(cmr.createdAt), min(cmr.createdAt), 'CARRIER-' || min(cmr.id), cmr.carrierName, cmr.carrierName,
      'supplier', '["trucker"]', warehouse.countryId, 1
    from cmr join warehouse on warehouse.id = cmr.fromWarehouseId
    where cmr.carrierName not in (select nameEn from clientCompany)
    group by cmr.carrierName`.execute(db);
  await sql`
    update cmr set carrierCompanyId =
      (select min(id) from clientCompany where nameEn = cmr.carrierName)`.execute(db);
}
