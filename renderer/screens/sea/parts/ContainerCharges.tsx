import { Button } from '@blueprintjs/core';
import { sumOf } from '@contract/rules/money';
import { formatDay } from '@contract/rules/zonedTime';
import { type ContainerCharge, containerCharge, containerChargeApi } from '@contract/sea/containerCharge';
import type { SeaBill } from '@contract/sea/seaBill';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { amountText } from '../../../kinds/money';
import { notify, notifyFailed } from '../../../ui/toaster';
import { PartTable } from '../../shared/transport/PartTable';

const FIELDS = ['containerNo', 'kind', 'freeUntil', 'until', 'days', 'amount', 'daysCharged'] as const;

/** Demurrage and detention of the containers of a bill up to today, with a button that charges them to the customer. */
export function ContainerCharges({ bill }: { readonly bill: SeaBill }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { id, billId } = bill;
  const mayCharge = useAllowed(containerChargeApi.charge.access);
  const charges = useData(read('containerCharge', 'list', { params: { id } }));
  if (!charges || charges.length === 0) return null;

  const money = (amount: string, currency: string) => amountText(amount, currency, speech.language);
  const totals = [...new Set(charges.flatMap(({ currency }) => currency ?? []))].map((currency) => {
    const due = charges.flatMap((one) => (one.currency === currency && one.amount ? [one.amount] : []));
    return money(sumOf(due, currency), currency);
  });
  const add = async ({ containerNo, kind }: ContainerCharge) => {
    try {
      const { lines } = await client.containerCharge.charge({ params: { id }, body: { containerNo, kind } });
      notify({ text: t('sea.containerCharged', { count: lines, no: containerNo }), intent: 'success' });
    } catch (error) {
      notifyFailed(error);
    }
    await Promise.all([invalidate(queryClient, 'containerCharge'), invalidate(queryClient, 'billRevenue')]);
  };
  return (
    <section className="fc-plan">
      <h3>{t('sea.containerCharges')}</h3>
      <p className="fc-muted">
        {totals.length > 0 ? t('sea.containerDue', { amounts: totals }) : t('sea.containerNoTariff')}
      </p>
      <PartTable
        label={t('sea.containerCharges')}
        schema={containerCharge}
        resource="containerCharge"
        rows={charges}
        fields={FIELDS}
        cells={{
          until: ({ until, running }) =>
            running && until ? t('sea.containerRunning', { day: formatDay(until) }) : undefined,
          amount: (one) => <Steps charge={one} money={money} />,
        }}
        {...(mayCharge && billId !== null
          ? {
              end: (one: ContainerCharge) =>
                one.tariffCode !== null &&
                (one.days ?? 0) > one.daysCharged && (
                  <Button
                    size="small"
                    aria-label={t('sea.chargeContainer', {
                      kind: speech.choice('containerChargeKind', one.kind),
                      no: one.containerNo,
                    })}
                    onClick={() => void add(one)}
                  >
                    {t('sea.chargeDays', { count: (one.days ?? 0) - one.daysCharged })}
                  </Button>
                ),
            }
          : {})}
      />
    </section>
  );
}

/** The amount of a charge, and the days and price of each step. */
function Steps(props: {
  readonly charge: ContainerCharge;
  readonly money: (amount: string, currency: string) => string;
}) {
  const { t } = useTranslation();
  const { amount, currency, steps } = props.charge;
  if (amount === null || currency === null) return <span className="fc-muted">{t('sea.noTariff')}</span>;
  return (
    <>
      {props.money(amount, currency)}
      {steps.map(({ fromDay, days, dayPrice }) => (
        <div key={fromDay} className="fc-muted">
          {days} × {props.money(dayPrice, currency)}
        </div>
      ))}
    </>
  );
}
