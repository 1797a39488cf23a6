import './search.css';
import { Button, Callout, NonIdealState } from '@blueprintjs/core';
import { Duplicate } from '@blueprintjs/icons';
import { billStages } from '@contract/bill/bill';
import { eventZone } from '@contract/bill/billClock';
import { trackedRow } from '@contract/bill/tracking';
import { parcelStates } from '@contract/customs/parcel';
import { MAX_TRACKED } from '@contract/limits';
import { permit } from '@contract/permissions';
import { numbersIn } from '@contract/rules/numbers';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../api/answers';
import { queryClient } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { useAllowed } from '../../app/guard';
import { type Speech, useSpeech } from '../../app/language';
import type { ShowContext } from '../../kinds/kind';
import { useLookups } from '../../kinds/lookups';
import { placeTime } from '../../kinds/PlaceTime';
import { Answered } from '../../resource/Answered';
import { columnsOf } from '../../resource/columns';
import { copyCells } from '../../resource/copyCells';
import { ExportMenu } from '../../resource/ExportMenu';
import type { PeekChoice } from '../../resource/Peek';
import { RecordTable } from '../../resource/RecordTable';
import { useRows } from '../../resource/rows';
import { Timeline } from '../../resource/Timeline';
import { StateTag, toneOf } from '../../ui/StateTag';
import { notify, notifyFailed } from '../../ui/toaster';
import { billPath } from '../shared/bill/billPath';
import { type TrackedLine, trackedPage, trackQuery } from '../shared/bill/track';
import { NotFound } from './parts/NotFound';
import { NumbersField } from './parts/NumbersField';

/** Tracking of parcels and waybills: any numbers, each with its status, place, bill and timeline. */
export default function Tracking() {
  const { t } = useTranslation();
  const { words } = useSpeech();
  const [searched, setSearched] = useKept('asked', '');
  const [typed, setTyped] = useKept('typed', searched);
  const all = useMemo(() => numbersIn(searched), [searched]);
  const numbers = useMemo(() => all.slice(0, MAX_TRACKED), [all]);
  const rest = all.slice(MAX_TRACKED);
  const answer = useAnswer({ ...trackQuery(numbers), enabled: numbers.length > 0 });
  const show = (text: string) => {
    setTyped(text);
    setSearched(text);
  };
  return (
    <section className="fc-list fc-tracking">
      <div className="fc-search-screen">
        <h1>{words.menu['bill.tracking']}</h1>
        <NumbersField
          label={t('tracking.numbers')}
          hint={t('tracking.hint', { most: MAX_TRACKED })}
          button={t('tracking.button')}
          busy={answer.isFetching}
          value={typed}
          onChange={setTyped}
          onSearch={() => {
            const next = typed.trim();
            if (next === searched) void queryClient.invalidateQueries({ queryKey: ['tracking'] });
            else setSearched(next);
          }}
        />
        {rest.length > 0 && (
          <Callout intent="warning" compact>
            {t('tracking.tooMany', { most: MAX_TRACKED, count: all.length })}{' '}
            <Button size="small" onClick={() => show(rest.join('\n'))}>
              {t('tracking.trackRest', { count: rest.length })}
            </Button>
          </Callout>
        )}
      </div>
      {numbers.length === 0 ? (
        <NonIdealState title={t('tracking.start')} description={t('tracking.startDetail')} />
      ) : (
        <Answered answer={answer} lines={8} whole>
          {({ notFound }) => (
            <TrackingResults key={numbers.join(' ')} numbers={numbers} notFound={notFound} />
          )}
        </Answered>
      )}
    </section>
  );
}

const TARGETS = ['airport', 'warehouse', 'destination'] as const;

