import { HTMLTable, NonIdealState } from '@blueprintjs/core';
import type { OrderQuote } from '@contract/business/orderQuote';
import type { StandardQuote } from '@contract/business/standardQuote';
import { metaOf, type RefTarget } from '@contract/fields';
import { changedOffers, offerLineText } from '@contract/rules/offer';
import { changedLines, quoteLineText } from '@contract/rules/quote';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { read } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { textOf } from '../../../kinds';
import { targetsOf, useLookups } from '../../../kinds/lookups';
import type { PlainScreen } from '../../../resource/ListScreen';
import { Skeleton } from '../../../ui/Loading';

/** A line that two versions do not have alike, in words; null where one of them has none. */
interface ChangedText {
  readonly key: string;
  readonly before: string | null;
  readonly after: string | null;
}
type ItemCode = (id: number) => string;

const ofCards = (before: StandardQuote, after: StandardQuote, item: ItemCode): ChangedText[] =>
  changedLines(before, after).map((change) => ({
    key: change.key,
    before: change.before && quoteLineText(change.before, item(change.before.chargeItemId), before.currency),
    after: change.after && quoteLineText(change.after, item(change.after.chargeItemId), after.currency),
  }));
const ofOffers = (before: OrderQuote, after: OrderQuote, item: ItemCode): ChangedText[] =>
  changedOffers(before.lines, after.lines).map((change) => ({
    key: String(change.chargeItemId),
    before: change.before && offerLineText(change.before, item(change.chargeItemId)),
    after: change.after && offerLineText(change.after, item(change.chargeItemId)),
  }));

type Props = { readonly screen: PlainScreen; readonly from: number } & (
  | { readonly group: 'standardQuote'; readonly quote: StandardQuote }
  | { readonly group: 'orderQuote'; readonly quote: OrderQuote }
);

/** What a version of a quote has unlike the one that it was copied from: its terms, then its lines. */
export function QuoteChanges(props: Props) {
  const { group, screen, quote, from } = props;
  const { resource } = screen;
  const { t } = useTranslation();
  const speech = useSpeech();
  const { data, error } = useQuery(read(group, 'get', { params: { id: from } }));
  const before = data as StandardQuote | OrderQuote | undefined;
  const fields = useMemo(() => resource.draft.filter((name) => name !== 'lines'), [resource]);
  const metas = useMemo(
    () => fields.map((name) => metaOf(resource.row.shape[name] as z.ZodType)),
    [fields, resource],
  );
  const lookups = useLookups(
    useMemo((): RefTarget[] => [...new Set([...targetsOf(metas), 'chargeItem' as const])], [metas]),
  );
  if (error && !before) return <NonIdealState title={error.message} />;
  if (!before) return <Skeleton lines={6} />;
  const text = (row: object, index: number) =>
    textOf(
      metas[index] as (typeof metas)[number],
      (row as Record<string, unknown>)[fields[index] as string],
      {
        ...{ speech, lookups },
        row: row as Record<string, unknown>,
      },
    );
  const item: ItemCode = (id) => String(lookups.find('chargeItem', id)?.code ?? `#${id}`);
  const changes =
    props.group === 'standardQuote'
      ? ofCards(before as StandardQuote, props.quote, item)
      : ofOffers(before as OrderQuote, props.quote, item);
  const rows = [
    ...fields
      .map((name, index) => ({
        key: name,
        what: speech.label(name, group),
        was: text(before, index) as string | null,
        is: text(quote, index) as string | null,
      }))
      .filter(({ was, is }) => was !== is),
    ...changes.map((change) => ({
      key: change.key,
      what: t(
        change.before === null
          ? 'business.lineAdded'
          : change.after === null
            ? 'business.lineRemoved'
            : 'business.lineChanged',
      ),
      was: change.before,
      is: change.after,
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
