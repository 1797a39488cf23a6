import { Button, Callout, HTMLTable, InputGroup, NonIdealState } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { permit } from '@contract/permissions';
import type { CcHit } from '@contract/tools/ccCode';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAnswer } from '../../../api/answers';
import { read } from '../../../api/queries';
import { useKept } from '../../../app/drafts';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { StateTag } from '../../../ui/StateTag';
import { isComposing } from '../../../ui/shortcuts';
import { notify } from '../../../ui/toaster';
import { CodeSource, RestrictionTag } from './codeCells';

/** Delay in milliseconds after the last key before the search. */
const PAUSE = 150;

/** Copies a code, and shows a message. */
function useCopy() {
  const { t } = useTranslation();
  return async (text: string) => {
    await navigator.clipboard.writeText(text).catch(() => undefined);
    notify({ text: t('tools.codeCopied', { code: text }), intent: 'success' });
  };
}

/** Codes for one product, found while typing. */
export function OneCode() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const copy = useCopy();
  const mayOpen = useAllowed(permit('config.hsCode.view'));
  const [typed, setTyped] = useKept('typed', '');
  const [searched, setSearched] = useState(typed.trim());
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const chosen = useRef<HTMLTableRowElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    const wait = setTimeout(() => {
      setSearched(typed.trim());
      setAt(0);
    }, PAUSE);
    return () => clearTimeout(wait);
  }, [typed]);
  const { data, error, isFetching } = useAnswer({
    ...read('ccCode', 'find', { query: { text: searched || '-' } }),
    enabled: searched !== '',
  });
  const hits = searched === '' ? [] : (data ?? []);
  const hit = hits[Math.min(at, hits.length - 1)];
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll to the selected row whenever the selection moves
  useEffect(() => chosen.current?.scrollIntoView({ block: 'nearest' }), [at]);
  return (
    <div className="fc-cc">
      <form
        className="fc-cc-ask"
        onSubmit={(event) => {
          event.preventDefault();
          if (hit) void copy(hit.code);
        }}
      >
        <InputGroup
          inputRef={field}
          size="large"
          leftIcon={<Search />}
          value={typed}
          aria-label={t('tools.ccAsk')}
          aria-describedby="cc-hint"
          aria-controls={hits.length > 0 ? 'cc-hits' : undefined}
          placeholder={t('tools.ccAsk')}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => {
            if (isComposing(event)) return;
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (step) {
              event.preventDefault();
              setAt((before) => Math.max(0, Math.min(hits.length - 1, before + step)));
            }
            if (event.key === 'Escape') setTyped('');
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && hit && mayOpen) {
              event.preventDefault();
              navigate(`/hscode/detail/${hit.code}`);
            }
          }}
        />
      </form>
      <p id="cc-hint" className="fc-muted">
        {t('tools.ccHint')}
      </p>
      {error && (
        <Callout intent="danger" compact>
          {error.message}
        </Callout>
      )}
      {searched !== '' && data && hits.length === 0 && !isFetching ? (
        <NonIdealState title={t('tools.ccNone')} description={t('tools.ccNoneDetail')} />
      ) : (
        hits.length > 0 && (
          <section className="fc-cc-scroll" id="cc-hits" aria-label={t('tools.ccHits')}>
            <HTMLTable compact striped>
              <HitHead />
              <tbody>
                {hits.map((one, index) => (
                  <HitRow
                    key={one.id}
                    hit={one}
                    selected={one === hit}
                    {...(one === hit ? { rowRef: chosen } : {})}
                    onChoose={() => setAt(index)}
                    onCopy={() => void copy(one.code)}
                    {...(mayOpen ? { onOpen: () => navigate(`/hscode/detail/${one.code}`) } : {})}
                  />
                ))}
              </tbody>
            </HTMLTable>
          </section>
        )
      )}
    </div>
  );
}

function HitHead() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const label = (field: string) => speech.label(field, 'hsCode');
  return (
    <thead>
      <tr>
        <th>{label('code')}</th>
        <th>{label('region')}</th>
        <th>{label('nameEn')}</th>
        <th>{label('nameCn')}</th>
        <th className="fc-number">{`${label('dutyRate')} (%)`}</th>
        <th className="fc-number">{`${label('vatRate')} (%)`}</th>
        <th>{label('restricted')}</th>
        <th>{t('tools.ccFrom')}</th>
        <th />
      </tr>
    </thead>
  );
}

/** Row of a code: both names, rates, restrictions, whether it is active, and its source file. */
function HitRow(props: {
  hit: CcHit;
  selected: boolean;
  rowRef?: React.RefObject<HTMLTableRowElement | null>;
  onChoose: () => void;
  onCopy: () => void;
  onOpen?: () => void;
}) {
  const { hit, selected, onChoose, onCopy, onOpen } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  return (
    <tr
      ref={props.rowRef}
      aria-selected={selected}
      className={hit.active ? '' : 'fc-cc-out'}
      onClick={onChoose}
      onDoubleClick={onOpen}
    >
      <th scope="row" className="fc-cc-code">
        {hit.code}
      </th>
      <td>{speech.choice('hsRegion', hit.region)}</td>
      <td>{hit.nameEn}</td>
      <td>{hit.nameCn}</td>
      <td className="fc-number">{hit.dutyRate ?? ''}</td>
      <td className="fc-number">{hit.vatRate ?? ''}</td>
      <td>
        {hit.active ? <RestrictionTag hit={hit} /> : <StateTag tone="neutral">{t('tools.ccOut')}</StateTag>}
        {hit.restrictionNote && <div className="fc-muted">{hit.restrictionNote}</div>}
      </td>
      <td className="fc-muted">
        <CodeSource hit={hit} />
      </td>
      <td>
        <Button size="small" variant="minimal" onClick={onCopy}>
          {t('common.copy')}
        </Button>
      </td>
    </tr>
  );
}
