import './search.css';
import { Button, Callout, HTMLTable, NonIdealState, TextArea } from '@blueprintjs/core';
import { Duplicate, Search } from '@blueprintjs/icons';
import { billStages, type SearchHit, type SearchKind, searchKinds } from '@contract/bill/bill';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { read } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { useSpeech } from '../../app/language';
import { ExportMenu } from '../../resource/ExportMenu';
import { BusyButton } from '../../ui/BusyButton';
import { Skeleton } from '../../ui/Loading';
import { StateTag, toneOf } from '../../ui/StateTag';
import { isComposing } from '../../ui/shortcuts';
import { notify } from '../../ui/toaster';
import { billPath } from './parts/billPath';

/** Rows of a group that are drawn at once; more on request. */
const AT_FIRST = 100;
const keyOf = (hit: SearchHit) => `${hit.kind} ${hit.number} ${hit.recordId} ${hit.billId} ${hit.asked}`;

/** One box for any number: what it is, the bill it belongs to, and which of a pasted list are nowhere. */
export default function BillSearch() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [query] = useSearchParams();
  const [asked, setAsked] = useKept('asked', query.get('keyword') ?? '');
  const [typed, setTyped] = useState(asked);
  const field = useRef<HTMLTextAreaElement>(null);
  const { data, error, isFetching, refetch } = useQuery({
    ...read('bill', 'search', { query: { keyword: asked || '-' } }),
    enabled: asked !== '',
  });
  useEffect(() => field.current?.focus(), []);
  const search = () => {
    const next = typed.trim();
    if (next === asked && next) void refetch();
    else setAsked(next);
  };
  const copyMissing = async () => {
    await navigator.clipboard.writeText(data?.notFound.join('\n') ?? '').catch(() => undefined);
    notify({ text: t('common.copied') });
  };
  const found = data && new Set(data.hits.map((hit) => hit.asked)).size;
  return (
    <section className="fc-search-screen">
      <h1>{t('bill.searchTitle')}</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search();
        }}
      >
        <TextArea
          inputRef={field}
          fill
          autoResize
          size="large"
          className="fc-search-box"
          aria-label={t('bill.searchTitle')}
          aria-describedby="search-hint"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !isComposing(event)) {
              event.preventDefault();
              search();
            }
          }}
        />
        <BusyButton type="submit" size="large" intent="primary" icon={<Search />} busy={isFetching}>
          {t('bill.searchButton')}
        </BusyButton>
        <p id="search-hint" className="fc-muted">
          {t('bill.searchNewHint')}
        </p>
      </form>
      {error && (
        <Callout intent="danger" compact>
          {error.message}
        </Callout>
      )}
      {isFetching && !data && <Skeleton />}
      {data && asked && (
        <>
          {data.capped && (
            <Callout intent="warning" compact>
              {t('bill.searchCapped')}
            </Callout>
          )}
          {data.notFound.length > 0 && data.hits.length > 0 && (
            <Callout
              intent="warning"
              compact
              title={t('bill.searchNotFound', { count: data.notFound.length })}
              className="fc-not-found"
            >
              <code>{data.notFound.join(' ')}</code>
              <Button size="small" variant="minimal" icon={<Duplicate />} onClick={() => void copyMissing()}>
                {t('common.copy')}
              </Button>
            </Callout>
          )}
          {data.hits.length === 0 ? (
            <NonIdealState
              title={t('bill.searchNone')}
              description={data.notFound.slice(0, 10).join(' ')}
              action={
                <Button icon={<Duplicate />} onClick={() => void copyMissing()}>
                  {t('common.copy')}
                </Button>
              }
            />
          ) : (
            <>
              <div className="fc-search-foot">
                <p role="status">
                  {t('bill.searchResult', {
                    count: (found ?? 0) + data.notFound.length,
                    found: found ?? 0,
                  })}
                </p>
                <ExportMenu
                  name={speech.words.menu['bill.search']}
                  call="search.export"
                  within="body"
                  query={{ keyword: asked }}
                  list="billSearch"
                  columns={[]}
                />
              </div>
              <Groups key={asked} hits={data.hits} />
            </>
          )}
        </>
      )}
    </section>
  );
}

/** What was found, a table for each kind; the first result has the focus, so that Enter opens it. */
function Groups({ hits }: { hits: readonly SearchHit[] }) {
  const groups = useMemo(() => {
    const byKind = new Map<SearchKind, SearchHit[]>();
    for (const hit of hits) byKind.set(hit.kind, [...(byKind.get(hit.kind) ?? []), hit]);
    return searchKinds.flatMap((kind) => {
      const found = byKind.get(kind);
      return found ? [{ kind, found }] : [];
    });
  }, [hits]);
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => first.current?.querySelector('a')?.focus(), []);
  return (
    <div ref={first}>
      {groups.map(({ kind, found }) => (
        <Group key={kind} kind={kind} hits={found} />
      ))}
    </div>
  );
}

function Group({ kind, hits }: { kind: SearchKind; hits: readonly SearchHit[] }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [all, setAll] = useState(false);
  const shown = all ? hits : hits.slice(0, AT_FIRST);
  return (
    <section className="fc-hit-group">
      <h2>{t('bill.searchGroup', { kind: speech.choice('searchKind', kind), count: hits.length })}</h2>
      <HTMLTable compact striped interactive className="fc-hits">
        <thead>
          <tr>
            <th>{t('bill.searchAsked')}</th>
            <th>{t('bill.searchNumber')}</th>
            <th>{speech.label('billNo')}</th>
            <th>{speech.label('batchNo')}</th>
            <th>{speech.label('stage')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((hit) => (
            <tr key={keyOf(hit)}>
              <td>{hit.asked}</td>
              <td>{hit.number}</td>
              <td>
                {hit.billId === null ? (
                  <span className="fc-muted">{t('bill.searchNobill')}</span>
                ) : (
                  <Link to={billPath(hit.billId)}>{hit.billNo}</Link>
                )}
              </td>
              <td>{hit.batchNo}</td>
              <td>
                {hit.stage && (
                  <StateTag tone={toneOf(billStages, hit.stage)}>{speech.state('bill', hit.stage)}</StateTag>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
      {hits.length > shown.length && (
        <Button variant="minimal" onClick={() => setAll(true)}>
          {t('bill.searchShowAll', { count: hits.length })}
        </Button>
      )}
    </section>
  );
}
