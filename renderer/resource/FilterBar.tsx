import { Button, FormGroup, Tag } from '@blueprintjs/core';
import { Filter as FilterIcon } from '@blueprintjs/icons';
import { metaOf, withUnit } from '@contract/fields';
import { SEARCH_SPAN } from '@contract/limits';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { useSpeech } from '../app/language';
import { kindOf } from '../kinds';
import type { FilterParts } from '../kinds/kind';
import { type ListQuery, refined } from './refined';
import { SearchBar } from './SearchBar';
import { useChips } from './useChips';

interface Props {
  readonly schema: z.ZodObject;
  /** Fields that can be filtered by, in the order they are offered. */
  readonly filters: readonly string[];
  readonly resource: string;
  readonly query: ListQuery;
  readonly onChange: (query: ListQuery) => void;
  readonly placeholder?: string;
  /** Actions on selected rows; replace the buttons while rows are selected. */
  readonly chosen?: React.ReactNode;
  /** Buttons at the right. */
  readonly children?: React.ReactNode;
}

/** Search bar with filters: fields under a toggle, and a chip for each filter that is set. */
export function FilterBar({
  schema,
  filters,
  resource,
  query,
  onChange,
  placeholder,
  chosen,
  children,
}: Props) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const base = useId();
  const [open, setOpen] = useState(false);
  const { keyword = '', ...parts } = query;
  const set = (changed: FilterParts) => onChange(refined(query, changed));
  const chips = useChips(schema, filters, resource, parts);
  return (
    <div className="fc-filter-bar">
      <SearchBar
        keyword={String(keyword)}
        {...(placeholder ? { placeholder } : {})}
        onSearch={(text) => set({ keyword: text || undefined })}
        onReset={() => onChange({})}
        instead={chosen}
      >
        <Button
          icon={<FilterIcon />}
          aria-expanded={open}
          aria-controls={`${base}-panel`}
          onClick={() => setOpen(!open)}
        >
          {t(open ? 'common.filtersHide' : 'common.filtersShow')}
          {chips.length > 0 && (
            <Tag round minimal intent="primary" className="fc-count">
              {chips.length}
            </Tag>
          )}
        </Button>
        <span className="fc-spring" />
        {children}
      </SearchBar>
      {open && (
        <div className="fc-filter-fields" id={`${base}-panel`}>
          {filters.map((name) => {
            const meta = metaOf(schema.shape[name]);
            const { Filter } = kindOf(meta);
            if (!Filter) return null;
            return (
              <FormGroup
                key={name}
                className="fc-filter"
                style={{ gridColumn: `span ${SEARCH_SPAN}` }}
                label={withUnit(speech.label(name, resource), meta)}
                labelFor={`${base}-${name}`}
              >
                <Filter id={`${base}-${name}`} name={name} meta={meta} parts={parts} onChange={set} />
              </FormGroup>
            );
          })}
        </div>
      )}
      {chips.length > 0 && (
        <ul className="fc-chips" aria-label={t('common.filters')}>
          {chips.map(({ name, text, clear }) => (
            <li key={name}>
              <Tag minimal onRemove={() => set(clear)}>
                {text}
              </Tag>
            </li>
          ))}
          <li>
            <Button variant="minimal" size="small" onClick={() => onChange(keyword ? { keyword } : {})}>
              {t('common.filterClear')}
            </Button>
          </li>
        </ul>
      )}
    </div>
  );
}
