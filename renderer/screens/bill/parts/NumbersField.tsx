import '../search.css';
import { TextArea } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../../ui/BusyButton';
import { useTabOfScanner } from '../../../ui/scanner';
import { isComposing, useShortcuts } from '../../../ui/shortcuts';

/** Search field for any number or a pasted list; Enter searches, Shift+Enter adds a line. */
export function NumbersField(props: {
  readonly label: string;
  readonly hint: string;
  readonly button: string;
  readonly busy: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onSearch: () => void;
}) {
  const { label, hint, button, busy, value, onChange, onSearch } = props;
  const { t } = useTranslation();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const tab = useTabOfScanner(onSearch);
  useEffect(() => field.current?.focus(), []);
  useShortcuts([{ combo: '/', label: t('common.search'), run: () => field.current?.focus() }]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSearch();
      }}
    >
      <TextArea
        inputRef={field}
        fill
        autoResize
        size="large"
        className="fc-search-box"
        aria-label={label}
        aria-describedby={id}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          tab(event);
          if (event.key === 'Enter' && !event.shiftKey && !isComposing(event)) {
            event.preventDefault();
            onSearch();
          }
        }}
      />
      <BusyButton type="submit" size="large" intent="primary" icon={<Search />} busy={busy}>
        {button}
      </BusyButton>
      <p id={id} className="fc-muted">
        {hint}
      </p>
    </form>
  );
}
