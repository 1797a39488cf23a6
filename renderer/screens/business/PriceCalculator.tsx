import { today } from '../../app/zone';
import '../shared/transport/transport.css';
import './parts/business.css';
import { HTMLTable } from '@blueprintjs/core';
import { priceQuery } from '@contract/business/standardQuote';
import type { RefTarget } from '@contract/refTargets';
import { Fragment, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { client } from '../../api/client';
import { useSpeech } from '../../app/language';
import { useLookups } from '../../kinds/lookups';
import { amountText } from '../../kinds/money';
import { RecordForm } from '../../resource/RecordForm';
import type { Values } from '../../resource/useRecordForm';
import { groupOf, listOf } from '../shared/business/documents';
import { useCalculated } from './parts/useCalculated';

const ITEMS: readonly RefTarget[] = ['chargeItem'];

/** Calculates the charges of a shipment by the valid quotes, with an explanation of each price. */
export default function PriceCalculator() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const lookups = useLookups(ITEMS);
  const { result, calculate } = useCalculated((values: Values) =>
    client.standardQuote.calculate({
      query: Object.fromEntries(Object.entries(values).filter(([, given]) => given !== null)) as never,
    }),
  );
  const initial = useMemo(
    () => ({
      ...{
        customerId: null,
        serviceId: null,
        billNo: null,
        originCode: null,
        destinationCode: null,
        zone: null,
      },
      day: today(),
      ...{ weight: null, volume: null, boxes: 0, parcels: 0, pallets: 0, trucks: 1 },
      ...{ containers: 0, declarationLines: 0 },
      ...{ value: null, currency: 'EUR' },
    }),
    [],
  );
  const label = (name: string) => speech.label(name, 'standardQuote');
  const itemOf = (id: number) => {
    const item = lookups.find('chargeItem', id);
    return item ? `${item.code} · ${speech.name(item)}` : `#${id}`;
  };
  return (
    <section className="fc-form-screen">
      <h1>{t('business.priceCalculator')}</h1>
      <p className="fc-muted">{t('business.priceCalculatorNone')}</p>
      <RecordForm
        resource="standardQuote"
        row={priceQuery}
        schema={priceQuery}
        groups={[
          {
            title: t('business.groupRoute'),
            fields: ['customerId', 'serviceId', 'originCode', 'destinationCode', 'zone', 'day', 'billNo'],
          },
          {
            title: t('business.groupConsignment'),
            fields: [
              'weight',
              'volume',
              'boxes',
              'parcels',
              'pallets',
              'trucks',
              'containers',
              'declarationLines',
              'value',
              'currency',
            ],
          },
        ]}
        initial={initial}
        hints={{
          customerId: t('business.hintEverybody'),
          originCode: t('business.hintLane'),
          billNo: t('business.hintBillPriced'),
        }}
        draft="standardQuote/calculator"
        submitText={t('business.calculate')}
        save={calculate}
        onSaved={() => undefined}
      />
      {result && (
        <div className="fc-plan fc-result" aria-live="polite">
          <HTMLTable compact className="fc-plan-table" aria-label={t('business.priceCalculator')}>
            <thead>
              <tr>
                <th>{t('business.line')}</th>
                <th>{t('business.how')}</th>
                <th className="fc-end">{t('business.amount')}</th>
              </tr>
            </thead>
            <tbody>
              {result.prices.map((price) => (
                <Fragment key={price.chargeItemId}>
                  <tr>
                    <th scope="rowgroup" colSpan={2}>
                      {itemOf(price.chargeItemId)}{' '}
                      <span className="fc-muted">
                        {speech.choice('approvalDoc', price.source)}{' '}
                        <Link to={`${listOf[groupOf[price.source]]}/detail/${price.sourceId}`}>
                          {price.sourceNo}
                        </Link>
                        {price.taxIncluded && ` · ${label('taxIncluded')}`}
                      </span>
                    </th>
                    <th className="fc-end">{amountText(price.total, price.currency, speech.language)}</th>
                  </tr>
                  {price.lines.slice(0, -1).map(({ name, says, amount }) => (
                    <tr key={name}>
                      <td>{label(name)}</td>
                      <td>{says}</td>
                      <td className="fc-end">
                        {amount && amountText(amount, price.currency, speech.language)}
                      </td>
                    </tr>
                  ))}
                </Fragment>
              ))}
              {result.totals.map(({ currency, amount }) => (
                <tr key={currency}>
                  <th colSpan={2} scope="row">
                    {label('total')}
                  </th>
                  <th className="fc-end">{amountText(amount, currency, speech.language)}</th>
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        </div>
      )}
    </section>
  );
}
