import { INTL_LOCALE, type Language } from '@contract/limits';
import type { CodeRule } from '@contract/rules/rule';
import { useLanguage } from '../app/language';
import { LongSelect } from './ChoiceInput';
import type { InputProps, Kind, MetaOf } from './kind';
import { codeOf, type LookupRow } from './lookups';
import type { Option } from './options';
import { labelOf, useOptions } from './ref';
import { TextInput, TypedFilter } from './TextInput';
import { Marked } from './Unread';

/**
 * A trade code: shown in its readable form, typed in any form, stored normalised. Codes of short lists are selected.
 */
export const code: Kind<'code'> = {
  align: 'start',
  width: 130,
  toText: (value: string, { rule }) => rule.format?.(value) ?? value,
  Cell: (value: string, { rule, of }, { long, lookups, speech }) => {
    const unused = rule.unused?.(value);
    if (unused) return <Marked text={value} sign="!" label={speech.message(unused)} />;
    const row = long && of ? lookups.rows(of).find((one) => codeOf(of, one) === value) : undefined;
    return row && of ? labelOf(of, row, speech.name(row)) : (rule.format?.(value) ?? value);
  },
  Input: (props) =>
    props.meta.of ? (
      <RecordCode {...props} of={props.meta.of} />
    ) : props.meta.rule.values ? (
      <ListedCode {...props} values={props.meta.rule.values} />
    ) : (
      <TypedCode {...props} />
    ),
  Filter: TypedFilter,
};

type CodeInput = InputProps<MetaOf<'code'>>;

function TypedCode({ meta, value, ...rest }: CodeInput) {
  return (
    <TextInput
      {...rest}
      shown={value ? (meta.rule.format?.(String(value)) ?? String(value)) : ''}
      read={(typed) => meta.rule.normalise(typed)}
    />
  );
}

/** Selects a record of another resource by its code. */
function RecordCode({ of, value, ...rest }: CodeInput & { of: NonNullable<MetaOf<'code'>['of']> }) {
  const chosen = typeof value === 'string' ? value : null;
  const listed = useOptions(of, chosen ? [chosen] : [], (row: LookupRow) => codeOf(of, row), rest.row);
  return <LongSelect {...rest} {...listed} value={chosen} />;
}

/** Selects a code from a fixed list, with the names that the platform provides. */
function ListedCode({ values, value, meta, ...rest }: CodeInput & { values: () => readonly string[] }) {
  const language = useLanguage();
  const chosen = typeof value === 'string' ? value : null;
  return <LongSelect {...rest} options={listedCodes(meta.rule, values, language)} value={chosen} />;
}

const made = new WeakMap<CodeRule, Map<Language, Option[]>>();

function listedCodes(rule: CodeRule, values: () => readonly string[], language: Language): Option[] {
  const ofRule = made.get(rule) ?? new Map<Language, Option[]>();
  made.set(rule, ofRule);
  let options = ofRule.get(language);
  if (!options) {
    const names = rule.names && new Intl.DisplayNames(INTL_LOCALE[language], { type: rule.names });
    options = values().map((one) => {
      const name = names?.of(one);
      const label = name && name !== one ? `${one} · ${name}` : one;
      return { value: one, label, search: label.replaceAll('_', ' ') };
    });
    ofRule.set(language, options);
  }
  return options;
}
