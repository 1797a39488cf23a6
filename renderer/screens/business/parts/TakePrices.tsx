import '../../shared/transport/transport.css';
import './business.css';
import { HTMLTable } from '@blueprintjs/core';
import type { OfferAnswer } from '@contract/business/orderQuote';
import type { RefTarget } from '@contract/refTargets';
import { OFFER_PRICE, type OfferLine } from '@contract/rules/offer';
import { priceText } from '@contract/rules/quote';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../api/bridge';
import { client } from '../../../api/client';
import { useSpeech } from '../../../app/language';
import { useServed } from '../../../app/offered';
import { useLookups } from '../../../kinds/lookups';
import type { FormInside } from '../../../resource/RecordForm';
import { BusyButton } from '../../../ui/BusyButton';
import { ErrorText } from '../../../ui/Failed';

const ITEMS: readonly RefTarget[] = ['chargeItem'];
const NEEDED = ['customerId', 'serviceId', 'originCode', 'destinationCode', 'weight', 'currency'] as const;
const QUERY_FIELDS = [...NEEDED, 'expectedDate', 'packages', 'volume'] as const;

/** Returns a line with its prices as typed, without the trailing zeros of calculated ones. */
const short = (line: OfferLine): OfferLine => {
  const text = (price: string) => (OFFER_PRICE.test(price) ? priceText(price) : price);
  return { ...line, unitPrice: text(line.unitPrice), costPrice: line.costPrice && text(line.costPrice) };
};

/** Fills the lines with prices from the rate cards, and shows the source and calculation of each. */
export function TakePrices(props: { readonly form: FormInside }) {
  return useServed('orderQuote.prices') ? <Prices {...props} /> : null;
}

function Prices({ form }: { readonly form: FormInside }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const lookups = useLookups(ITEMS);
  const [isLoading, setIsLoading] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const [answer, setAnswer] = useState<OfferAnswer | null>(null);
  const { values } = form;
  const ready = NEEDED.every((name) => values[name] !== null && values[name] !== '');
  const lines = (values.lines as OfferLine[] | null) ?? [];
  const label = (name: string) => speech.label(name, 'orderQuote');
  const itemOf = (id: number) => {
    const item = lookups.find('chargeItem', id);
    return item ? `${item.code} · ${speech.name(item)}` : `#${id}`;
  };
  const take = async () => {
    setIsLoading(true);
    setFailed(null);
    try {
      const body = {
        ...Object.fromEntries(QUERY_FIELDS.map((name) => [name, values[name]])),
        // Quantities by weight follow from the shipment; for all others, the typed quantity is sent.
        wanted: lines.map(({ chargeItemId, quantity, basis }) => ({
          chargeItemId,
          quantity: basis !== 'per_kg' && typeof quantity === 'number' ? quantity : null,
        })),
      };
      const found = await client.orderQuote.prices({ body: body as never });
      const taken = new Map(found.offers.map(({ line }) => [line.chargeItemId, line]));
      const kept = lines.map((line) => {
        const price = taken.get(line.chargeItemId);
        taken.delete(line.chargeItemId);
        return price ? { ...price, costPrice: price.costPrice ?? line.costPrice } : line;
      });
      form.set('lines', [...kept, ...taken.values()].map(short));
      setAnswer(found);
    } catch (error) {
      setFailed(failureOf(error).message);
    }
    setIsLoading(false);
  };
  return (
    <div className="fc-take">
      <div className="fc-lines-tools">
        <BusyButton disabled={!ready} busy={isLoading} onClick={() => void take()}>
          {t('business.takePrices')}
        </BusyButton>
        <span className="fc-muted" aria-live="polite">
          {!ready
            ? t('business.takePricesNeeds')
            : answer && answer.offers.length + answer.without.length === 0
              ? t('business.takePricesNone')
              : answer && t('business.taken', { count: answer.offers.length })}
        </span>
      </div>
      <ErrorText text={failed} />
      {answer && answer.offers.length + answer.without.length > 0 && (
        <HTMLTable compact className="fc-plan-table" aria-label={t('business.takenFrom')}>
          <thead>
            <tr>
              <th>{label('chargeItemId')}</th>
              <th>{t('business.takenFrom')}</th>
              <th>{t('business.how')}</th>
              <th className="fc-end">{label('unitPrice')}</th>
            </tr>
          </thead>
          <tbody>
            {answer.offers.map(({ line, tier, sourceNo, says, cost }) => (
              <tr key={line.chargeItemId}>
                <td>{itemOf(line.chargeItemId)}</td>
                <td>
                  {speech.choice('priceTier', tier)} {sourceNo}
                </td>
                <td>
                  {says.map((step) => (
                    <div key={step}>{step}</div>
                  ))}
                  {cost && (
                    <div className="fc-muted">
                      {t('business.takenCost', { no: cost.sourceNo, how: cost.says })}
                    </div>
                  )}
                </td>
                <td className="fc-end">{`${priceText(line.unitPrice)} ${line.currency}`}</td>
              </tr>
            ))}
            {answer.without.map(({ chargeItemId, says }) => (
              <tr key={chargeItemId}>
                <td>{itemOf(chargeItemId)}</td>
                <td colSpan={3}>{says}</td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      )}
    </div>
  );
}
