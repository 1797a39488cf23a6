import { InputGroup } from '@blueprintjs/core';
import { carriedNameOf } from '@contract/carriedNames';
import { problem } from '@contract/errors';
import { companyKind } from '@contract/fields';
import { isId } from '@contract/lenient';
import type { RefTarget } from '@contract/refTargets';
import { isPort } from '@contract/rules/places';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../app/language';
import { useServed } from '../app/offered';
import { LongSelect, ManySelect } from './ChoiceInput';
import type { Kind } from './kind';
import { codeOf, isForeign, type LookupRow, shortOf, useLookups } from './lookups';
import type { ListedOptions } from './options';
import { idOf, idsIn } from './recordId';

/**
 * Returns the records of a resource as options, searchable by code and by either name; those in `keep` stay although
 * inactive. `wanted` restricts them to one kind.
 */
export function useOptions(
  to: RefTarget,
  keep: readonly (string | number)[],
  keyOf: (row: LookupRow) => string | number = ({ id }) => id,
  chosenFor?: Readonly<Record<string, unknown>>,
  wanted?: string,
): ListedOptions {
  const speech = useSpeech();
  const targets = useMemo(() => [to], [to]);
  const lookups = useLookups(targets);
  if (lookups.missing(to)) return { options: [], missing: true };
  if (!lookups.loaded(to)) return { options: undefined, retry: lookups.retry(to) };
  const options = lookups
    .rows(to)
    .filter(
      (row) =>
        keep.includes(keyOf(row)) ||
        (row.active !== false &&
          (!chosenFor || (!isForeign(row, chosenFor) && fits(to, row, chosenFor))) &&
          (!wanted || row.kind === wanted)),
    )
    .map((row) => ({
      value: keyOf(row),
      label: labelOf(to, row, speech.name(row)),
      search: `${codeOf(to, row)} ${row.nameEn ?? ''} ${row.nameCn ?? ''} ${besides(to, row)}`,
    }));
  return { options };
}

/** True if a place may be selected for a record: ports for ships, airports for everything else that is not for both. */
const fits = (to: RefTarget, row: LookupRow, { mode = 'air' }: Readonly<Record<string, unknown>>): boolean =>
  to !== 'airport' || (mode !== 'air' && mode !== 'sea') || isPort(codeOf(to, row)) === (mode === 'sea');

/** Returns the long label of a record: its code and its name. */
export function labelOf(to: RefTarget, row: LookupRow, name: string): string {
  const recordCode = shortOf(to, row, () => name);
  const known = name || besides(to, row);
  return known && known !== recordCode ? `${recordCode} · ${known}` : recordCode;
}

/** Returns details that distinguish records with a number but no name. */
function besides(to: RefTarget, row: LookupRow): string {
  if (to === 'seaTransport') return `${row.vesselName} ${row.voyageNo}`;
  return to === 'seaBill' ? String(row.hblNo ?? '') : '';
}

interface NotListedProps {
  to: RefTarget;
  id: string;
  value: unknown;
  row?: Readonly<Record<string, unknown>>;
  onChange: (value: string | number | null) => void;
  onBlur?: () => void;
  invalid?: boolean;
  disabled?: boolean;
}

/** Placeholder of a reference without a list to select from; an id can be typed only if the server lacks the list. */
function NotListed({ row = {}, ...props }: NotListedProps) {
  const { t } = useTranslation();
  const { to, id, value } = props;
  const served = useServed(`${to}.all`);
  if (!served) return <TypedId {...props} />;
  const known = isId(value) ? (carriedNameOf(row, to, value) ?? `#${value}`) : '';
  const reason = t('common.listNotYours');
  return <InputGroup id={id} fill disabled value={known} placeholder={reason} title={reason} />;
}

/** Input for a record's id, if the server has no list to select from. */
function TypedId({
  id,
  value,
  onChange,
  onBlur,
  invalid = false,
  disabled = false,
}: Omit<NotListedProps, 'to' | 'row'>) {
  const speech = useSpeech();
  return (
    <InputGroup
      id={id}
      fill
      spellCheck={false}
      placeholder={speech.label('id')}
      title={speech.message(problem('NOT_OFFERED'))}
      value={value === null || value === undefined ? '' : String(value)}
      intent={invalid ? 'danger' : 'none'}
      aria-invalid={invalid}
      disabled={disabled}
      onValueChange={(typed) => {
        const text = typed.trim();
        onChange(text === '' ? null : /^\d{1,15}$/.test(text) ? Number(text) : text);
      }}
      {...(onBlur ? { onBlur } : {})}
    />
  );
}

/** A record of another resource: its code in cells, its code and name in selects. */
export const ref: Kind<'ref'> = {
  align: 'start',
  width: 110,
  toText: (value: number, meta, { lookups, speech, row: record }) => {
    const row = lookups.find(meta.to, value);
    return row ? shortOf(meta.to, row, speech.name) : (carriedNameOf(record, meta.to, value) ?? `#${value}`);
  },
  Cell: (value: number, meta, { lookups, speech, row: record, long }) => {
    const row = lookups.find(meta.to, value);
    // Without the list, falls back to the name in the record itself, then to the id if loading failed.
    if (!row) return carriedNameOf(record, meta.to, value) ?? (lookups.failed(meta.to) ? `#${value}` : null);
    return long ? (
      labelOf(meta.to, row, speech.name(row))
    ) : (
      <span title={speech.name(row)}>{shortOf(meta.to, row, speech.name)}</span>
    );
  },
  Input: ({ meta, value, onChange, ...rest }) => {
    const id = idOf(value);
    const kept = id === null ? [] : [id];
    const listed = useOptions(meta.to, kept, undefined, rest.row, companyKind(meta, rest.row));
    if (listed.missing) return <NotListed {...rest} to={meta.to} value={value} onChange={onChange} />;
    return <LongSelect {...rest} {...listed} value={id} onChange={onChange} />;
  },
  Filter: ({ id, name, meta, parts, onChange }) => {
    const values = idsIn(parts[name]);
    const listed = useOptions(meta.to, values, undefined, undefined, companyKind(meta, {}));
    if (listed.missing)
      return (
        <NotListed
          to={meta.to}
          id={id}
          value={values[0]}
          onChange={(typed) => onChange({ [name]: typed === null ? undefined : [typed] })}
        />
      );
    return (
      <ManySelect
        id={id}
        {...listed}
        values={values}
        onChange={(chosen) => onChange({ [name]: chosen.length > 0 ? chosen : undefined })}
      />
    );
  },
};
