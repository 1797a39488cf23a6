import type { GroupHandlers } from '../context';

/** Groups of customers, which have no screen yet: their short rows. */
export const clientGroupHandlers: GroupHandlers<'clientGroup'> = {
  all: async ({ read }) => {
    const rows = await read
      .selectFrom('clientGroup')
      .select(['id', 'code', 'nameEn', 'nameCn', 'active'])
      .orderBy('code')
      .execute();
    return rows.map(({ active, ...row }) => ({ ...row, active: active === 1 }));
  },
};
