import type { Intent } from '@blueprintjs/core';
import type { TFunction } from 'i18next';
import { ask } from '../ui/ask';
import type { Selected } from './selection';

/** Asks before something is done to all that match, with how many they are; what was chosen one by one is not asked about. */
export const askOfAll = async (
  t: TFunction<'screens'>,
  selected: Selected,
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
