import * as z from 'zod';
import { endpoint } from '../endpoint';
import { code, flag, id, text } from '../fields';
import { referenceCode } from '../rules/codes';

/** Reference lists that a bill needs and that have no screen of their own yet: their short rows. */
const all = <R extends z.ZodType>(path: string, row: R) => ({
  all: endpoint({ method: 'GET', path: `${path}/all`, access: 'session', answer: z.array(row) }),
});

const named = { id: id(), nameEn: text(120), nameCn: text(120), active: flag() };

export const clientGroupApi = all('/client-group', z.object({ ...named, code: code(referenceCode) }));
export const staffApi = all(
  '/admins',
  z.object({ id: id(), username: text(40), realName: text(60), active: flag() }),
);
