import { Button } from '@blueprintjs/core';
import { ArrowDown, ArrowUp, Plus } from '@blueprintjs/icons';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RemoveButton } from '../ui/RemoveButton';

interface StepsProps<Step> {
  readonly id: string;
  readonly steps: readonly Step[];
  readonly onChange: (steps: readonly Step[]) => void;
  readonly disabled: boolean;
  /** Returns the name of a step for the message that it moved; by default its number. */
  readonly nameOf?: (step: Step) => string;
  /** The step to add; null while none can be added. */
  readonly fresh: Step | null;
  /** Selector of the element to focus, with one match per step. */
  readonly focus: string;
}

/** Ordered steps: added, removed and moved by buttons or Alt with the arrows; the focus follows them. */
export function useSteps<Step>({ id, steps, onChange, disabled, nameOf, fresh, focus }: StepsProps<Step>) {
  const { t } = useTranslation();
  const list = useRef<HTMLElement>(null);
  const [announced, setSaid] = useState('');
  /** Index of the step to focus after the next render. */
  const next = useRef<number | null>(null);
  useEffect(() => {
    if (next.current === null) return;
    list.current?.querySelectorAll<HTMLElement>(focus)[next.current]?.focus();
    next.current = null;
  });
  const move = (at: number, to: number) => {
    const step = steps[at];
    if (step === undefined || to < 0 || to >= steps.length) return;
    const rest = steps.filter((_, index) => index !== at);
    onChange([...rest.slice(0, to), step, ...rest.slice(to)]);
    setSaid(
      t('config.stepMoved', { name: nameOf?.(step) || t('config.stepNo', { no: at + 1 }), no: to + 1 }),
    );
    next.current = to;
  };
  const remove = (at: number) => {
    onChange(steps.filter((_, index) => index !== at));
    next.current = steps.length > 1 ? Math.max(0, at - 1) : null;
  };
  const add = () => {
    if (fresh === null) return;
    onChange([...steps, fresh]);
    next.current = steps.length;
  };
  return {
    /** Ref of the element that contains the steps. */
    list: <E extends HTMLElement>() => list as RefObject<E | null>,
    change: (at: number, changes: Partial<Step>) =>
      onChange(steps.map((step, index) => (index === at ? { ...step, ...changes } : step))),
    onKeyDown: (event: KeyboardEvent, at: number) => {
      const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
      if (!event.altKey || by === 0) return;
      event.preventDefault();
      event.stopPropagation();
      move(at, at + by);
    },
    /** Buttons that move and remove a step. */
    buttons: (at: number) => (
      <>
        <Button
          variant="minimal"
          icon={<ArrowUp />}
          disabled={disabled || at === 0}
          aria-label={t('config.stepUp', { no: at + 1 })}
          onClick={() => move(at, at - 1)}
        />
        <Button
          variant="minimal"
          icon={<ArrowDown />}
          disabled={disabled || at === steps.length - 1}
          aria-label={t('config.stepDown', { no: at + 1 })}
          onClick={() => move(at, at + 1)}
        />
        <RemoveButton
          label={t('config.stepRemove', { no: at + 1 })}
          disabled={disabled}
          onRemove={() => remove(at)}
        />
      </>
    ),
    /** Foot beneath the steps: the add button, and how to move steps. */
    foot: (
      <>
        <Button
          id={steps.length === 0 ? id : undefined}
          aria-label={t('config.stepAdd')}
          icon={<Plus />}
          disabled={disabled || fresh === null}
          onClick={add}
        >
          {t('config.stepAdd')}
        </Button>
        {steps.length > 1 && <p className="fc-muted">{t('config.stepsHint')}</p>}
        <p className="fc-hidden" role="status">
          {announced}
        </p>
      </>
    ),
  };
}
