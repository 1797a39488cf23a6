import { Button, FormGroup, InputGroup } from '@blueprintjs/core';
import { Cross, Plus } from '@blueprintjs/icons';
import { readNumber } from '@contract/importing/numberText';
import { refusalOf } from '@contract/machine';
import { type AirTransport, airMachine, type allocated } from '@contract/scheduling/airTransport';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { failureOf } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { LongSelect } from '../../../kinds/ChoiceInput';
import { useNumber } from '../../../kinds/NumberInput';
import { idOf } from '../../../kinds/recordId';
import { useOptions } from '../../../kinds/ref';
import { ErrorText } from '../../../ui/Failed';
import { notify } from '../../../ui/toaster';

interface Line {
  readonly customerId: number | null;
  readonly kg: string;
}

/** Allotments: weight reserved for customers, which nobody else can book. Editable while the flight is planned. */
export function Promises(props: {
  readonly flight: AirTransport;
  readonly allocations: readonly z.output<typeof allocated>[];
  readonly mayEdit: boolean;
}) {
  const { flight, allocations, mayEdit } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const number = useNumber(1);
  const base = useId();
  const stored = allocations.map(({ customerId, kg }): Line => ({ customerId, kg: String(kg) }));
  const [lines, setLines] = useState<readonly Line[] | null>(null);
  const [failure, setFailure] = useState<string | undefined>();
  const listed = useOptions(
    'customer',
    allocations.map(({ customerId }) => customerId),
  );
  const open = mayEdit && !refusalOf(airMachine, 'allocate', flight);
  const shown = lines ?? stored;
  const set = (at: number, part: Partial<Line>) =>
    setLines(shown.map((line, index) => (index === at ? { ...line, ...part } : line)));
  const save = async () => {
    setFailure(undefined);
    const wanted = shown.flatMap(({ customerId, kg }) => {
      const read = readNumber(kg.trim(), false);
      return customerId === null
        ? []
        : [{ customerId, kg: typeof read === 'string' ? Number(read) : Number.NaN }];
    });
    if (wanted.some(({ kg }) => !(kg >= 0)))
      return setFailure(speech.message({ code: 'FORMAT' }, speech.label('kg')));
    try {
      await client.airTransport.allocate({
        params: { id: flight.id },
        body: { version: flight.version, allocations: wanted },
      });
      setLines(null);
      notify({ text: t('common.saved'), intent: 'success' });
    } catch (error) {
      setFailure(failureOf(error).message);
    }
    await invalidate(queryClient, 'airTransport');
  };
  const bookedOf = (id: number | null) =>
    allocations.find(({ customerId }) => customerId === id)?.bookedKg ?? 0;
  if (!open && allocations.length === 0) return <p className="fc-muted">{t('transport.noPromises')}</p>;
  return (
    <section className="fc-plan" aria-label={t('transport.promises')}>
      <p className="fc-muted">{t('transport.promisesDetail')}</p>
      <ErrorText text={failure} />
      {shown.map(({ customerId, kg }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no key while its customer is being selected
        <div key={at} className="fc-promises">
          <FormGroup label={speech.label('customerId')} labelFor={`${base}-${at}`}>
            <LongSelect
              id={`${base}-${at}`}
              {...listed}
              value={customerId}
              disabled={!open}
              required
              onChange={(value) => set(at, { customerId: idOf(value) })}
            />
          </FormGroup>
          <FormGroup label={speech.label('kg')} labelFor={`${base}-${at}-kg`}>
            <InputGroup
              id={`${base}-${at}-kg`}
              disabled={!open}
              value={kg}
              rightElement={<span className="fc-unit">kg</span>}
              onValueChange={(typed) => set(at, { kg: typed })}
            />
          </FormGroup>
          <span className="fc-plan-head">
            <span className="fc-muted">{t('transport.bookedOf', { kg: number(bookedOf(customerId)) })}</span>
            {open && (
              <Button
                size="small"
                icon={<Cross />}
                aria-label={t('transport.promiseDrop')}
                onClick={() => setLines(shown.filter((_, index) => index !== at))}
              />
            )}
          </span>
        </div>
      ))}
      {open && (
        <div className="fc-plan-head">
          <Button icon={<Plus />} onClick={() => setLines([...shown, { customerId: null, kg: '' }])}>
            {t('transport.promiseAdd')}
          </Button>
          {lines && (
            <>
              <Button intent="primary" onClick={() => void save()}>
                {t('common.save')}
              </Button>
              <Button onClick={() => setLines(null)}>{t('common.cancel')}</Button>
            </>
          )}
        </div>
      )}
    </section>
  );
}
