import { HTMLTable, NonIdealState } from '@blueprintjs/core';
import { metaOf, withUnit } from '@contract/fields';
import type { RefTarget } from '@contract/refTargets';
import { changedOffers, type OfferLine, offerLineText } from '@contract/rules/offer';
import { changedLines, type QuoteLine, quoteLineText } from '@contract/rules/quote';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { useSpeech } from '../../../app/language';
import { fieldText } from '../../../kinds';
import { targetsOf, useLookups } from '../../../kinds/lookups';
import { NotLoaded } from '../../../resource/Answered';
import type { PlainRow, PlainScreen } from '../../../resource/ListScreen';
import { Skeleton } from '../../../ui/Loading';
import type { DocumentGroup } from '../../shared/business/documents';

const ITEMS: readonly RefTarget[] = ['chargeItem'];

type Row = PlainRow & { readonly versionNo: number };
/** A document with prices: its fields, its currency and its lines. */
type PricedDocument = Row & { readonly currency: string; readonly lines: readonly (QuoteLine | OfferLine)[] };
const isPriced = (row: Row): row is PricedDocument => Array.isArray(row.lines);

/** Returns the lines that differ between two versions, as texts. */
function changesOf(
  group: DocumentGroup,
  before: PricedDocument,
  after: PricedDocument,
  item: (id: number) => string,
) {
  if (group === 'orderQuote') {
    const text = (line: OfferLine | null) => line && offerLineText(line, item(line.chargeItemId));
    const changes = changedOffers(before.lines as OfferLine[], after.lines as OfferLine[]);
    return changes.map((one) => ({
      key: String(one.chargeItemId),
      was: text(one.before),
      is: text(one.after),
    }));
  }
  const text = (line: QuoteLine | null, currency: string) =>
    line && quoteLineText(line, item(line.chargeItemId), currency);
  type Cards = Parameters<typeof changedLines>;
  return changedLines(before as Cards[0], after as Cards[1]).map((one) => ({
    key: one.key,
    was: text(one.before, before.currency),
    is: text(one.after, after.currency),
  }));
}

/** Differences of a document from the version it was copied from: its terms, then its lines. */
export function DocumentChanges(props: {
  readonly group: DocumentGroup;
  readonly screen: PlainScreen;
  readonly row: Row;
  readonly from: number;
}) {
  const { group, screen, row, from } = props;
  const { resource, nameOf } = screen;
  const { t } = useTranslation();
  const speech = useSpeech();
  const { data, error, retry } = usePart(read(group, 'get', { params: { id: from } }));
  const before: Row | undefined = data;
  const fields = useMemo(
    () =>
      resource.draft
        .filter((name) => name !== 'lines')
        .map((name) => ({ name, meta: metaOf(resource.row.shape[name]) })),
    [resource],
  );
  const lookups = useLookups(
    useMemo(() => [...new Set([...targetsOf(fields.map(({ meta }) => meta)), ...ITEMS])], [fields]),
  );
  if (error && !before) return <NotLoaded error={error} onRetry={retry} />;
  if (!before) return <Skeleton lines={6} />;
  const text = (of: Row, { name, meta }: (typeof fields)[number]) =>
    fieldText(name, meta, { speech, lookups, row: of });
  const item = (id: number) => String(lookups.find('chargeItem', id)?.code ?? `#${id}`);
  const lines =
    isPriced(before) && isPriced(row)
      ? changesOf(group, before, row, item).map((change) => ({
          ...change,
          what: t(
            change.was === null
              ? 'business.lineAdded'
              : change.is === null
                ? 'business.lineRemoved'
                : 'business.lineChanged',
          ),
        }))
      : [];
  const rows = [
    ...fields
      .map((field) => ({
        key: field.name,
        what: withUnit(speech.label(field.name, resource.name), field.meta),
        was: text(before, field),
        is: text(row, field),
      }))
      .filter(({ was, is }) => was !== is),
    ...lines,
  ];
  if (rows.length === 0) return <NonIdealState title={t('business.changesNone', { no: nameOf(before) })} />;
  return (
    <div className="fc-plan">
      <HTMLTable compact striped className="fc-plan-table" aria-label={t('business.changes')}>
        <thead>
          <tr>
            <th>{t('business.line')}</th>
            <th>{t('business.versionOf', { version: before.versionNo, no: nameOf(before) })}</th>
            <th>{t('business.versionOf', { version: row.versionNo, no: nameOf(row) })}</th>
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
