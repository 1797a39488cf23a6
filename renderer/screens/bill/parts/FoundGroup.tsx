import { Button, Callout, HTMLTable } from '@blueprintjs/core';
import { Geosearch } from '@blueprintjs/icons';
import { billStages } from '@contract/bill/bill';
import type { SearchHit, SearchKind } from '@contract/bill/searchHit';
import { metaOf, withUnit } from '@contract/fields';
import { permit } from '@contract/permissions';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useAnswer } from '../../../api/answers';
import { read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { fieldCell } from '../../../kinds';
import { targetsOf, useLookups } from '../../../kinds/lookups';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { billPath } from '../../shared/bill/billPath';
import { useTrack } from '../../shared/bill/track';
import { type FoundDetails, foundDetails, hitKey } from './foundDetails';

/** Rows of a group drawn at first; more on request. */
const AT_FIRST = 100;
/** Kinds whose numbers can be tracked. */
const TRACKED: readonly SearchKind[] = ['bill', 'parcel'];

/** Hits of one kind, with their bills and the identifying fields of the kind. */
export function FoundGroup({ kind, hits }: { kind: SearchKind; hits: readonly SearchHit[] }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const track = useTrack();
  const mayTrack = useAllowed(permit('bill.tracking.view')) && TRACKED.includes(kind);
  const seesNotes = useAllowed(permit('bill.cmr.view')) && kind === 'cmr';
  const [all, setAll] = useState(false);
  const { heads, cellsOf, failed } = useDetails(foundDetails[kind], hits);
  const shown = all ? hits : hits.slice(0, AT_FIRST);
  const numbers = [...new Set(hits.map(({ number }) => number))];
  return (
    <section className="fc-hit-group">
      <div className="fc-search-foot">
        <h2>{t('bill.searchGroup', { kind: speech.choice('searchKind', kind), count: hits.length })}</h2>
        {mayTrack && numbers.length > 1 && (
          <Button size="small" icon={<Geosearch />} onClick={() => track(numbers)}>
            {t('tracking.trackMany', { count: numbers.length })}
          </Button>
        )}
      </div>
      {kind === 'parcel' && hits.length > 1 && <Destinations hits={hits} />}
      {failed}
      <div className="fc-hit-scroll">
        <HTMLTable compact striped interactive className="fc-hits">
          <thead>
            <tr>
              <th>{t('bill.searchAsked')}</th>
              <th>{t('common.number')}</th>
              {heads}
              <th>{speech.label('billNo')}</th>
              <th>{speech.label('batchNo')}</th>
              <th>{speech.label('stage')}</th>
              {mayTrack && <th>{t('common.operation')}</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map((hit) => (
              <tr key={hitKey(hit)}>
                <td>{hit.asked}</td>
                <td>
                  {seesNotes ? (
                    <Link to={`/config/cmr/detail/${hit.recordId}`}>{hit.number}</Link>
                  ) : (
                    hit.number
                  )}
                </td>
                {cellsOf(hit)}
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
                    <StateTag tone={toneOf(billStages, hit.stage)}>
                      {speech.state('bill', hit.stage)}
                    </StateTag>
                  )}
                </td>
                {mayTrack && (
                  <td>
                    <Button size="small" variant="minimal" onClick={() => track([hit.number])}>
                      {t('tracking.button')}
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      </div>
      {hits.length > shown.length && (
        <Button variant="minimal" onClick={() => setAll(true)}>
          {t('bill.searchShowAll', { count: hits.length })}
        </Button>
      )}
    </section>
  );
}

/** Returns the additional columns of a kind: headings, the cells of a hit, and the message if loading failed. */
function useDetails(details: FoundDetails | undefined, hits: readonly SearchHit[]) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const keyword = useMemo(() => [...new Set(hits.map(({ asked }) => asked))].join(' '), [hits]);
  const { data, error, retry } = useAnswer<{ readonly hits: readonly SearchHit[] }>({
    ...(details?.queryOf(keyword) ?? {
      queryKey: ['search', 'nothing'],
      queryFn: async () => ({ hits: [] }),
    }),
    enabled: details !== undefined,
  });
  const columns = useMemo(
    () =>
      (details?.fields ?? []).map((name) => ({
        name,
        meta: metaOf(details?.schema.shape[name]),
      })),
    [details],
  );
  const lookups = useLookups(useMemo(() => targetsOf(columns.map(({ meta }) => meta)), [columns]));
  const byKey = useMemo(() => new Map(data?.hits.map((hit) => [hitKey(hit), hit])), [data]);
  const shownOf = (hit: SearchHit, { name, meta }: (typeof columns)[number]): ReactNode => {
    const found = byKey.get(hitKey(hit)) as Readonly<Record<string, unknown>> | undefined;
    if (!found) return '';
    if (name === 'nameEn') return speech.name(found as { nameEn: string; nameCn: string });
    return fieldCell(name, meta, { speech, lookups, row: found });
  };
  return {
    heads: columns.map(({ name, meta }) => (
      <th key={name}>
        {name === 'nameEn' ? t('common.name') : withUnit(speech.label(name, details?.resource), meta)}
      </th>
    )),
    cellsOf: (hit: SearchHit) => columns.map((column) => <td key={column.name}>{shownOf(hit, column)}</td>),
    failed: error && (
      <Callout intent="danger" compact role="alert">
        {t('bill.searchDetailsFailed', { why: error.message })}{' '}
        <Button size="small" onClick={() => void retry()}>
          {t('common.retry')}
        </Button>
      </Callout>
    ),
  };
}

/** Destinations of the parcels found, the most frequent first. */
function Destinations({ hits }: { hits: readonly SearchHit[] }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const keyword = useMemo(() => [...new Set(hits.map(({ asked }) => asked))].join(' '), [hits]);
  const data = useData(read('search', 'parcelDestinations', { query: { keyword } }));
  if (!data || data.destinations.length === 0) return null;
  return (
    <ul className="fc-hit-destinations" aria-label={t('bill.searchDestinations')}>
      {data.destinations.map(({ destinationCode, nameEn, nameCn, parcels, outbound }) => (
        <li key={destinationCode}>
          <strong>{destinationCode ?? t('common.notSet')}</strong>{' '}
          {nameEn !== null && nameCn !== null && <span>{speech.name({ nameEn, nameCn })}</span>}{' '}
          <span className="fc-muted">{t('bill.searchDestination', { count: parcels, outbound })}</span>
        </li>
      ))}
    </ul>
  );
}
