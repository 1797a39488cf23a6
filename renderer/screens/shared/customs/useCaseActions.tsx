import { Button } from '@blueprintjs/core';
import { type CaseStep, caseRow } from '@contract/customs/abnormalCase';
import type { BulkAnswer } from '@contract/resource';
import { type ReactNode, useCallback, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useTyped } from '../../../app/drafts';
import { useSpeech } from '../../../app/language';
import { Restored } from '../../../app/Restored';
import { BulkResult } from '../../../resource/BulkResult';
import { confirmForAll } from '../../../resource/confirmForAll';
import type { BulkSelection } from '../../../resource/selection';
import { AppDialog } from '../../../ui/AppDialog';
import { notify, notifyFailed } from '../../../ui/toaster';
import { type FieldValues, filled, GivenFields, wrongIn } from './GivenFields';

const RESOLVE = z.strictObject({
  resolution: caseRow.shape.resolution.unwrap().check(z.minLength(1)),
  responsible: caseRow.shape.responsible.unwrap().optional(),
});

/** Carries out actions on cases, asks for the settlement when resolving, and shows the results. */
export function useCaseActions(options: {
  readonly nameOf: (id: number) => string;
  /** Called with the cases of a completed action. */
  readonly onDone: (which: BulkSelection) => void;
}): { act: (action: CaseStep, which: BulkSelection) => void; dialogs: ReactNode } {
  const { nameOf, onDone } = options;
  const { t } = useTranslation();
  const speech = useSpeech();
  const [pending, setPending] = useState<BulkSelection | null>(null);
  const [result, setResult] = useState<{ action: CaseStep; answer: BulkAnswer } | null>(null);
  const run = useCallback(
    async (action: CaseStep, which: BulkSelection, given: FieldValues = {}) => {
      try {
        const answer = await client.abnormalCase.act({ body: { ...which, action, ...given } });
        if (answer.ok > 0) notify({ text: t('customs.casesDone', { count: answer.ok }), intent: 'success' });
        if (answer.failed.length > 0) setResult({ action, answer });
        onDone(which);
      } catch (error) {
        notifyFailed(error);
      }
      await invalidate(queryClient, 'abnormalCase');
    },
    [t, onDone],
  );
  return {
    act: (action, which) => {
      if (action === 'resolve') return setPending(which);
      void confirmForAll(t, which, speech.action('abnormalCase', action)).then(async (yes) => {
        if (yes) await run(action, which);
      });
    },
    dialogs: (
      <>
        {pending && (
          <ResolveDialog
            onClose={() => setPending(null)}
            onGiven={(given) => {
              setPending(null);
              void run('resolve', pending, given);
            }}
          />
        )}
        {result && (
          <BulkResult
            action={speech.action('abnormalCase', result.action)}
            answer={result.answer}
            nameOf={(key) => nameOf(Number(key))}
            onClose={() => setResult(null)}
          />
        )}
      </>
    ),
  };
}

function ResolveDialog({ onGiven, onClose }: { onGiven: (given: FieldValues) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const id = useId();
  const title = speech.action('abnormalCase', 'resolve');
  const { typed: values, change: setValues, forget, restoredAt, discard } = useTyped<FieldValues>(title, {});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  return (
    <AppDialog
      title={title}
      onClose={onClose}
      onSubmit={() => {
        const given = filled(values);
        const wrong = wrongIn(RESOLVE, given, (name, found) => speech.message(found, speech.label(name)));
        if (Object.keys(wrong).length > 0) return setErrors(wrong);
        forget();
        onGiven(given);
      }}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" intent="primary">
            {title}
          </Button>
        </>
      }
    >
      <Restored at={restoredAt} onDiscard={discard} />
      <p>{t('customs.resolveAsk')}</p>
      <GivenFields
        schema={RESOLVE}
        values={values}
        onChange={setValues}
        errors={errors}
        labels={{}}
        hints={{}}
        row={{}}
        id={id}
      />
    </AppDialog>
  );
}
