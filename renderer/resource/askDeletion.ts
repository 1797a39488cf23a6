import type { TFunction } from 'i18next';
import { ask } from '../ui/ask';

/** Asks before a record is deleted, by its name; `more` is what else is to be known of it. */
export const askDeletion = (t: TFunction<'screens'>, name: string, more = ''): Promise<boolean> =>
  ask({
    title: t('common.areYouSure'),
    detail: `${t('common.deleteOf', { name })} ${more}`.trim(),
    confirm: t('common.delete'),
    cancel: t('common.cancel'),
  });
