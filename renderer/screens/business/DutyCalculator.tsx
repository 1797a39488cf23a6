import { today } from '../../app/zone';
import '../shared/transport/transport.css';
import './parts/business.css';
import { HTMLTable } from '@blueprintjs/core';
import { taxQuery } from '@contract/business/taxation';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../api/client';
import { useSpeech } from '../../app/language';
import { amountText } from '../../kinds/money';
import { RecordForm } from '../../resource/RecordForm';
import type { Values } from '../../resource/useRecordForm';
import { useCalculated } from './parts/useCalculated';

/** Calculates duty and VAT of a consignment, with an explanation of each line. */
export default function DutyCalculator() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { result, calculate } = useCalculated((query: Values) =>
    client.taxation.calculate({ query: query as never }),
  );
  const initial = useMemo(
    () => ({
      countryCode: null,
      hsCode: null,
      day: today(),
      customsValue: null,
      items: 1,
      quantity: 0,
      inlandTransport: '0',
      ioss: false,
    }),
    [],
  );
  const shown = (amount: string) => amountText(amount, '', speech.language);
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
              'customsValue',
              'items',
              'quantity',
              'inlandTransport',
              'ioss',
            ],
          },
        ]}
        initial={initial}
        hints={{ quantity: t('business.hintQuantity') }}
        draft="taxation/calculator"
        submitText={t('business.calculate')}
        save={calculate}
        onSaved={() => undefined}
      />
      {result && (
        <div className="fc-plan fc-result" aria-live="polite">
          <h2>{t('business.result', { no: result.taxNo, code: result.hsCode })}</h2>
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
                    {name === 'total' ? (
                      <b>{speech.label(name, 'taxation')}</b>
                    ) : (
                      speech.label(name, 'taxation')
                    )}
                  </td>
                  <td>{says}</td>
                  <td className="fc-end">{name === 'total' ? <b>{shown(amount)}</b> : shown(amount)}</td>
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        </div>
      )}
    </section>
  );
}
