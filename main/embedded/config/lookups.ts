import type { GroupHandlers } from '../context';

/** Short rows of reference lists that have no screen yet. */
export const lookupHandlers: {
  clientGroup: GroupHandlers<'clientGroup'>;
  staff: GroupHandlers<'staff'>;
} = {
  clientGroup: {
    all: async ({ read }) => {
      const rows = await read
        .selectFrom('clientGroup')
        .select(['id', 'code', 'nameEn', 'nameCn', 'active'])
        .orderBy('code')
        .execute();
      return rows.map(({ active, ...row }) => ({ ...row, active: active === 1 }));
    },
  },
  staff: {
    all: async ({ read }) => {
      const rows = await read
        .selectFrom('staff')
        .select(['id', 'username', 'realName', 'loginAllowed'])
        .orderBy('username')
        .execute();
      return rows.map(({ loginAllowed, ...row }) => ({ ...row, active: loginAllowed === 1 }));
    },
  },
};