const trackedColumns = (speech: Speech) =>
  columnsOf<TrackedLine>(
    trackedRow,
    [
      { name: 'number', width: 170 },
      { name: 'kind', width: 80 },
      {
        name: 'parcelState',
        width: 120,
        cell: ({ parcelState }) =>
          parcelState && (
            <StateTag tone={toneOf(parcelStates, parcelState)}>
              {speech.state('parcel', parcelState)}
            </StateTag>
          ),
      },
      {
        name: 'stage',
        width: 120,
        cell: ({ stage }) => (
          <StateTag tone={toneOf(billStages, stage)}>{speech.state('bill', stage)}</StateTag>
        ),
      },
      {
        name: 'lastEvent',
        width: 200,
        cell: (row) => lastOf(row, speech),
        text: (row) => lastOf(row, speech),
      },
      { name: 'lastEventAt', width: 150 },
      { name: 'location', width: 120 },
      { name: 'boxNo', width: 160 },
      { name: 'palletNo', width: 150 },
      { name: 'destinationCode', width: 130 },
      { name: 'billNo', width: 130 },
      { name: 'batchNo', width: 90 },
    ],
    { sorts: [], speech, label: (field) => speech.label(field, 'tracking') },
  );

/** Tracked parcels and waybills, and the numbers that were not found. */
function TrackingResults({ numbers, notFound }: { numbers: readonly string[]; notFound: readonly string[] }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const lookups = useLookups(TARGETS);
  const seesBills = useAllowed(permit('bill.manage.view'));
  const rows = useRows<TrackedLine>((page, pageSize) => trackedPage(numbers, page, pageSize));
  const place = useRef<HTMLDivElement>(null);
  const loaded = !rows.loading;
  // Move the focus to the rows, which are read next.
  useEffect(() => {
    if (loaded) place.current?.querySelector<HTMLElement>('[role=grid]')?.focus({ preventScroll: true });
  }, [loaded]);
  const columns = useMemo(() => trackedColumns(speech), [speech]);
  const peek: PeekChoice<TrackedLine> = {
    nameOf: ({ number }) => number,
    groups: [
      {
        title: t('tracking.place'),
        of: columns.filter(
          ({ name }) => name !== 'number' && !name.startsWith('last') && name !== 'location',
        ),
      },
    ],
    below: (row) => (
      <section className="fc-group">
        <h2>{t('tracking.way')}</h2>
        <Timeline
          label={t('tracking.way')}
          empty={t('tracking.wayEmpty')}
          entries={row.events.toReversed().map((event, at) => ({
            key: row.events.length - at,
            title: speech.language === 'cn' ? event.textCn : event.textEn,
            at: placeTime(event.occurredAt, eventZone(event.code), { ...row }, lookups),
            detail: event.location,
          }))}
        />
      </section>
    ),
  };
  const copy = async () => {
    const lines = await rows.load(Number.MAX_SAFE_INTEGER);
    const contextOf = (row: TrackedLine): ShowContext => ({ speech, lookups, row: { ...row } });
    await copyCells([
      columns.map(({ label }) => ({ text: label, number: false })),
      ...lines.map((row) => columns.map(({ text }) => ({ text: text(row, contextOf(row)), number: false }))),
    ]);
    notify({ text: t('common.copiedRows', { count: lines.length }), intent: 'success' });
  };
  return (
    <>
      <NotFound numbers={notFound} />
      <div className="fc-search-foot">
        <p role="status">
          {t('common.numbersFound', { count: numbers.length, found: numbers.length - notFound.length })}
        </p>
        <span className="fc-spring" />
        {rows.total !== null && rows.total > 0 && (
          <>
            <Button icon={<Duplicate />} onClick={() => void copy().catch(notifyFailed)}>
              {t('tracking.copyRows')}
            </Button>
            <ExportMenu
              rows={rows}
              name={speech.words.menu['bill.tracking']}
              call="tracking.export"
              within="body"
              query={{ numbers }}
              list="tracking"
              columns={columns}
            />
          </>
        )}
      </div>
      <div ref={place} className="fc-list">
        <RecordTable
          list="tracking"
          label={t('tracking.list')}
          columns={columns}
          rows={rows}
          sort=""
          onSort={() => undefined}
          pathOf={seesBills ? ({ billId }) => billPath(billId) : undefined}
          peek={peek}
          peekAtFirst
          empty={<NonIdealState title={t('tracking.none')} />}
        />
      </div>
    </>
  );
}

/** Returns the last event in the user's language; empty without events. */
const lastOf = ({ events }: TrackedLine, { language }: Speech): string =>
  events.at(-1)?.[language === 'cn' ? 'textCn' : 'textEn'] ?? '';
