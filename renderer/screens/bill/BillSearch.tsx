import './search.css';
import { Button, Callout, NonIdealState } from '@blueprintjs/core';
import { Duplicate } from '@blueprintjs/icons';
import { type SearchHit, type SearchKind, searchKinds } from '@contract/bill/searchHit';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useKept } from '../../app/drafts';
import { useSpeech } from '../../app/language';
import { Trouble } from '../../resource/Answered';
import { ExportMenu } from '../../resource/ExportMenu';
import { Skeleton } from '../../ui/Loading';
import { FoundGroup } from './parts/FoundGroup';
import { NotFound, useCopyNumbers } from './parts/NotFound';
import { NumbersField } from './parts/NumbersField';
import { useSearch } from './parts/useSearch';

/** Search by any number: its kind, the bill it belongs to, and the numbers of a pasted list that were not found. */
export default function BillSearch() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [query] = useSearchParams();
  const [searched, setSearched] = useKept('asked', query.get('keyword') ?? '');
  const [typed, setTyped] = useState(searched);
  const copy = useCopyNumbers();
  const { data, error, isFetching, state, retry, destinations } = useSearch(searched);
  const search = () => {
    const next = typed.trim();
    if (next === searched && next) void retry();
    else setSearched(next);
  };
  const found = data && new Set(data.hits.map((hit) => hit.asked)).size;
  return (
    <section className="fc-search-screen">
      <h1>{t('bill.searchTitle')}</h1>
      <NumbersField
        label={t('bill.searchTitle')}
        hint={t('bill.searchNewHint')}
        button={t('bill.searchButton')}
        busy={isFetching}
        value={typed}
        onChange={setTyped}
        onSearch={search}
      />
      {error && (
        <Callout intent="danger" compact>
          <Trouble
            text={state === 'failed' ? error.message : t('common.notRefreshed', { reason: error.message })}
            onRetry={retry}
          />
        </Callout>
      )}
      {isFetching && !data && <Skeleton />}
      {data && searched && !error && (
        <>
          {destinations.error && (
            <Callout intent="warning" compact>
              <Trouble
                text={t('bill.searchDestinationsFailed', { reason: destinations.error.message })}
                onRetry={destinations.retry}
              />
            </Callout>
          )}
          {data.capped && (
            <Callout intent="warning" compact>
              {t('bill.searchCapped')}
            </Callout>
          )}
          {data.hits.length > 0 && <NotFound numbers={data.notFound} />}
          {data.hits.length === 0 ? (
            <NonIdealState
              title={t('bill.searchNone')}
              description={data.notFound.slice(0, 10).join(' ')}
              action={
                <Button icon={<Duplicate />} onClick={() => void copy(data.notFound)}>
                  {t('common.copy')}
                </Button>
              }
            />
          ) : (
            <>
              <div className="fc-search-foot">
                <p role="status">
                  {t('common.numbersFound', {
                    count: (found ?? 0) + data.notFound.length,
                    found: found ?? 0,
                  })}
                </p>
                <ExportMenu
                  rows={{ live: true, state }}
                  name={speech.words.menu['bill.search']}
                  call="search.export"
                  within="body"
                  query={{ keyword: searched }}
                  list="billSearch"
                  columns={[]}
                />
              </div>
              <Groups key={searched} hits={data.hits} />
            </>
          )}
        </>
      )}
    </section>
  );
}

/** Hits in a table for each kind; the first one has the focus, so that Enter opens it. */
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
        <FoundGroup key={kind} kind={kind} hits={found} />
      ))}
    </div>
  );
}
