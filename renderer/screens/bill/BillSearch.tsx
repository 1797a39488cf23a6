import './search.css';
import { Button, Callout, HTMLTable, NonIdealState, TextArea } from '@blueprintjs/core';
import { Duplicate, Search } from '@blueprintjs/icons';
import { billStages } from '@contract/bill/bill';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { read } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { useSpeech } from '../../app/language';
import { isComposing } from '../../app/shortcuts';
import { Skeleton } from '../../ui/Loading';
import { StateTag } from '../../ui/StateTag';
import { notify } from '../../ui/toaster';

/** One box for any number: the bill it belongs to, and which of a pasted list are nowhere. */
export default function BillSearch() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [asked, setAsked] = useKept('asked', '');
  const [typed, setTyped] = useState(asked);
  const field = useRef<HTMLTextAreaElement>(null);
  const { data, error, isFetching } = useQuery({
    ...read('bill', 'search', { query: { keyword: asked || '-' } }),
    enabled: asked !== '',
  });
  useEffect(() => field.current?.focus(), []);
  const search = () => setAsked(typed.trim());
  const copyMissing = async () => {
    await navigator.clipboard.writeText(data?.notFound.join('\n') ?? '').catch(() => undefined);
    notify({ text: t('common.copied') });
  };
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
          aria-label={t('bill.searchTitle')}
          placeholder={t('bill.searchHint')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !isComposing(event)) {
              event.preventDefault();
              search();
            }
          }}
        />
        <Button type="submit" size="large" intent="primary" icon={<Search />} loading={isFetching}>
          {t('bill.searchButton')}
        </Button>
      </form>
      {error && (
        <Callout intent="danger" compact>
          {error.message}
        </Callout>
      )}
      {isFetching && !data && <Skeleton />}
      {data && (
        <>
          {data.capped && (
            <Callout intent="warning" compact>
              {t('bill.searchCapped')}
            </Callout>
          )}
          {data.notFound.length > 0 && (
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
            <NonIdealState title={t('bill.searchNone')} />
          ) : (
            <>
              <p role="status">{t('bill.searchFound', { count: data.hits.length })}</p>
              <HTMLTable compact striped interactive className="fc-hits">
                <thead>
                  <tr>
                    <th>{t('bill.searchAsked')}</th>
                    <th>{t('bill.searchKind')}</th>
                    <th>{t('bill.searchNumber')}</th>
                    <th>{speech.label('billNo')}</th>
                    <th>{speech.label('batchNo')}</th>
                    <th>{speech.label('stage')}</th>
                  </tr>
                </thead>
                <tbody>
                  {data.hits.map((hit) => (
                    <tr key={`${hit.kind}-${hit.number}-${hit.billId}-${hit.asked}`}>
                      <td>{hit.asked}</td>
                      <td>{speech.choice('searchKind', hit.kind)}</td>
                      <td>{hit.number}</td>
                      <td>
                        <Link to={`/bill/bill_manage/detail/${hit.billId}`}>{hit.billNo}</Link>
                      </td>
                      <td>{hit.batchNo}</td>
                      <td>
                        {hit.stage && (
                          <StateTag tone={billStages[hit.stage].tone}>
                            {speech.state('bill', hit.stage)}
                          </StateTag>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </HTMLTable>
            </>
          )}
        </>
      )}
    </section>
  );
}
