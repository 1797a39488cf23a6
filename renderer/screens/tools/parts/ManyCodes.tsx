import { Button, Callout, HTMLSelect, HTMLTable, TextArea } from '@blueprintjs/core';
import { CC_LIMITS, type CcHit } from '@contract/tools/ccCode';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Failure, failureOf } from '../../../api/bridge';
import { client } from '../../../api/client';
import { useKept } from '../../../app/drafts';
import { useSpeech } from '../../../app/language';
import { useSaveFile } from '../../../app/useSaveFile';
import { BusyButton } from '../../../ui/BusyButton';
import { isComposing } from '../../../ui/shortcuts';
import { notify } from '../../../ui/toaster';
import { CodeSource, RestrictionTag } from './codeCells';

interface Answer {
  readonly name: string;
  readonly hits: readonly CcHit[];
  /** Index of the selected hit. */
  readonly at: number;
}

/** Most likely code for each name of a pasted column, which the user can change, as a table and a file. */
export function ManyCodes() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const saveFile = useSaveFile('open');
  const [typed, setTyped] = useKept('names', '');
  const [answers, setAnswers] = useState<readonly Answer[]>([]);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const names = typed
    .split(/\r?\n/)
    .map((line) => line.trim().slice(0, 200))
    .filter(Boolean);
  const find = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const found = await client.ccCode.findMany({ body: { names: names.slice(0, CC_LIMITS.names) } });
      setAnswers(found.map((answer) => ({ ...answer, at: 0 })));
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setBusy(false);
    }
  };
  const choose = (index: number, at: number) =>
    setAnswers((before) => before.map((answer, place) => (place === index ? { ...answer, at } : answer)));
  const save = (format: 'xlsx' | 'csv') =>
    saveFile({
      call: 'ccCode.export',
      input: {
        body: { rows: answers.map(({ name, hits, at }) => ({ name, id: hits[at]?.id ?? null })), format },
      },
      name: `${t('tools.ccFile')}.${format}`,
    });
  const copyAll = async () => {
    await navigator.clipboard
      .writeText(answers.map(({ hits, at }) => hits[at]?.code ?? '').join('\n'))
      .catch(() => undefined);
    notify({ text: t('tools.codesCopied', { count: answers.length }), intent: 'success' });
  };
  const none = answers.filter(({ hits }) => hits.length === 0).length;
  return (
    <div className="fc-cc">
      <form
        className="fc-cc-names"
        onSubmit={(event) => {
          event.preventDefault();
          void find();
        }}
      >
        <TextArea
          inputRef={field}
          fill
          value={typed}
          aria-label={t('tools.ccPaste')}
          placeholder={t('tools.ccPaste')}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isComposing(event)) {
              event.preventDefault();
              void find();
            }
          }}
        />
        <div className="fc-buttons">
          <BusyButton type="submit" intent="primary" busy={busy} disabled={names.length === 0}>
            {t('tools.ccFind', { count: Math.min(names.length, CC_LIMITS.names) })}
          </BusyButton>
          {answers.length > 0 && (
            <>
              <Button onClick={() => void copyAll()}>{t('tools.ccCopyAll')}</Button>
              <Button onClick={() => void save('xlsx')}>{t('tools.ccSave')}</Button>
            </>
          )}
          <span className="fc-muted">
            {names.length > CC_LIMITS.names
              ? t('tools.ccTooMany', { most: CC_LIMITS.names })
              : t('tools.ccManyHint')}
          </span>
        </div>
      </form>
      {failure && (
        <Callout intent="danger" compact role="alert">
          {failure.message}
        </Callout>
      )}
      {answers.length > 0 && (
        <>
          <p role="status">{t('tools.ccFound', { found: answers.length - none, count: answers.length })}</p>
          <section className="fc-cc-scroll" aria-label={t('tools.ccHits')}>
            <HTMLTable compact striped>
              <thead>
                <tr>
                  <th>{speech.label('productName')}</th>
                  <th>{speech.label('code', 'hsCode')}</th>
                  <th className="fc-number">{speech.label('likeness')}</th>
                  <th>{speech.label('nameEn')}</th>
                  <th>{speech.label('nameCn')}</th>
                  <th className="fc-number">{`${speech.label('dutyRate')} (%)`}</th>
                  <th>{speech.label('restricted')}</th>
                  <th>{t('tools.ccFrom')}</th>
                </tr>
              </thead>
              <tbody>
                {answers.map((answer, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column may contain the same name twice
                  <AnswerRow key={index} answer={answer} onChoose={(at) => choose(index, at)} />
                ))}
              </tbody>
            </HTMLTable>
          </section>
        </>
      )}
    </div>
  );
}

/** A name with its most likely codes, of which one is selected. */
function AnswerRow({
  answer: { name, hits, at },
  onChoose,
}: {
  answer: Answer;
  onChoose: (at: number) => void;
}) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const hit = hits[at];
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="fc-cc-code">
        {hits.length > 1 ? (
          <HTMLSelect
            minimal
            className="fc-cc-choice"
            aria-label={t('tools.ccChoose', { name })}
            value={at}
            onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
          >
            {hits.map((one, place) => (
              <option key={one.id} value={place}>
                {`${one.code} ${speech.choice('hsRegion', one.region)} · ${speech.name(one)}`}
              </option>
            ))}
          </HTMLSelect>
        ) : (
          (hit?.code ?? '')
        )}
      </td>
      <td className="fc-number">{hit ? `${hit.likeness} %` : ''}</td>
      <td>{hit?.nameEn ?? <span className="fc-muted">{t('tools.ccNone')}</span>}</td>
      <td>{hit?.nameCn ?? ''}</td>
      <td className="fc-number">{hit?.dutyRate ?? ''}</td>
      <td>{hit && <RestrictionTag hit={hit} />}</td>
      <td className="fc-muted">{hit && <CodeSource hit={hit} />}</td>
    </tr>
  );
}
