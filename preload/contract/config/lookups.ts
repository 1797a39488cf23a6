import * as z from 'zod';
import { endpoint } from '../endpoint';
import { code, flag, id, text } from '../fields';
import { referenceCode } from '../rules/codes';

/** Groups of customers, which a customer needs and which have no screen of their own yet: their short rows. */
export const clientGroupApi = {
  all: endpoint({
    method: 'GET',
    path: '/client-group/all',
    access: 'session',
    answer: z.array(
      z.object({
        id: id(),
        nameEn: text(120),
        nameCn: text(120),
        active: flag(),
        code: code(referenceCode),
      }),
    ),
  }),
};
