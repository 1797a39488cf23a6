import './parts/tools.css';
import {
  Button,
  Callout,
  HTMLSelect,
  HTMLTable,
  InputGroup,
  NonIdealState,
  Tab,
  TextArea,
} from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { permit } from '@contract/permissions';
import { CC_LIMITS, type CcHit } from '@contract/tools/ccCode';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAnswer } from '../../api/answers';
import { type Failure, failureOf } from '../../api/bridge';
import { client } from '../../api/client';
import { read } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { useSaveFile } from '../../app/useSaveFile';
import { ownTime } from '../../app/zone';
import { BusyButton } from '../../ui/BusyButton';
import { panelOf } from '../../ui/panelOf';
import { StateTag } from '../../ui/StateTag';
import { isComposing } from '../../ui/shortcuts';
import { Tabs } from '../../ui/Tabs';
import { notify } from '../../ui/toaster';

const TONES = { none: 'good', restricted: 'warning', prohibited: 'bad' } as const;
/** Delay in milliseconds after the last key before the search. */
const PAUSE = 150;

/** Finds commodity codes by a product's name or a code's first digits: one while typing, or for a pasted column. */
export default function CcCode() {
  const { t } = useTranslation();
  const [view, setView] = useKept<'one' | 'many'>('view', 'one');
  return (
    <section className="fc-cc">
      <Tabs id="cc-view" selectedTabId={view} onChange={(id) => setView(id as 'one' | 'many')}>
        <Tab id="one" title={t('tools.ccOne')} />
        <Tab id="many" title={t('tools.ccMany')} />
      </Tabs>
      <div {...panelOf('cc-view', view)}>{view === 'one' ? <SingleProduct /> : <Many />}</div>
    </section>
  );
}

/** Copies a code, and shows a message. */
function useCopy() {
  const { t } = useTranslation();
  return async (text: string) => {
    await navigator.clipboard.writeText(text).catch(() => undefined);
    notify({ text: t('tools.codeCopied', { code: text }), intent: 'success' });
  };
}

function SingleProduct() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const copy = useCopy();
  const mayOpen = useAllowed(permit('config.hsCode.view'));
  const [typed, setTyped] = useKept('typed', '');
  const [asked, setAsked] = useState(typed.trim());
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const chosen = useRef<HTMLTableRowElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    const wait = setTimeout(() => {
      setAsked(typed.trim());
      setAt(0);
    }, PAUSE);
    return () => clearTimeout(wait);
  }, [typed]);
  const { data, error, isFetching } = useAnswer({
    ...read('ccCode', 'find', { query: { text: asked || '-' } }),
    enabled: asked !== '',
  });
  const hits = asked === '' ? [] : (data ?? []);
  const hit = hits[Math.min(at, hits.length - 1)];
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll to the selected row whenever the selection moves
  useEffect(() => chosen.current?.scrollIntoView({ block: 'nearest' }), [at]);
  return (
    <div className="fc-cc">
      <form
        className="fc-cc-ask"
        onSubmit={(event) => {
          event.preventDefault();
          if (hit) void copy(hit.code);
        }}
      >
        <InputGroup
          inputRef={field}
          size="large"
          leftIcon={<Search />}
          value={typed}
          aria-label={t('tools.ccAsk')}
          aria-describedby="cc-hint"
          aria-controls={hits.length > 0 ? 'cc-hits' : undefined}
          placeholder={t('tools.ccAsk')}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => {
            if (isComposing(event)) return;
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (step) {
              event.preventDefault();
              setAt((before) => Math.max(0, Math.min(hits.length - 1, before + step)));
            }
            if (event.key === 'Escape') setTyped('');
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && hit && mayOpen) {
              event.preventDefault();
              navigate(`/hscode/detail/${hit.code}`);
            }
          }}
        />
      </form>
      <p id="cc-hint" className="fc-muted">
        {t('tools.ccHint')}
      </p>
      {error && (
        <Callout intent="danger" compact>
          {error.message}
        </Callout>
      )}
      {asked !== '' && data && hits.length === 0 && !isFetching ? (
        <NonIdealState title={t('tools.ccNone')} description={t('tools.ccNoneDetail')} />
      ) : (
        hits.length > 0 && (
          <section className="fc-cc-scroll" id="cc-hits" aria-label={t('tools.ccHits')}>
            <HTMLTable compact striped>
              <HitHead />
              <tbody>
                {hits.map((one, index) => (
                  <HitRow
                    key={one.id}
                    hit={one}
                    selected={one === hit}
                    {...(one === hit ? { rowRef: chosen } : {})}
                    onChoose={() => setAt(index)}
                    onCopy={() => void copy(one.code)}
                    {...(mayOpen ? { onOpen: () => navigate(`/hscode/detail/${one.code}`) } : {})}
                  />
                ))}
              </tbody>
            </HTMLTable>
          </section>
        )
      )}
    </div>
  );
}

