import { namesOf } from '@contract/names';
import './home.css';
import { Button, NonIdealState } from '@blueprintjs/core';
import type { Bill, BillStage } from '@contract/bill/bill';
import { billStages } from '@contract/bill/bill';
import { billZone } from '@contract/bill/billClock';
import { permit } from '@contract/permissions';
import { deskCounts } from '@contract/report/home';
import { instantOf } from '@contract/rules/zonedTime';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { read } from '../../api/queries';
import { usePart } from '../../api/unshownFailures';
import { useDesk } from '../../app/desk';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { useServed } from '../../app/offered';
import { ownZone } from '../../app/zone';
import { codeOf, useLookups } from '../../kinds/lookups';
import { PlaceTime } from '../../kinds/PlaceTime';
import { Answered } from '../../resource/Answered';
import { Skeleton } from '../../ui/Loading';
import { StateTag, toneOf } from '../../ui/StateTag';
import { billPath } from '../shared/bill/billPath';
import { openBillList } from '../shared/bill/openBillList';
import { Attention } from './parts/Attention';
import { Count } from './parts/Counts';
import { Customs } from './parts/Customs';
import { useCountLinks } from './parts/deskLinks';
import { FirstSteps } from './parts/FirstSteps';
import { Mine } from './parts/Mine';

const ARRIVALS = 48 * 3_600_000;
const TARGETS = ['customer', 'airport'] as const;

/** Home screen: today's counts, bills by stage, the attention queue, and customs figures. */
export default function Home() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const links = useCountLinks();
  const profile = useDesk(({ session }) => session.profile);
  const attends = useServed('homeReport.attention');
  const maySee = useAllowed(permit('bill.manage.view'));
  const mayAdd = useAllowed(permit('bill.manage.create'));
  const mayImport = useAllowed(permit('bill.import.run'));
  const maySearch = useAllowed(permit('bill.search.view'));
  const mayCustoms = useAllowed(permit('bill.customs.view'));
  const { data, error, retry: refetch } = usePart(read('homeReport', 'counts', { query: { zone: ownZone } }));
  const billCounts = usePart({ ...read('bill', 'count', {}), enabled: maySee });
  const bills = billCounts.data;
  const empty = maySee && bills !== undefined && bills.all === 0 && bills.removed === 0;
  const open = (stage: BillStage) => {
    openBillList({ tab: stage });
    navigate('/bill/bill_manage');
  };
  if (error && !data) {
    return (
      <NonIdealState
        title={error.message}
        action={<Button onClick={() => void refetch()}>{t('common.retry')}</Button>}
      />
    );
  }
  const counts = namesOf(deskCounts).flatMap((name) => {
    const counted = data?.counts[name];
    return counted ? [{ name, counted }] : [];
  });
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
      {!data && <Skeleton />}
      {data && !bills && <Answered answer={billCounts}>{() => null}</Answered>}
      {empty && (
        <section className="fc-home-first">
          <h2>{t('bill.listEmpty')}</h2>
          <p>{t(mayAdd || mayImport ? 'access.homeEmptyDetail' : 'access.homeEmptyOthers')}</p>
          <FirstSteps />
        </section>
      )}
      {data && !empty && (
        <>
          <h2>{t('report.desk.today')}</h2>
          <ul className="fc-tiles">
            {counts.map(({ name, counted }) => (
              <li key={name}>
                <button type="button" className="fc-tile fc-tone-neutral" onClick={links[name]}>
                  <Count name={name} label={t(`report.desk.${name}`)} counted={counted} />
                </button>
              </li>
            ))}
          </ul>
          {data.stages && (
            <>
              <h2>{t('access.homeStages')}</h2>
              <ul className="fc-tiles">
                {Object.entries(data.stages).map(([stage, counted]) => (
                  <li key={stage}>
                    <button
                      type="button"
                      className={`fc-tile fc-tone-${billStages[stage as BillStage].tone}`}
                      onClick={() => open(stage as BillStage)}
                    >
                      <Count name={stage} label={speech.state('bill', stage)} counted={counted} />
                    </button>
                  </li>
                ))}
              </ul>
            </>
          )}
          <div className="fc-home-lists">
            {attends && (
              <section>
                <h2>{t('access.homeAttention')}</h2>
                <Attention />
              </section>
            )}
            <div className="fc-home-side">
              {mayCustoms && <Customs />}
              <section>
                <h2>{t('report.desk.mine')}</h2>
                <Mine />
              </section>
              {maySee && (
                <section>
                  <h2>{t('access.homeArrivals')}</h2>
                  <Arrivals />
                </section>
              )}
            </div>
          </div>
        </>
      )}
    </section>
  );
}

/** Bills that will land within two days. */
function Arrivals() {
  const { t } = useTranslation();
  // Fixed at opening, so that the list does not shift while it is read.
  const [now] = useState(() => Date.now());
  const answer = usePart(
    read('bill', 'list', {
      query: {
        stage: ['draft'],
        etaFrom: instantOf(now),
        etaTo: instantOf(now + ARRIVALS),
        sort: 'eta',
        pageSize: 12,
      },
    }),
  );
  return (
    <Answered answer={answer}>
      {({ list }) => <Bills bills={list} none={t('access.homeArrivalsNone')} />}
    </Answered>
  );
}

function Bills({ bills, none }: { bills: readonly Bill[]; none: string }) {
  const speech = useSpeech();
  const lookups = useLookups(TARGETS);
  if (bills.length === 0) return <p className="fc-muted">{none}</p>;
  return (
    <ul className="fc-bill-lines">
      {bills.map((bill) => {
        const customer = lookups.find('customer', bill.customerId);
        const airport = lookups.find('airport', bill.landingAirportId);
        const time = bill.ata ?? bill.eta;
        return (
          <li key={bill.id}>
            <Link to={billPath(bill.id)}>{bill.billNo}</Link>
            <span>{customer && codeOf('customer', customer)}</span>
            <span>{bill.flightNo}</span>
            <span>{airport && codeOf('airport', airport)}</span>
            {time && <PlaceTime at={time} zone={billZone('eta')} row={bill} lookups={lookups} />}
            <StateTag tone={toneOf(billStages, bill.stage)}>{speech.state('bill', bill.stage)}</StateTag>
          </li>
        );
      })}
    </ul>
  );
}
