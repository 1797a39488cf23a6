import * as z from 'zod';
import { endpoint } from '../endpoint';
import { choice, code, count, flag, id, ref, text } from '../fields';
import { referenceCode } from '../rules/codes';
import { countryCode, timeZone } from '../rules/places';
import { tapeColors } from '../vocabulary';

/** Reference lists that a bill needs and that have no screen of their own yet: their short rows. */
const all = <R extends z.ZodType>(path: string, row: R) => ({
  all: endpoint({ method: 'GET', path: `${path}/all`, access: 'session', answer: z.array(row) }),
});

const named = { id: id(), nameEn: text(120), nameCn: text(120), active: flag() };

export const countryApi = all(
  '/config/country',
  z.object({ ...named, code: code(countryCode), currency: text(3).nullable(), isEu: flag() }),
);
export const serviceApi = all('/config/services', z.object({ ...named, code: code(referenceCode) }));
export const warehouseApi = all(
  '/config/warehouse',
  z.object({ ...named, code: code(referenceCode), timeZone: code(timeZone) }),
);
export const cargoStationApi = all(
  '/config/cargo-station',
  z.object({ ...named, code: code(referenceCode), airportId: ref('airport'), freeHours: count() }),
);
export const markApi = all(
  '/config/mark',
  z.object({
    ...named,
    code: code(referenceCode),
    tapeColor: choice('tapeColor', tapeColors),
  }),
);
export const clientGroupApi = all('/client-group', z.object({ ...named, code: code(referenceCode) }));
export const staffApi = all(
  '/admins',
  z.object({ id: id(), username: text(40), realName: text(60), active: flag() }),
);
