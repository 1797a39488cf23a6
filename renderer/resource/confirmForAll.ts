import type { Intent } from '@blueprintjs/core';
import type { TFunction } from 'i18next';
import { ask } from '../ui/ask';
import type { BulkSelection } from './selection';

/** Asks for confirmation, with their number, before an action on all matching rows; never for single selections. */
export const confirmForAll = async (
  t: TFunction<'screens'>,
  selected: BulkSelection,
  verb: string,
  intent: Intent = 'primary',
): Promise<boolean> =>
  'ids' in selected ||
  ask({
    title: t('common.doAll', { verb, count: selected.expected }),
    detail: t('common.allDetail'),
    confirm: verb,
    cancel: t('common.cancel'),
    intent,
  });
