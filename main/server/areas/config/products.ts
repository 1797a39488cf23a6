import { feeCategory } from '@contract/config/feeCategory';
import { problem } from '@contract/errors';
import { crudHandlers } from '../../core/crud';
import { refuseFields } from '../../core/refusal';

/** Fee categories form a tree. */
export const feeCategoryHandlers = crudHandlers(feeCategory, {
  check: async ({ read }, { code, parentId }) => {
    const seen = new Set<number>();
    for (let at = parentId; at !== null && !seen.has(at); ) {
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
