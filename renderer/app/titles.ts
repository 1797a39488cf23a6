import { fileKindNames } from '@contract/files/fileKindNames';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { screenOf } from '../screens';
import { useSpeech } from './language';

/**
 * Title of a tab: the name of its record, preceded by the name of the screen if that works on the record; otherwise the name of the
 * screen or its menu entry. Titles are translated when shown, so a stored tab follows the current language.
 */
export function useTitles(): (tab: { path: string; title: string | null }) => string {
  const { t } = useTranslation();
  const speech = useSpeech();
  return useCallback(
    ({ path, title: record }) => {
      const screen = screenOf(path);
      if (!screen) return record ?? path;
      if (record && !screen.worksOn) return record;
      const search = new URLSearchParams(path.split('?')[1]);
      const title = typeof screen.title === 'function' ? screen.title(search) : screen.title;
      const word = title ? t(title) : speech.words.menu[screen.menu];
      if (record) return `${word} ${record}`;
      const kind = fileKindNames.find((name) => name === search.get('kind'));
      if (title === 'common.uploadFile' && kind)
        return t('files.uploadOf', { kind: speech.choice('fileKind', kind) });
      return search.has('import') ? t('files.importOf', { list: word }) : word;
    },
    [t, speech],
  );
}
