import './placeholders.css';
import { Button } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../app/language';
import type { FormInside } from './RecordForm';

/** Inserts a placeholder at the last cursor position in the form's texts; initially at the start of the first text. */
export function Placeholders<T extends string>(props: {
  readonly form: FormInside;
  readonly texts: readonly [T, ...T[]];
  readonly names: readonly string[];
  /** Choice list that contains their labels. */
  readonly list: 'placeholder' | 'cmrPlaceholder';
}) {
  const { form, texts, names, list } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const [into, setInto] = useState<T>(texts[0]);
  const own = useRef<HTMLFieldSetElement>(null);
  const { idOf } = form;
  useEffect(() => {
    const around = own.current?.closest('form');
    const noted = ({ target }: FocusEvent) => {
      const field = texts.find((name) => target instanceof Element && target.id === idOf(name));
      if (field) setInto(field);
    };
    around?.addEventListener('focusin', noted);
    return () => around?.removeEventListener('focusin', noted);
  }, [idOf, texts]);
  const insert = (name: string) => {
    const found = document.getElementById(idOf(into));
    const input = found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement ? found : null;
    const text = String(form.values[into] ?? '');
    const [from, to] = [input?.selectionStart ?? text.length, input?.selectionEnd ?? text.length];
    const put = `{${name}}`;
    form.set(into, `${text.slice(0, from)}${put}${text.slice(to)}`);
    requestAnimationFrame(() => {
      input?.focus();
      input?.setSelectionRange(from + put.length, from + put.length);
    });
  };
  return (
    <fieldset ref={own} className="fc-form-group fc-placeholders">
      <legend>{t('monitor.placeholders')}</legend>
      <p className="fc-muted">{t('monitor.placeholdersInto', { field: speech.label(into) })}</p>
      <div>
        {names.map((name) => (
          <Button key={name} size="small" title={`{${name}}`} onClick={() => insert(name)}>
            {speech.choice(list, name)}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
