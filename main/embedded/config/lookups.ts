import type { GroupHandlers } from '../context';

/** Short rows of the staff. */
export const staffHandlers: GroupHandlers<'staff'> = {
  all: async ({ read }) => {
    const rows = await read
      .selectFrom('staff')
      .select(['id', 'username', 'realName', 'loginAllowed'])
      .orderBy('username')
      .execute();
    return rows.map(({ loginAllowed, ...row }) => ({ ...row, active: loginAllowed === 1 }));
  },
};
