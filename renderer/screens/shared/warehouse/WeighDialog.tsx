import { Button, FormGroup, InputGroup } from '@blueprintjs/core';
import { SIDES, sideIssues } from '@contract/rules/boxSides';
import { boxWeightProblem } from '@contract/rules/weights';
import type { BoxView } from '@contract/warehouse/box';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { AppDialog } from '../../../ui/AppDialog';
import { ErrorText } from '../../../ui/Failed';
import { notify } from '../../../ui/toaster';

/** Parses a typed number, with a point or a comma; null if empty, undefined for anything else. */
const numberOf = (text: string): number | null | undefined => {
  const typed = text.trim().replace(',', '.');
  if (typed === '') return null;
  return /^\d+(\.\d+)?$/.test(typed) ? Number(typed) : undefined;
};

/** Dialog for the weight and dimensions of a box. */
export function WeighDialog({ box, onDone }: { box: BoxView; onDone: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const id = useId();
  const [typed, setTyped] = useState({
    weight: String(box.measuredWeight ?? ''),
    length: String(box.length ?? ''),
    width: String(box.width ?? ''),
    height: String(box.height ?? ''),
  });
  const [failed, setFailed] = useState('');
  const weight = numberOf(typed.weight);
  const sides = SIDES.map((side) => numberOf(typed[side]));
  const [length, width, height] = sides;
  const heavy = boxWeightProblem(weight);
  // An import of boxes gives the same warnings for its cells.
  const odd: Readonly<Record<string, string>> = Object.fromEntries([
    ...(heavy ? [['weight', speech.message(heavy, speech.label('measuredWeight'))]] : []),
    ...sideIssues({ weight, length, width, height }).map(({ column, problem }) => [
      column,
      speech.message(problem, speech.label(column)),
    ]),
  ]);
  const ready = typeof weight === 'number' && weight > 0 && sides.every((side) => side !== undefined);
  const save = async () => {
    try {
      await client.box.weigh({
        params: { id: box.id },
        body: { weight: weight ?? 0, length: length ?? null, width: width ?? null, height: height ?? null },
      });
      notify({ text: t('warehouse.boxWeighed', { no: box.boxNo }), intent: 'success' });
      onDone();
    } catch (error) {
      setFailed(failureOf(error).message);
    }
    await invalidate(queryClient, 'box');
  };
  const field = (name: keyof typeof typed, label: string, first = false) => (
    <FormGroup
      key={name}
      label={label}
      labelFor={`${id}-${name}`}
      helperText={odd[name]}
      intent={odd[name] ? 'warning' : 'none'}
    >
      <InputGroup
        id={`${id}-${name}`}
        className="fc-number"
        autoFocus={first}
        inputMode="decimal"
        value={typed[name]}
        intent={numberOf(typed[name]) === undefined ? 'danger' : odd[name] ? 'warning' : 'none'}
        onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
      />
    </FormGroup>
  );
  return (
    <AppDialog
      title={t('warehouse.boxWeighOf', { no: box.boxNo })}
      onClose={onDone}
      onSubmit={() => ready && void save()}
      actions={
        <>
          <Button onClick={onDone}>{t('common.cancel')}</Button>
          <Button type="submit" intent="primary" disabled={!ready}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      {field('weight', `${speech.label('measuredWeight')} (kg)`, true)}
      {SIDES.map((side) => field(side, speech.label(side)))}
      <ErrorText text={failed} />
    </AppDialog>
  );
}
