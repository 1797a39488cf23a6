import * as z from 'zod';
import { endpoint } from '../endpoint';
import { flag, id, text } from '../fields';

/** Short rows of the staff, whom records name. */
export const staffApi = {
  all: endpoint({
    method: 'GET',
    path: '/admins/all',
    access: 'session',
    answer: z.array(z.object({ id: id(), username: text(40), realName: text(60), active: flag() })),
  }),
};
