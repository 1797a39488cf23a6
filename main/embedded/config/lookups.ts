import type { GroupHandlers } from '../context';
import type { Reader } from '../store/open';
import type { TableName } from '../store/tables';

type Lookup = 'country' | 'service' | 'warehouse' | 'cargoStation' | 'mark' | 'clientGroup';

/** Short rows of reference lists that have no screen yet; only the columns their contract names leave the store. */
const all =
  <T extends Lookup & TableName>(table: T, columns: readonly string[]) =>
  async ({ read }: { read: Reader }) => {
    const rows = await read
      .selectFrom(table as 'country')
      .select(['id', 'nameEn', 'nameCn', 'active', ...(columns as 'code'[])])
      .orderBy('code')
      .execute();
    return rows.map((row) => {
      const flags = Object.fromEntries(
        ['active', 'isEu'].filter((name) => name in row).map((name) => [name, (row as never)[name] === 1]),
      );
      return { ...row, ...flags };
    }) as never;
  };

export const lookupHandlers: {
  [T in Lookup]: GroupHandlers<T>;
} & { staff: GroupHandlers<'staff'> } = {
  country: { all: all('country', ['code', 'currency', 'isEu']) },
  service: { all: all('service', ['code']) },
  warehouse: { all: all('warehouse', ['code', 'timeZone']) },
  cargoStation: { all: all('cargoStation', ['code', 'airportId', 'freeHours']) },
  mark: { all: all('mark', ['code', 'tapeColor']) },
  clientGroup: { all: all('clientGroup', ['code']) },
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
