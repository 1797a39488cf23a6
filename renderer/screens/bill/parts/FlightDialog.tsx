import { Button, FormGroup } from '@blueprintjs/core';
import { type Bill, billRow } from '@contract/bill/bill';
import { billName } from '@contract/bill/billName';
import { timeNodeApi } from '@contract/bill/timeNode';
import type { Problem } from '@contract/errors';
import { check, metaOf } from '@contract/fields';
import { hasDeparted, judgeFlight, movesFlight } from '@contract/rules/flight';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useTyped } from '../../../app/drafts';
import { useSpeech } from '../../../app/language';
import { Restored } from '../../../app/Restored';
import { kindOf } from '../../../kinds';
import { typedProblem } from '../../../kinds/typed';
import { AppDialog } from '../../../ui/AppDialog';
import { BusyButton } from '../../../ui/BusyButton';
import { ErrorText } from '../../../ui/Failed';
import { notify } from '../../../ui/toaster';
import { billWords } from './billForm';
import { NodeWarnings } from './NodeFields';
import type { Typed } from './nodeEntry';

const { body } = timeNodeApi.flightNumber;
const FIELDS = ['flightNo', 'etd', 'eta', 'reason'] as const;
const metaOfField = (field: (typeof FIELDS)[number]) =>
  metaOf(field === 'reason' ? billRow.shape.remarks : billRow.shape[field]);

/** Books a bill on another flight; requires a reason once the flight has left. */
export function FlightDialog({ bill, onClose }: { bill: Bill; onClose: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const base = useId();
  const title = `${speech.action('bill', 'setFlight')} · ${billName(bill)}`;
  const { flightNo, etd, eta } = bill;
  const kept = useTyped<Typed>(title, { flightNo, etd, eta, reason: null });
  const typed = useRef<Typed>(kept.typed);
  const [, redraw] = useState(0);
  const [answer, setAnswer] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const departed = hasDeparted(bill, Date.now());

  const judge = () => {
    const isSent = (name: string, value: unknown) =>
      name === 'flightNo' || name === 'reason' || (value !== null && value !== bill[name as 'etd' | 'eta']);
    const given = Object.fromEntries(
      Object.entries(typed.current).filter(([name, value]) => isSent(name, value)),
    );
    const checked = check(body, { version: bill.version, ...given });
    const problems: Readonly<Record<string, Problem>> = checked.ok ? {} : checked.problems;
    const rules = checked.ok ? judgeFlight(checked.value, bill, Date.now()) : { fields: {}, warnings: [] };
    const found = Object.entries({ ...problems, ...rules.fields }).map(([name, one]) => {
      const field = name as (typeof FIELDS)[number];
      const problem = typedProblem(metaOfField(field), typed.current[field]) ?? one;
      return [name, speech.message(problem, speech.label(name, billWords(bill.mode)))];
    });
    return {
      change: checked.ok ? checked.value : null,
      wrong: Object.fromEntries(found) as Record<string, string>,
      warnings: rules.warnings,
    };
  };
  const verdict = judge();
  const wrong = { ...(tried ? verdict.wrong : {}), ...answer };

  const submit = async () => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement) activeElement.blur();
    setTried(true);
    const { change, wrong: found } = judge();
    if (!change || Object.keys(found).length > 0) return;
    setBusy(true);
    setFailure(null);
    try {
      await client.timeNode.flightNumber({ params: { id: bill.id }, body: change });
      notify({
        text: t(movesFlight(change, bill) ? 'bill.flightMoved' : 'bill.flightSaved'),
        intent: 'success',
      });
      kept.forget();
      onClose();
    } catch (error) {
      const { error: refused } = failureOf(error);
      setAnswer(refused.fields ?? {});
      if (refused.code === 'STALE_DATA') setFailure(t('bill.nodeChanged'));
      else if (!refused.fields) setFailure(refused.message);
      setBusy(false);
    }
    await invalidate(queryClient, 'bill');
  };

  return (
    <AppDialog
      title={title}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <BusyButton type="submit" intent="primary" busy={busy}>
            {t('common.save')}
          </BusyButton>
        </>
      }
    >
      <Restored
        at={kept.restoredAt}
        onDiscard={() => {
          typed.current = { flightNo, etd, eta, reason: null };
          kept.discard();
        }}
      />
      {FIELDS.map((field) => {
        const meta = metaOfField(field);
        const { Input } = kindOf(meta);
        const id = `${base}-${field}`;
        const hint = field === 'reason' ? t(departed ? 'bill.flightDeparted' : 'bill.flightReasonHint') : '';
        return (
          <FormGroup
            key={field}
            className={`fc-field fc-field-${meta.kind}`}
            label={speech.label(field, billWords(bill.mode))}
            labelFor={id}
            labelInfo={field === 'flightNo' || (field === 'reason' && departed) ? '*' : undefined}
            intent={wrong[field] ? 'danger' : 'none'}
            helperText={
              <span id={`${id}-help`} role={wrong[field] ? 'alert' : undefined}>
                {wrong[field] ?? hint}
              </span>
            }
          >
            <Input
              id={id}
              name={field}
              meta={meta}
              value={typed.current[field] ?? null}
              onChange={(value) => {
                typed.current = { ...typed.current, [field]: value };
                kept.change(typed.current);
                setAnswer({});
                redraw((count) => count + 1);
              }}
              onBlur={() => undefined}
              invalid={!!wrong[field]}
              disabled={busy}
              required={field === 'flightNo'}
              row={{ ...bill }}
            />
          </FormGroup>
        );
      })}
      <NodeWarnings warnings={verdict.warnings} />
      <ErrorText text={failure} />
    </AppDialog>
  );
}
