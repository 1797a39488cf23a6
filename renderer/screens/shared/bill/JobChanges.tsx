import { HTMLTable } from '@blueprintjs/core';
import type { FileChanges } from '@contract/files/fileJob';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';
import { useNumber } from '../../../kinds/NumberInput';
import { useMoney } from '../finance/Totals';

/** Values before and after the import, actual or expected: numbers, and the first few names. */
export function JobChanges({ changes, done }: { changes: FileChanges; done: boolean }) {
  const { t } = useTranslation();
  const { list: listed } = useSpeech();
  const number = useNumber(3);
  const money = useMoney();
  const { parcels, boxes, before, after } = changes;
  const value = ({ value: amount, currency }: FileChanges['before']) =>
    amount === null ? '—' : money(amount, currency ?? '');
  const names = (list: readonly string[], count: number) =>
    list.length < count ? t('files.names', { names: list }) : listed(list);
  const rows = [
    { label: t('common.parcels'), counts: parcels, from: before.parcels, to: after.parcels },
    { label: t('files.boxes'), counts: { ...boxes, changed: null }, from: before.boxes, to: after.boxes },
    { label: t('files.lines'), counts: null, from: before.lines, to: after.lines },
    { label: t('files.weight'), counts: null, from: before.weight, to: after.weight },
  ];
  const columns = ['before', 'after', 'added', 'removed', 'changedOnes', 'same'] as const;
  return (
    <section>
      <h3>{t(done ? 'files.changed' : 'files.changes')}</h3>
      <div className="fc-job-scroll">
        <HTMLTable compact striped aria-label={t(done ? 'files.changed' : 'files.changes')}>
          <thead>
            <tr>
              <th />
              {columns.map((name) => (
                <th key={name} className="fc-number">
                  {t(`files.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, counts, from, to }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {[from, to, counts?.added, counts?.removed, counts?.changed, counts?.same].map(
                  (count, index) => (
                    <td key={columns[index]} className="fc-number">
                      {count === null || count === undefined ? '' : number(count)}
                    </td>
                  ),
                )}
              </tr>
            ))}
            <tr>
              <th scope="row">{t('files.value')}</th>
              <td className="fc-number">{value(before)}</td>
              <td className="fc-number">{value(after)}</td>
              <td colSpan={4} />
            </tr>
          </tbody>
        </HTMLTable>
      </div>
      {(
        [
          ['added', changes.added, parcels.added],
          ['removed', changes.removed, parcels.removed],
          ['changedOnes', changes.changed, parcels.changed],
        ] as const
      ).map(
        ([name, list, count]) =>
          list.length > 0 && (
            <p key={name} className="fc-muted">
              {t(`files.${name}`)}: {names(list, count)}
            </p>
          ),
      )}
    </section>
  );
}
