import { today } from '../../app/zone';
import '../shared/transport/transport.css';
import './parts/business.css';
import { Callout, HTMLTable } from '@blueprintjs/core';
import { euRateApi } from '@contract/business/euRate';
import { type TaxAnswer, taxQuery } from '@contract/business/taxation';
import { formatDay } from '@contract/rules/zonedTime';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../api/client';
import { read } from '../../api/queries';
import { useData } from '../../api/unshownFailures';
import { useSpeech } from '../../app/language';
import { amountText } from '../../kinds/money';
import { RecordForm } from '../../resource/RecordForm';
import type { Values } from '../../resource/useRecordForm';
import { useCalculated } from './parts/useCalculated';

/** Calculates duty and VAT of a consignment, with an explanation of each line. */
export default function DutyCalculator() {
  const { t } = useTranslation();
  const { result, calculate } = useCalculated((query: Values) =>
    client.taxation.calculate({
      query: Object.fromEntries(Object.entries(query).filter(([, given]) => given !== null)) as never,
    }),
  );
  const [at, setAt] = useState({ day: today(), currency: 'EUR' });
  const known = useData(read('euRate', 'day', { query: at }));
  const watch = useCallback(({ day, currency }: Values) => {
    const query = { day: String(day ?? ''), currency: String(currency ?? '') };
    // The notes stay those of the last complete day and currency.
    if (euRateApi.day.query.safeParse(query).success) setAt(query);
  }, []);
  const initial = useMemo(
    () => ({
      countryCode: null,
      hsCode: null,
      day: today(),
      ...{ currency: 'EUR', goodsValue: null, freight: '0', items: 1 },
      ...{ vatScheme: 'standard', toBusiness: false, preferentialRate: null },
      ...{ quantity: 0, inlandTransport: '0' },
    }),
    [],
  );
  return (
    <section className="fc-form-screen">
      <h1>{t('business.calculator')}</h1>
      <p className="fc-muted">{t('business.calculatorNone')}</p>
      <RecordForm
        resource="taxation"
        row={taxQuery}
        schema={taxQuery}
        groups={[
          {
            title: t('business.groupConsignment'),
            fields: [
              'countryCode',
              'hsCode',
              'day',
              'currency',
              'goodsValue',
              'freight',
              'items',
              'vatScheme',
              'toBusiness',
              'preferentialRate',
              'quantity',
              'inlandTransport',
            ],
          },
        ]}
        initial={initial}
        watch={watch}
        hints={{
          quantity: t('business.hintQuantity'),
          goodsValue: t('business.hintGoodsValue'),
          freight: t('business.hintFreight'),
          items: t('business.hintItems'),
          toBusiness: t('business.hintToBusiness'),
          preferentialRate: t('business.hintPreferential'),
          ...(known?.rate && known.rateDay
            ? {
                currency: t('business.hintCurrencyRate', {
                  published: formatDay(known.rateDay),
                  rate: known.rate,
                  currency: at.currency,
                }),
              }
            : {}),
        }}
        more={() => <Notes notes={known?.notes ?? []} />}
        draft="taxation/calculator"
        submitText={t('business.calculate')}
        save={calculate}
        onSaved={() => undefined}
      />
      {result && <Result of={result} />}
    </section>
  );
}

/** The amounts due, each with its explanation. */
function Result({ of: result }: { of: TaxAnswer }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const shown = (amount: string) => amountText(amount, '', speech.language);
  return (
    <div className="fc-plan fc-result" aria-live="polite">
      <h2>{t('business.result', { no: result.taxNo, code: result.hsCode })}</h2>
      {result.declarationType && (
        <p>
          {t('business.declaredAs', {
            value: shown(result.euros ?? ''),
            type: speech.choice('declarationType', result.declarationType),
          })}
          {result.procedures.length > 0 &&
            ` · ${t('business.procedures', { codes: result.procedures.join(', ') })}`}
        </p>
      )}
      <HTMLTable compact striped className="fc-plan-table" aria-label={t('business.calculator')}>
        <thead>
          <tr>
            <th>{t('business.line')}</th>
            <th>{t('business.how')}</th>
            <th className="fc-end">{result.currency}</th>
          </tr>
        </thead>
        <tbody>
          {result.lines.map(({ name, says, amount }) => (
            <tr key={`${name} ${says}`}>
              <td>
                {name === 'total' ? <b>{speech.label(name, 'taxation')}</b> : speech.label(name, 'taxation')}
              </td>
              <td>{says}</td>
              <td className="fc-end">{name === 'total' ? <b>{shown(amount)}</b> : shown(amount)}</td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
      <Notes notes={result.notes} />
    </div>
  );
}

/** Rates and limits that the chosen day is beyond. */
function Notes({ notes }: { notes: readonly string[] }) {
  return notes.map((note) => (
    <Callout key={note} compact intent="warning" role="status">
      {note}
    </Callout>
  ));
}