function HitHead() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const label = (field: string) => speech.label(field, 'hsCode');
  return (
    <thead>
      <tr>
        <th>{label('code')}</th>
        <th>{label('region')}</th>
        <th>{label('nameEn')}</th>
        <th>{label('nameCn')}</th>
        <th className="fc-number">{`${label('dutyRate')} (%)`}</th>
        <th className="fc-number">{`${label('vatRate')} (%)`}</th>
        <th>{label('restricted')}</th>
        <th>{t('tools.ccFrom')}</th>
        <th />
      </tr>
    </thead>
  );
}

/** Row of a code: both names, rates, restrictions, whether it is active, and its source file. */
function HitRow(props: {
  hit: CcHit;
  selected: boolean;
  rowRef?: React.RefObject<HTMLTableRowElement | null>;
  onChoose: () => void;
  onCopy: () => void;
  onOpen?: () => void;
}) {
  const { hit, selected, onChoose, onCopy, onOpen } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  return (
    <tr
      ref={props.rowRef}
      aria-selected={selected}
      className={hit.active ? '' : 'fc-cc-out'}
      onClick={onChoose}
      onDoubleClick={onOpen}
    >
      <th scope="row" className="fc-cc-code">
        {hit.code}
      </th>
      <td>{speech.choice('hsRegion', hit.region)}</td>
      <td>{hit.nameEn}</td>
      <td>{hit.nameCn}</td>
      <td className="fc-number">{hit.dutyRate ?? ''}</td>
      <td className="fc-number">{hit.vatRate ?? ''}</td>
      <td>
        {hit.active ? (
          <StateTag tone={TONES[hit.restricted]}>{speech.choice('hsRestricted', hit.restricted)}</StateTag>
        ) : (
          <StateTag tone="neutral">{t('tools.ccOut')}</StateTag>
        )}
        {hit.restrictionNote && <div className="fc-muted">{hit.restrictionNote}</div>}
      </td>
      <td className="fc-muted">
        <From hit={hit} />
      </td>
      <td>
        <Button size="small" variant="minimal" onClick={onCopy}>
          {t('common.copy')}
        </Button>
      </td>
    </tr>
  );
}

/** Tariff file of a code, and its date. */
function From({ hit }: { hit: CcHit }) {
  const speech = useSpeech();
  const day = ownTime(hit.fetchedAt ?? hit.updatedAt).slice(0, 10);
  return <>{`${hit.tariffFile ?? speech.choice('hsSource', hit.source)} · ${day}`}</>;
}

interface Answer {
  readonly name: string;
  readonly hits: readonly CcHit[];
  /** Index of the selected hit. */
  readonly at: number;
}

/** Most likely code for each name of a pasted column, which the user can change, as a table and a file. */
function Many() {
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
      <td>
        {hit && (
          <StateTag tone={TONES[hit.restricted]}>{speech.choice('hsRestricted', hit.restricted)}</StateTag>
        )}
      </td>
      <td className="fc-muted">{hit && <From hit={hit} />}</td>
    </tr>
  );
}
