import { Button } from '@blueprintjs/core';
import { entryNo } from '@contract/rules/customs';
import { isAmerican } from '@contract/rules/seaNodes';
import type { SeaBill } from '@contract/sea/seaBill';
import { type EntryState, entryStates, seaEntry } from '@contract/sea/seaEntry';
import { type IsfState, isfStates, seaIsf } from '@contract/sea/seaIsf';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { FieldGroups } from '../../../resource/DetailScreen';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { entryPath, NEW_ENTRY } from '../../shared/sea/entryScreen';
import { isfPath } from '../../shared/sea/isfScreen';

const isfChoosePath = (seaBillId: number) => `/clearance/isf-choose?id=${seaBillId}`;

/** Filings with US customs for a bill: the states of ISF and entry, with links to them or to a new one. */
export function Filings({ bill }: { bill: SeaBill }) {
  const { t } = useTranslation();
  const american = isAmerican(bill);
  if (!american && bill.isfId === null && bill.entryId === null)
    return <p className="fc-muted">{t('sea.notAmerican')}</p>;
  return (
    <div className="fc-plan">
      <IsfOf bill={bill} />
      <EntryOf bill={bill} />
    </div>
  );
}

function Filing(props: { title: string; state: ReactNode; actions: ReactNode; children?: ReactNode }) {
  const { title, state, actions, children } = props;
  return (
    <section className="fc-plan">
      <div className="fc-plan-head">
        <h2>{title}</h2>
        {state}
        <span className="fc-spring" />
        {actions}
      </div>
      {children}
    </section>
  );
}

function IsfOf({ bill }: { bill: SeaBill }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const sees = useAllowed(seaIsf.view);
  const mayEdit = useAllowed(seaIsf.edit);
  const { isfId } = bill;
  const state = bill.isfState as IsfState | null;
  const data = useData({
    ...read('seaIsf', 'get', { params: { id: isfId ?? 0 } }),
    enabled: sees && isfId !== null,
  });
  // An ISF that customs has deleted can be replaced by a new one.
  const free = isfId === null || state === 'cancelled';
  return (
    <Filing
      title={speech.words.menu['sea.isf']}
      state={
        state ? (
          <StateTag tone={toneOf(isfStates, state)}>{speech.state('seaIsf', state)}</StateTag>
        ) : (
          <span className="fc-muted">{t('sea.noIsf')}</span>
        )
      }
      actions={
        <>
          {sees && isfId !== null && (
            <Button onClick={() => navigate(isfPath(isfId))}>{t('common.open')}</Button>
          )}
          {mayEdit && free && (
            <Button intent="primary" onClick={() => navigate(isfChoosePath(bill.id))}>
              {t('sea.isfChoose')}
            </Button>
          )}
        </>
      }
    >
      {data && (
        <FieldGroups
          schema={seaIsf.row}
          resource="seaIsf"
          row={data}
          groups={[
            {
              title: data.isfNo,
              fields: ['isfType', 'dueAt', 'filedAt', 'acceptedAt', 'cbpTransactionNo', 'lastAnswer'],
            },
          ]}
        />
      )}
    </Filing>
  );
}

function EntryOf({ bill }: { bill: SeaBill }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const sees = useAllowed(seaEntry.view);
  const mayEdit = useAllowed(seaEntry.edit);
  const { entryId } = bill;
  const state = bill.entryState as EntryState | null;
  const data = useData({
    ...read('seaEntry', 'get', { params: { id: entryId ?? 0 } }),
    enabled: sees && entryId !== null,
  });
  return (
    <Filing
      title={speech.words.menu['sea.entry']}
      state={
        state ? (
          <StateTag tone={toneOf(entryStates, state)}>{speech.state('seaEntry', state)}</StateTag>
        ) : (
          <span className="fc-muted">{t('sea.noEntry')}</span>
        )
      }
      actions={
        <>
          {sees && entryId !== null && (
            <Button onClick={() => navigate(entryPath(entryId))}>{t('common.open')}</Button>
          )}
          {mayEdit && (entryId === null || state === 'cancelled') && (
            <Button intent="primary" onClick={() => navigate(`${NEW_ENTRY}?seaBill=${bill.id}`)}>
              {t('sea.entryNew')}
            </Button>
          )}
        </>
      }
    >
      {data && (
        <FieldGroups
          schema={seaEntry.row}
          resource="seaEntry"
          row={data}
          groups={[
            {
              title: data.entryNo ? String(entryNo.format?.(data.entryNo)) : speech.words.menu['sea.entry'],
              fields: ['entryType', 'entryPort', 'entryDate', 'totalValue', 'grandTotal', 'releasedAt'],
            },
          ]}
        />
      )}
    </Filing>
  );
}
