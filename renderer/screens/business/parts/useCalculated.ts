import type { Language } from '@contract/limits';
import { useEffect } from 'react';
import { useKept } from '../../../app/drafts';
import { useLanguage } from '../../../app/language';

/** Stored result of a calculation. Its explanation is text, so it is fetched again when the language changes. */
export function useCalculated<Query, Answer>(calculate: (query: Query) => Promise<Answer>) {
  const language = useLanguage();
  const [kept, keep] = useKept<{ query: Query; language: Language; answer: Answer } | null>(
    'calculated',
    null,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of language triggers it
  useEffect(() => {
    if (!kept || kept.language === language) return;
    calculate(kept.query).then(
      (answer) => keep({ ...kept, language, answer }),
      // On failure, show no result rather than one in the other language.
      () => keep(null),
    );
  }, [language]);
  return {
    result: kept?.answer,
    calculate: async (query: Query): Promise<Answer> => {
      const answer = await calculate(query);
      keep({ query, language, answer });
      return answer;
    },
  };
}
