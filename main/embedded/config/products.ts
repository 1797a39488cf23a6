import { feeCategory } from '@contract/config/feeCategory';
import { lastMile } from '@contract/config/lastMile';
import { mark } from '@contract/config/mark';
import { service } from '@contract/config/service';
import { problem } from '@contract/errors';
import { crudHandlers } from '../crud';
import { refuseFields } from '../refusal';

/** Last-mile carriers, services and marks have no rules between their fields that their references do not say. */
export const lastMileHandlers = crudHandlers(lastMile);
export const serviceHandlers = crudHandlers(service);
export const markHandlers = crudHandlers(mark);

/** Fee categories form a tree. */
export const feeCategoryHandlers = crudHandlers(feeCategory, {
  check: async ({ read }, { code, parentId }) => {
    const seen = new Set<number>();
    for (let at = parentId as number | null; at !== null && !seen.has(at); ) {
      seen.add(at);
      const above = await read
        .selectFrom('feeCategory')
        .select(['code', 'parentId'])
        .where('id', '=', at)
        .executeTakeFirst();
      if (above?.code === code) throw refuseFields({ parentId: problem('FEE_PARENT') });
      at = above?.parentId ?? null;
    }
  },
});
