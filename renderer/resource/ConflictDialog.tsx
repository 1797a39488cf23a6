import { Button, HTMLTable, Radio } from '@blueprintjs/core';
import { metaOf } from '@contract/fields';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { useSpeech } from '../app/language';
import { ownTime } from '../app/zone';
import { textOf } from '../kinds';
import { codeOf, targetsOf, useLookups } from '../kinds/lookups';
import { idOf } from '../kinds/recordId';
import { rawText } from '../kinds/Unread';
import { AppDialog } from '../ui/AppDialog';
import { type Conflict, isUnread } from './recordValues';
import type { Values } from './useRecordForm';

/** Merge dialog after two people changed the same record: each field that both changed takes one of the two values. */
export function ConflictDialog(props: {
  row: z.ZodObject;
  resource: string;
  conflict: Conflict;
  onResolve: (values: Values) => void;
  onClose: () => void;
}) {
  const { row, resource, conflict, onResolve, onClose } = props;
  const { mine, theirs, fields, taken } = conflict;
  const { t } = useTranslation();
  const speech = useSpeech();
  const [theirsFor, setTheirsFor] = useState<ReadonlySet<string>>(new Set());
  const metas = useMemo(() => fields.map((name) => metaOf(row.shape[name])), [fields, row]);
  const lookups = useLookups(useMemo(() => [...targetsOf(metas), 'staff' as const], [metas]));
  const updatedBy = idOf(theirs.updatedBy);
  const by = updatedBy === null ? undefined : lookups.find('staff', updatedBy);
  const say = (values: Conflict['mine'], name: string, value: unknown) =>
    isUnread(theirs, values, name)
      ? rawText(value)
      : textOf(metaOf(row.shape[name]), value, { speech, lookups, row: values });
  const show = (side: 'mine' | 'theirs', name: string) => {
    const [values, others] = side === 'mine' ? [mine, theirs] : [theirs, mine];
    const value = values[name];
    if (!Array.isArray(value) || value.length === 0) return say(values, name, value) || t('common.notSet');
    // Rows that the other side lacks are emphasised.
    const other = new Set(asRows(others[name]).map((one) => say(others, name, [one])));
    return (
      <ul className="fc-conflict-rows">
        {value.map((one, index) => {
          const text = say(values, name, [one]);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by their position
            <li key={index}>{other.has(text) ? text : <strong>{text}</strong>}</li>
          );
        })}
      </ul>
    );
  };
  const choose = (name: string, take: 'mine' | 'theirs') => {
    const next = new Set(theirsFor);
    if (take === 'theirs') next.add(name);
    else next.delete(name);
    setTheirsFor(next);
  };
  const merged = { ...mine, ...Object.fromEntries([...theirsFor].map((name) => [name, theirs[name]])) };
  return (
    <AppDialog
      wide
      title={t('common.conflictTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button intent="primary" onClick={() => onResolve(merged)}>
            {t('common.conflictSave')}
          </Button>
        </>
      }
    >
      <p>
        {t('common.conflictDetail', {
          by: by ? codeOf('staff', by) : '—',
          at: theirs.updatedAt ? ownTime(String(theirs.updatedAt)) : '—',
        })}
      </p>
      {fields.length > 0 && (
        <HTMLTable compact striped>
          <thead>
            <tr>
              <th />
              <th>{t('common.conflictMine')}</th>
              <th>{t('common.conflictTheirs')}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((name) => (
              <tr key={name}>
                <th scope="row">{speech.label(name, resource)}</th>
                {(['mine', 'theirs'] as const).map((side) => (
                  <td key={side}>
                    <Radio
                      name={`conflict-${name}`}
                      labelElement={show(side, name)}
                      checked={(side === 'theirs') === theirsFor.has(name)}
                      onChange={() => choose(name, side)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      )}
      {taken.length > 0 && (
        <p>
          {t('common.conflictTaken', {
            fields: taken.map((name) => speech.label(name, resource)),
          })}
        </p>
      )}
    </AppDialog>
  );
}

const asRows = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
