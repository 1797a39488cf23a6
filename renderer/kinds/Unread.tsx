import './unread.css';
import { Button, InputGroup } from '@blueprintjs/core';
import type { FieldKind } from '@contract/fields';
import { emptyOf } from '@contract/resource';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import type { InputProps, MetaOf } from './kind';
import { numberOf } from './NumberInput';

/** Maximum of characters shown of a value that could not be parsed. */
const SHOWN = 300;

/** Returns the raw text of a value that could not be parsed. */
export function rawText(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

/** Raw text of a value that could not be parsed, with a mark. */
export function Unread({ value }: { value: unknown }) {
  const { t } = useTranslation();
  const text = rawText(value);
  return <Marked text={text} sign="?" label={t('common.unread')} detail={t('common.unreadDetail')} />;
}

/** Value with a mark whose label says why it is not valid. */
export function Marked(props: { text: string; sign: '?' | '!'; label: string; detail?: string }) {
  const { text, sign, label, detail = label } = props;
  return (
    <span className="fc-unread" title={`${text}\n${detail}`}>
      {text}
      <span className="fc-unread-mark" role="img" aria-label={label}>
        {sign}
      </span>
    </span>
  );
}

const NUMBERS: ReadonlySet<FieldKind> = new Set(['count', 'size', 'weight', 'volume', 'decimal']);
const TEXTS: ReadonlySet<FieldKind> = new Set(['text', 'note', 'code']);

/**
 * Initial value of a field whose value could not be parsed, once the user edits it: converted to its kind if
 * possible.
 */
function beginning(schema: z.ZodType, kind: FieldKind, came: unknown): unknown {
  if (NUMBERS.has(kind) && typeof came === 'string') {
    const read = numberOf(came, kind === 'count');
    if (typeof read === 'number') return read;
  }
  if (TEXTS.has(kind) && typeof came === 'number') return String(came);
  return emptyOf(schema);
}

/** Input of a field whose value could not be parsed: shows the raw text until the user edits it. */
export function UnreadInput(
  props: Omit<InputProps<MetaOf<FieldKind>>, 'row'> & { readonly schema: z.ZodType },
) {
  const { id, meta, schema, value, onChange, disabled } = props;
  const { t } = useTranslation();
  const change = () => {
    onChange(beginning(schema, meta.kind, value));
    requestAnimationFrame(() => document.getElementById(id)?.focus());
  };
  return (
    <InputGroup
      id={id}
      fill
      readOnly
      className="fc-unread-input"
      value={rawText(value)}
      disabled={disabled}
      aria-describedby={`${id}-help`}
      title={t('common.unreadDetail')}
      rightElement={
        <Button size="small" variant="minimal" disabled={disabled} onClick={change}>
          {t('common.change')}
        </Button>
      }
    />
  );
}
