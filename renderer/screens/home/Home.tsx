import './home.css';
import { Button, NonIdealState } from '@blueprintjs/core';
import type { Bill, BillStage } from '@contract/bill/bill';
import { billStages } from '@contract/bill/bill';
import { permit } from '@contract/permissions';
import { formatInstant } from '@contract/rules/zonedTime';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { read } from '../../api/queries';
import { useDesk } from '../../app/desk';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { codeOf, useLookups, zoneOf } from '../../kinds/lookups';
import { formatNumber } from '../../kinds/NumberInput';
import { Skeleton } from '../../ui/Loading';
import { StateTag } from '../../ui/StateTag';
import { openBillList } from '../bill/parts/openBillList';
import { useHomeLists } from './parts/useHomeLists';

const STAGES = (Object.keys(billStages) as BillStage[]).filter((stage) => stage !== 'removed');
const TARGETS = ['customer', 'airport'] as const;

/** The desk at the start of the day: where the bills stand, what arrives, what needs a hand. */
export default function Home() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const profile = useDesk(({ session }) => session.profile);
  const maySee = useAllowed(permit('bill.manage.view'));
  const mayAdd = useAllowed(permit('bill.manage.create'));
  const mayImport = useAllowed(permit('bill.import.run'));
  const maySearch = useAllowed(permit('bill.search.view'));
  const mayCustomer = useAllowed(permit('customer.list.edit'));
  const { data: counts, error, refetch } = useQuery({ ...read('bill', 'count', {}), enabled: maySee });
  const open = (stage: BillStage) => {
    openBillList({ tab: stage });
    navigate('/bill/bill_manage');
  };
  if (error && !counts) {
    return (
      <NonIdealState
        title={error.message}
        action={<Button onClick={() => void refetch()}>{t('common.retry')}</Button>}
      />
    );
  }
  return (
    <section className="fc-home">
      <header className="fc-home-head">
        <h1>{t('access.homeHello', { name: profile?.fullName ?? '' })}</h1>
        <span className="fc-spring" />
        {maySearch && <Button onClick={() => navigate('/bill/search')}>{t('access.homeSearch')}</Button>}
        {mayImport && <Button onClick={() => navigate('/bill/bill_import')}>{t('access.homeImport')}</Button>}
        {mayAdd && (
          <Button intent="primary" onClick={() => navigate('/bill/add_bill')}>
            {t('access.homeNewBill')}
          </Button>
        )}
      </header>
      {maySee && !counts && <Skeleton />}
      {maySee && counts && counts.all === 0 && counts.removed === 0 && (
        <NonIdealState
          title={t('access.homeEmpty')}
          description={t('access.homeEmptyDetail')}
          action={
            <div className="fc-buttons">
              {mayCustomer && (
                <Button onClick={() => navigate('/customer/customer_list')}>
                  {t('access.homeAddCustomer')}
                </Button>
              )}
              {mayImport && (
                <Button intent="primary" onClick={() => navigate('/bill/bill_import')}>
                  {t('access.homeImport')}
                </Button>
              )}
            </div>
          }
        />
      )}
      {maySee && counts && counts.all > 0 && (
        <>
          <h2>{t('access.homeStages')}</h2>
          <ul className="fc-tiles">
            {STAGES.map((stage) => (
              <li key={stage}>
                <button
                  type="button"
                  className={`fc-tile fc-tone-${billStages[stage].tone}`}
                  onClick={() => open(stage)}
                >
                  <strong>{formatNumber(counts[stage], speech.language, { min: 0, max: 0 })}</strong>
                  <span>{speech.state('bill', stage)}</span>
                </button>
              </li>
            ))}
          </ul>
          <HomeLists />
        </>
      )}
    </section>
  );
}

function HomeLists() {
  const { t } = useTranslation();
  const { arrivals, attention } = useHomeLists();
  return (
    <div className="fc-home-lists">
      <section>
        <h2>{t('access.homeArrivals')}</h2>
        <Bills bills={arrivals} none={t('access.homeArrivalsNone')} />
      </section>
      <section>
        <h2>{t('access.homeAttention')}</h2>
        {attention.every(({ bills }) => bills?.length === 0) && (
          <p className="fc-muted">{t('access.homeAttentionNone')}</p>
        )}
        {attention
          .filter(({ bills }) => bills === undefined || bills.length > 0)
          .map(({ key, bills, total }) => (
            <div key={key}>
              <h3>
                {t(key)} {total > 0 && <span className="fc-muted">{total}</span>}
              </h3>
              <Bills bills={bills} none="" />
            </div>
          ))}
      </section>
    </div>
  );
}

function Bills({ bills, none }: { bills: readonly Bill[] | undefined; none: string }) {
  const speech = useSpeech();
  const lookups = useLookups(TARGETS);
  const rows = useMemo(() => bills ?? [], [bills]);
  if (!bills) return <Skeleton lines={3} />;
  if (bills.length === 0) return <p className="fc-muted">{none}</p>;
  return (
    <ul className="fc-bill-lines">
      {rows.map((bill) => {
        const customer = lookups.find('customer', bill.customerId);
        const airport = lookups.find('airport', bill.landingAirportId);
        const time = bill.ata ?? bill.eta;
        return (
          <li key={bill.id}>
            <Link to={`/bill/bill_manage/detail/${bill.id}`}>{bill.billNo}</Link>
            <span>{customer && codeOf('customer', customer)}</span>
            <span>{bill.flightNo}</span>
            <span>{airport && codeOf('airport', airport)}</span>
            <time>{time && formatInstant(time, zoneOf('landing', bill, lookups))}</time>
            <StateTag tone={billStages[bill.stage].tone}>{speech.state('bill', bill.stage)}</StateTag>
          </li>
        );
      })}
    </ul>
  );
}
