import { Button, Tab } from '@blueprintjs/core';
import { Duplicate, Link } from '@blueprintjs/icons';
import { metaOf, withUnit } from '@contract/fields';
import type { ApiName } from '@contract/index';
import { type ReactElement, type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { useKept } from '../app/drafts';
import { useSpeech } from '../app/language';
import { copyLink, isLinkable } from '../app/links';
import { useServes } from '../app/offered';
import { useTabPath } from '../app/TabFrame';
import { fieldCell } from '../kinds';
import { targetsOf, useLookups } from '../kinds/lookups';
import { type Fact, Facts } from '../ui/Facts';
import { afterOverlayClosed } from '../ui/free';
import { buttonsOf, useOffered, useShortcuts } from '../ui/shortcuts';
import { Tabs } from '../ui/Tabs';
import { notify } from '../ui/toaster';
import { Neighbours } from './Neighbours';
import { OfScreen } from './StateActions';

/** Part of a record's screen, shown as a tab. */
export interface DetailPart {
  readonly id: string;
  readonly title: string;
  readonly count?: number | undefined;
  readonly panel: ReactElement;
  /** Calls the part depends on: it is not offered where the server lacks one of them. */
  readonly requiredCalls?: readonly ApiName[];
}

/** Screen of one record, from top to bottom: identity and state, actions, then its parts as tabs. */
export function DetailScreen(props: {
  number: string;
  subtitle?: ReactNode;
  badges: ReactNode;
  actions: ReactNode;
  parts: readonly DetailPart[];
}) {
  const { t } = useTranslation();
  const { number, subtitle, badges, actions } = props;
  const serves = useServes();
  const parts = props.parts.filter(({ requiredCalls = [] }) => serves(...requiredCalls));
  // Not the record's number: it may contain spaces, which an id must not.
  const tabs = useId();
  const path = useTabPath();
  const [kept, setPart] = useKept('part', parts[0]?.id ?? '');
  // A link may name a part that this user is not permitted to see.
  const part = parts.some(({ id }) => id === kept) ? kept : (parts[0]?.id ?? '');
  const copy = async () => {
    await navigator.clipboard.writeText(number).catch(() => undefined);
    notify({ text: t('common.copied') });
  };
  const doing = useRef<HTMLDivElement>(null);
  // Lists the record's available actions and its other parts in the palette.
  useOffered(() => [
    ...buttonsOf(doing.current),
    ...parts
      .filter(({ id }) => id !== part)
      .map(({ id, title }) => ({ label: title, run: () => leadTo(id) })),
  ]);
  const at = parts.findIndex(({ id }) => id === part);
  const leadTo = (id: string | undefined) => {
    led.current = true;
    setPart(id ?? part);
  };
  const turn = (by: -1 | 1) => leadTo(parts[(at + by + parts.length) % parts.length]?.id);
  const whole = useRef<HTMLElement>(null);
  const led = useRef(false);
  // Moves the focus to the tab if nothing in the part took it, so that the Tab key goes on into the part.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another part counts
  useEffect(() => {
    if (!led.current) return undefined;
    led.current = false;
    return afterOverlayClosed(() => {
      if (!whole.current?.querySelector('[role=tabpanel]')?.contains(document.activeElement))
        whole.current
          ?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')
          ?.focus({ preventScroll: true });
    });
  }, [part]);
  useShortcuts([
    { combo: 'alt+pageup', label: t('app.partPrevious'), run: () => turn(-1), typing: true },
    { combo: 'alt+pagedown', label: t('app.partNext'), run: () => turn(1), typing: true },
  ]);
  return (
    <article className="fc-detail" ref={whole}>
      <header className="fc-detail-head">
        <h1>
          {number}
          <Button
            variant="minimal"
            size="small"
            icon={<Duplicate />}
            aria-label={t('common.copyNumber')}
            onClick={() => void copy()}
          />
          {isLinkable(path) && (
            <Button
              variant="minimal"
              size="small"
              icon={<Link />}
              aria-label={t('app.linkCopy')}
              title={t('app.linkCopy')}
              onClick={() => void copyLink(path, t('app.linkCopied'))}
            />
          )}
        </h1>
        <Neighbours />
        {subtitle && <span className="fc-muted">{subtitle}</span>}
        <div className="fc-badges">{badges}</div>
        <span className="fc-spring" />
        <div className="fc-detail-actions" ref={doing}>
          <OfScreen value={true}>{actions}</OfScreen>
        </div>
      </header>
      <Tabs id={tabs} selectedTabId={part} onChange={(id) => setPart(String(id))} renderActiveTabPanelOnly>
        {parts.map(({ id, title, count, panel }) => (
          <Tab
            key={id}
            id={id}
            title={title}
            panel={panel}
            {...(count === undefined ? {} : { tagContent: count })}
          />
        ))}
      </Tabs>
    </article>
  );
}

/** Fields of a record in titled groups, each value formatted by its kind. */
export function FieldGroups<Row extends object>(props: {
  schema: z.ZodObject;
  resource: string;
  row: Row;
  groups: readonly { readonly title: string; readonly fields: readonly (keyof Row & string)[] }[];
}) {
  const { schema, resource, row, groups } = props;
  const speech = useSpeech();
  const metas = useMemo(
    () => groups.flatMap(({ fields }) => fields.map((name) => metaOf(schema.shape[name]))),
    [schema, groups],
  );
  const lookups = useLookups(useMemo(() => targetsOf(metas), [metas]));
  const context = { speech, lookups, row: row as Readonly<Record<string, unknown>>, long: true };
  return (
    <FactGroups
      groups={groups.map(({ title, fields }) => ({
        title,
        facts: fields.map((name) => {
          const meta = metaOf(schema.shape[name]);
          return [withUnit(speech.label(name, resource), meta), fieldCell(name, meta, context)];
        }),
      }))}
    />
  );
}

/** Facts about a record in titled groups; an unknown value is shown as unknown. */
export function FactGroups({
  groups,
}: {
  groups: readonly { readonly title: string; readonly facts: readonly Fact[] }[];
}) {
  const { t } = useTranslation();
  const unknown = <span className="fc-muted">{t('common.notSet')}</span>;
  return (
    <div className="fc-groups">
      {groups.map(({ title, facts }) => (
        <section key={title} className="fc-group">
          <h2>{title}</h2>
          <Facts
            of={facts.map(([label, value]) => [label, value === null || value === '' ? unknown : value])}
          />
        </section>
      ))}
    </div>
  );
}
