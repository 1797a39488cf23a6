import { asRecord, isRecord } from '@contract/access/changes';
import { halfFilledOf } from '../../resource/recordFormDraft';
import './kept.css';
import { Button, ButtonGroup, NonIdealState } from '@blueprintjs/core';
import { findEndpoint } from '@contract/index';
import { recordOf, type Unsent } from '@contract/unsent';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type * as z from 'zod';
import { desktop } from '../../api/bridge';
import { giveForm, type KeptForm, keepDraft, openForm, useKeptForms } from '../../app/drafts';
import { usePermits } from '../../app/guard';
import { mayOpen } from '../../app/judge';
import { useSpeech } from '../../app/language';
import { unsentText, useUnsent } from '../../app/outbox';
import { useTitles } from '../../app/titles';
import { ownTime } from '../../app/zone';
import { TypedValues } from '../../resource/TypedValues';
import { ask } from '../../ui/ask';
import { StateTag } from '../../ui/StateTag';
import { notifyFailed } from '../../ui/toaster';

const TONES = { waiting: 'neutral', unknown: 'warning', refused: 'bad', conflict: 'warning' } as const;

/** Unsaved drafts and unsent changes: each can be read, continued, or discarded. */
export default function KeptScreen() {
  const { t } = useTranslation();
  const unsent = useUnsent();
  const forms = useKeptForms();
  if (unsent.length === 0 && forms.length === 0)
    return <NonIdealState title={t('kept.nothing')} description={t('kept.nothingDetail')} />;
  return (
    <section className="fc-kept">
      <h1>{t('kept.title')}</h1>
      {unsent.length > 0 && (
        <>
          <h2>{t('kept.unsent')}</h2>
          <p className="fc-muted">{t('kept.unsentDetail')}</p>
          <ul aria-label={t('kept.unsent')}>
            {unsent.map((entry, index) => (
              <UnsentLine key={entry.id} entry={entry} before={unsent.slice(0, index)} />
            ))}
          </ul>
        </>
      )}
      {forms.length > 0 && (
        <>
          <h2>{t('kept.unsaved')}</h2>
          <p className="fc-muted">{t('kept.unsavedDetail')}</p>
          <ul aria-label={t('kept.unsaved')}>
            {forms.map((form) => (
              <FormLine key={form.key} form={form} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Line(props: {
  title: string;
  when: string;
  state?: ReactNode;
  text?: string | undefined;
  buttons: ReactNode;
  inside: ReactNode | null;
}) {
  const { title, when, state, text, buttons, inside } = props;
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <li>
      <div className="fc-kept-head">
        <strong>{title}</strong>
        {state}
        <span className="fc-spring" />
        <ButtonGroup>
          {inside !== null && (
            <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
              {t(open ? 'common.hide' : 'kept.show')}
            </Button>
          )}
          {buttons}
        </ButtonGroup>
      </div>
      <p className="fc-muted">{when}</p>
      {text && <p>{text}</p>}
      {open && inside}
    </li>
  );
}

/** Returns the fields of an API call's body. */
const shapeOf = (call: string): Record<string, z.ZodType> =>
  (findEndpoint(call)?.body as z.ZodObject | undefined)?.shape ?? {};

function UnsentLine({ entry, before }: { entry: Unsent; before: readonly Unsent[] }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const titleOf = useTitles();
  const reachable = useReachable();
  const { id, call, input, form, status, path, title } = entry;
  const hasScreen = reachable(form?.path ?? path);
  const what = unsentText(entry, speech);
  const record = recordOf(entry);
  // Changes to the same record are sent in their order.
  const behind = record !== null && before.some((one) => recordOf(one) === record);
  const { body } = asRecord(input);
  const send = async () => {
    const yes =
      status !== 'unknown' ||
      (await ask({
        title: t('kept.sendUnknown'),
        detail: `${what}\n\n${t('kept.unknownHint')}`,
        confirm: t('kept.sendNow'),
        cancel: t('common.cancel'),
        intent: 'warning',
      }));
    if (yes) await desktop.outbox.send({ ids: [id] }).catch(notifyFailed);
  };
  const discard = async () => {
    const yes = await ask({
      title: t('kept.discardUnsent'),
      detail: t('kept.discardUnsentDetail', { what }),
      confirm: t('kept.discard'),
      cancel: t('common.cancel'),
    });
    if (yes) await desktop.outbox.discard({ id }).catch(notifyFailed);
  };
  // Returning to the form removes the entry, because the form sends it again itself.
  const back = async () => {
    if (!form) return navigate(path);
    giveForm(form.key, form.value, form.path);
    await desktop.outbox.discard({ id }).catch(notifyFailed);
    navigate(form.path);
  };
  return (
    <Line
      title={what}
      state={<StateTag tone={TONES[status]}>{t(`kept.status.${status}`)}</StateTag>}
      when={`${titleOf({ path, title })} · ${t('kept.triedAt', { at: ownTime(entry.at) })}`}
      text={behind ? t('kept.behind') : hasScreen ? entry.message : t('kept.noScreen')}
      inside={
        isRecord(body) ? (
          <TypedValues
            resource={call.split('.')[0] ?? ''}
            shape={shapeOf(call)}
            values={body}
            base={halfFilledOf(form?.value)?.initial}
          />
        ) : null
      }
      buttons={
        <>
          <Button size="small" intent="primary" disabled={behind} onClick={() => void send()}>
            {t('kept.sendNow')}
          </Button>
          {hasScreen && (
            <Button size="small" onClick={() => void back()} disabled={form !== null && status === 'unknown'}>
              {t(form ? 'kept.toForm' : 'kept.toScreen')}
            </Button>
          )}
          <Button size="small" onClick={() => void discard()}>
            {t('kept.discard')}
          </Button>
        </>
      }
    />
  );
}

/** Returns a check of whether the user may open a path's screen. */
function useReachable(): (path: string) => boolean {
  const { permits } = usePermits();
  return (path) => permits !== undefined && mayOpen(path, permits);
}

function FormLine({ form }: { form: KeptForm }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const titleOf = useTitles();
  const { key, path, value } = form;
  const at = ownTime(form.at);
  const hasScreen = useReachable()(path);
  const { asks } = asRecord(value);
  const title = [titleOf(form), typeof asks === 'string' ? asks : ''].filter(Boolean).join(' · ');
  const group = key.replace(/^form:/, '').split('/')[0] ?? '';
  const discard = async () => {
    const yes = await ask({
      title: t('kept.discardDraft'),
      detail: t('kept.discardDraftDetail', { title, at }),
      confirm: t('kept.discard'),
      cancel: t('common.cancel'),
    });
    if (!yes) return;
    keepDraft(key, undefined);
    // Reload the screen, because an open form would store the draft again.
    openForm(null, path);
  };
  return (
    <Line
      title={title}
      when={t('kept.typedAt', { at })}
      text={hasScreen ? undefined : t('kept.noScreen')}
      inside={<Inside group={group} value={value} />}
      buttons={
        <>
          {hasScreen && (
            <Button
              size="small"
              intent="primary"
              onClick={() => {
                openForm(value, path);
                navigate(path);
              }}
            >
              {t('kept.toForm')}
            </Button>
          )}
          <Button size="small" onClick={() => void discard()}>
            {t('kept.discard')}
          </Button>
        </>
      }
    />
  );
}

function Inside({ group, value }: { group: string; value: unknown }) {
  const { typed, values, initial } = asRecord(value);
  if (typed !== undefined) {
    const inside = isRecord(typed) ? typed : { text: typed };
    return <TypedValues resource={group} shape={{}} values={inside} />;
  }
  if (!isRecord(values)) return null;
  const shape = { ...shapeOf(`${group}.create`), ...shapeOf(`${group}.update`) };
  return (
    <TypedValues
      resource={group}
      shape={shape}
      values={values}
      base={isRecord(initial) ? initial : undefined}
    />
  );
}
