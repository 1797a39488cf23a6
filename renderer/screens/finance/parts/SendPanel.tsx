import { FormGroup } from '@blueprintjs/core';
import { LANGUAGES, type Language } from '@contract/limits';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Question } from '../../../api/answers';
import { usePart } from '../../../api/unshownFailures';
import { Loaded } from '../../../resource/Answered';
import { ChoiceSelect } from '../../../ui/Choices';
import { SidePanel } from '../../../ui/SidePanel';

/** Name of each language in that language. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', cn: '中文' };

/** Panel that sends a document by email: the proposed email is loaded again when its language is changed. */
export function SendPanel<Proposal extends { readonly language: Language }>({
  no,
  languageLabel,
  proposal,
  head,
  children,
  onClose,
}: {
  /** Number of the document. */
  readonly no: string;
  readonly languageLabel: string;
  /** Query of the proposed email, in a given language or in that of its recipient. */
  readonly proposal: (language?: Language) => Question<Proposal>;
  /** Shown above the language. */
  readonly head?: (found: Proposal) => ReactNode;
  readonly children: (found: Proposal) => ReactNode;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [chosen, setChosen] = useState<Language>();
  const answer = usePart(proposal(chosen));
  return (
    <SidePanel isOpen width={640} title={`${t('common.sendByEmail')}: ${no}`} onClose={onClose}>
      <Loaded answer={answer} lines={10}>
        {(data) => (
          <>
            {head?.(data)}
            <FormGroup label={languageLabel} labelFor={id} helperText={t('finance.sendLanguageHint')}>
              <ChoiceSelect
                id={id}
                value={data.language}
                options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
                onChange={setChosen}
              />
            </FormGroup>
            {children(data)}
          </>
        )}
      </Loaded>
    </SidePanel>
  );
}
