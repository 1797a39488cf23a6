import type { RefTarget } from '@contract/fields';
import { useMemo } from 'react';
import { useSpeech } from '../app/language';
import { LongSelect, ManySelect, type Option } from './ChoiceInput';
import type { Kind } from './kind';
import { codeOf, type LookupRow, useLookups } from './lookups';

/** Records of a resource to choose from, recognised by code and by either name; `keep` stays though it is switched off. */
export function useOptions(
  to: RefTarget,
  keep: readonly (string | number)[],
  keyOf: (row: LookupRow) => string | number = ({ id }) => id,
): Option[] {
  const speech = useSpeech();
  const targets = useMemo(() => [to], [to]);
  const lookups = useLookups(targets);
  return lookups
    .rows(to)
    .filter((row) => row.active !== false || keep.includes(keyOf(row)))
    .map((row) => ({
      value: keyOf(row),
      label: labelOf(to, row, speech.name(row)),
      search: `${codeOf(to, row)} ${row.nameEn ?? ''} ${row.nameCn ?? ''}`,
    }));
}

/** A record where there is room: its code and its name. */
export function labelOf(to: RefTarget, row: LookupRow, name: string): string {
  const recordCode = codeOf(to, row);
  return name && name !== recordCode ? `${recordCode} · ${name}` : recordCode;
}

/** A record of another resource: its code in cells, code and name where one chooses. */
export const ref: Kind<'ref'> = {
  align: 'start',
  width: 110,
  toText: (value: number, meta, { lookups }) => {
    const row = lookups.find(meta.to, value);
    return row ? codeOf(meta.to, row) : `#${value}`;
  },
  Cell: (value: number, meta, { lookups, speech, long }) => {
    const row = lookups.find(meta.to, value);
    if (!row) return null;
    return long ? (
      labelOf(meta.to, row, speech.name(row))
    ) : (
      <span title={speech.name(row)}>{codeOf(meta.to, row)}</span>
    );
  },
  Input: ({ meta, value, onChange, ...rest }) => {
    const id = typeof value === 'number' ? value : null;
    const options = useOptions(meta.to, id === null ? [] : [id]);
    return <LongSelect {...rest} options={options} value={id} onChange={onChange} />;
  },
  Filter: ({ id, name, meta, parts, onChange }) => {
    const values = (parts[name] as number[] | undefined) ?? [];
    const options = useOptions(meta.to, values);
    return (
      <ManySelect
        id={id}
        options={options}
        values={values}
        onChange={(chosen) => onChange({ [name]: chosen.length > 0 ? chosen : undefined })}
      />
    );
  },
};
