import { HTMLTable, NonIdealState } from '@blueprintjs/core';
import type { StandardQuote } from '@contract/business/standardQuote';
import { metaOf } from '@contract/fields';
import { changedLines, type QuoteLine, quoteLineText } from '@contract/rules/quote';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { read } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { textOf } from '../../../kinds';
import { targetsOf, useLookups } from '../../../kinds/lookups';
import { Skeleton } from '../../../ui/Loading';
import { standardQuoteScreen } from './standardQuoteScreen';

const { resource } = standardQuoteScreen;
/** What a person fills in, besides the lines. */
const FIELDS = resource.draft.filter((name) => name !== 'lines');

/** What a version of a rate card has unlike the one that it was copied from: its terms, then its lines. */
export function QuoteChanges({ quote, from }: { quote: StandardQuote; from: number }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { data: before, error } = useQuery(read('standardQuote', 'get', { params: { id: from } }));
  const metas = useMemo(() => FIELDS.map((name) => metaOf(resource.row.shape[name] as z.ZodType)), []);
  const lookups = useLookups(
    useMemo(() => [...new Set([...targetsOf(metas), 'chargeItem' as const])], [metas]),
  );
  if (error && !before) return <NonIdealState title={error.message} />;
  if (!before) return <Skeleton lines={6} />;
  const text = (row: StandardQuote, index: number) =>
    textOf(
      metas[index] as (typeof metas)[number],
      (row as Record<string, unknown>)[FIELDS[index] as string],
      {
        speech,
        lookups,
        row,
      },
    );
  const line = (one: QuoteLine | null, currency: string) =>
    one &&
    quoteLineText(
      one,
      String(lookups.find('chargeItem', one.chargeItemId)?.code ?? `#${one.chargeItemId}`),
      currency,
    );
  const rows = [
    ...FIELDS.map((name, index) => ({
      key: name,
      what: speech.label(name, 'standardQuote'),
      was: text(before, index),
      is: text(quote, index),
    })).filter(({ was, is }) => was !== is),
    ...changedLines(before, quote).map((change) => ({
      key: change.key,
      what: t(
        change.before === null
          ? 'business.lineAdded'
          : change.after === null
            ? 'business.lineRemoved'
            : 'business.lineChanged',
      ),
      was: line(change.before, before.currency),
      is: line(change.after, quote.currency),
    })),
  ];
  if (rows.length === 0) return <NonIdealState title={t('business.changesNone', { no: before.quoteNo })} />;
  return (
    <div className="fc-plan">
      <HTMLTable compact striped className="fc-plan-table" aria-label={t('business.changes')}>
        <thead>
          <tr>
            <th>{t('business.line')}</th>
            <th>{t('business.versionOf', { version: before.versionNo, no: before.quoteNo })}</th>
            <th>{t('business.versionOf', { version: quote.versionNo, no: quote.quoteNo })}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, what, was, is }) => (
            <tr key={key}>
              <td>{what}</td>
              <td>{was}</td>
              <td>{is}</td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </div>
  );
}
