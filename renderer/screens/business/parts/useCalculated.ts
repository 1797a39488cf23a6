import type { Language } from '@contract/limits';
import { useEffect } from 'react';
import { useKept } from '../../../app/drafts';
import { useLanguage } from '../../../app/language';

/** What came of a calculation. It says in words how it came about: in another language it is asked for once more. */
export function useCalculated<Query, Answer>(ask: (query: Query) => Promise<Answer>) {
  const language = useLanguage();
  const [kept, keep] = useKept<{ query: Query; language: Language; answer: Answer } | null>(
    'calculated',
    null,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another language asks by itself
  useEffect(() => {
    if (!kept || kept.language === language) return;
    ask(kept.query).then(
      (answer) => keep({ ...kept, language, answer }),
      // It cannot be said: better nothing than another language.
      () => keep(null),
    );
  }, [language]);
  return {
    result: kept?.answer,
    calculate: async (query: Query): Promise<Answer> => {
      const answer = await ask(query);
      keep({ query, language, answer });
      return answer;
    },
  };
}
