import { Button } from '@blueprintjs/core';
import { type Bill, billRow } from '@contract/bill/bill';
import { billName } from '@contract/bill/billName';
import { timeNodeApi } from '@contract/bill/timeNode';
import { check } from '@contract/checked';
import type { Problem } from '@contract/errors';
import { metaOf } from '@contract/fields';
import { hasDeparted, judgeFlight, movesFlight } from '@contract/rules/flight';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { useTyped } from '../../../app/drafts';
import { type Speech, useSpeech } from '../../../app/language';
import { Restored } from '../../../app/Restored';
import { kindOf } from '../../../kinds';
import { FieldFrame } from '../../../kinds/FieldFrame';
import { typedProblem } from '../../../kinds/typed';
import { AppDialog } from '../../../ui/AppDialog';
import { BusyButton } from '../../../ui/BusyButton';
import { ErrorText } from '../../../ui/Failed';
import { notify } from '../../../ui/toaster';
import { billWords } from './billForm';
import { NodeWarnings } from './NodeFields';
import type { NodeInput } from './nodeEntry';
import { useBillSave } from './useBillSave';

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
  const kept = useTyped<NodeInput>(title, { flightNo, etd, eta, reason: null });
  const typed = useRef<NodeInput>(kept.typed);
  const [, redraw] = useState(0);
  const [tried, setTried] = useState(false);
  const { save, busy, wrong: refusedFields, failure, forgetWrong } = useBillSave();
  const departed = hasDeparted(bill, Date.now());

  const judge = () => verdictOf(typed.current, bill, speech);
  const verdict = judge();
  const wrong = { ...(tried ? verdict.wrong : {}), ...refusedFields };

  const submit = async () => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement) activeElement.blur();
    setTried(true);
    const { change, wrong: found } = judge();
    if (!change || Object.keys(found).length > 0) return;
    await save(async () => {
      await client.timeNode.flightNumber({ params: { id: bill.id }, body: change });
      notify({
        text: t(movesFlight(change, bill) ? 'bill.flightMoved' : 'bill.flightSaved'),
        intent: 'success',
      });
      kept.forget();
      onClose();
    });
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
          <FieldFrame
            key={field}
            id={id}
            kind={meta.kind}
            label={speech.label(field, billWords(bill.mode))}
            mark={field === 'flightNo' || (field === 'reason' && departed) ? '*' : undefined}
            wrong={wrong[field]}
            hint={hint}
          >
            <Input
              id={id}
              name={field}
              meta={meta}
              value={typed.current[field] ?? null}
              onChange={(value) => {
                typed.current = { ...typed.current, [field]: value };
                kept.change(typed.current);
                forgetWrong();
                redraw((count) => count + 1);
              }}
              onBlur={() => undefined}
              invalid={!!wrong[field]}
              disabled={busy}
              required={field === 'flightNo'}
              row={{ ...bill }}
            />
          </FieldFrame>
        );
      })}
      <NodeWarnings warnings={verdict.warnings} />
      <ErrorText text={failure} />
    </AppDialog>
  );
}

/** Judges the fields by the bill: the change to send, the problems of fields as texts, and the warnings. */
function verdictOf(typed: NodeInput, bill: Bill, speech: Speech) {
  const isSent = (name: string, value: unknown) =>
    name === 'flightNo' || name === 'reason' || (value !== null && value !== bill[name as 'etd' | 'eta']);
  const given = Object.fromEntries(Object.entries(typed).filter(([name, value]) => isSent(name, value)));
  const checked = check(body, { version: bill.version, ...given });
  const problems: Readonly<Record<string, Problem>> = checked.ok ? {} : checked.problems;
  const rules = checked.ok ? judgeFlight(checked.value, bill, Date.now()) : { fields: {}, warnings: [] };
  const wrong = Object.entries({ ...problems, ...rules.fields }).map(([name, found]) => {
    const field = name as (typeof FIELDS)[number];
    const problem = typedProblem(metaOfField(field), typed[field]) ?? found;
    return [name, speech.message(problem, speech.label(name, billWords(bill.mode)))] as const;
  });
  return {
    change: checked.ok ? checked.value : null,
    wrong: Object.fromEntries(wrong),
    warnings: rules.warnings,
  };
}
