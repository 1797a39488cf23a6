import type { TFunction } from 'i18next';
import { ask } from '../ui/ask';
import { paragraph } from '../ui/paragraph';

/** Asks for confirmation to delete a record, by its name; `more` is a further sentence about it. */
export const confirmDeletion = (t: TFunction<'screens'>, name: string, more = ''): Promise<boolean> =>
  ask({
    title: t('common.areYouSure'),
    detail: paragraph(t('common.deleteOf', { name }), more),
    confirm: t('common.delete'),
    cancel: t('common.cancel'),
  });
