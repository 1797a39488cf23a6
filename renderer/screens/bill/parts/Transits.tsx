import { Button } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import type { Bill } from '@contract/bill/bill';
import { billName } from '@contract/bill/billName';
import {
  type T1,
  type T1Action,
  type T1View,
  t1AcceptedFields,
  t1Api,
  t1Draft,
  t1DraftFields,
  t1Machine,
  t1Name,
  t1Patch,
  t1Removal,
  t1Row,
  t1States,
} from '@contract/customs/t1';
import type { FileKind } from '@contract/files/fileKindNames';
import { namesOf } from '@contract/names';
import { permit } from '@contract/permissions';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { client } from '../../../api/client';
import { read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { recordValues } from '../../../resource/recordValues';
import { StateActions } from '../../../resource/StateActions';
import { ask } from '../../../ui/ask';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { billPath } from '../../shared/bill/billPath';
import { UploadMenu } from '../../shared/bill/UploadMenu';
import { type ActionForm, actionForm } from '../../shared/customs/ActionPanel';
import { type CustomsPart, carry, clockOf } from './customsPart';
import { StackedTable } from './StackedTable';

const BY_FILE: readonly FileKind[] = ['t1'];
const T1_COLUMNS = [
  ['mrn'],
  ['state'],
  ['officeDeparture', 'officeDestination'],
  ['boxes'],
  ['seals', 'plateNo'],
  ['releasedAt', 'timeLimit'],
  ['arrivedAt', 'dischargedAt'],
] as const satisfies readonly (readonly (keyof T1)[])[];

/** The other bills that the same declaration covers. */
function OtherBills({ t1: { otherBills } }: { t1: T1View }) {
  const { t } = useTranslation();
  if (otherBills.length === 0) return null;
  return (
    <div className="fc-muted">
      {t('clearance.t1OtherBills')}{' '}
      {otherBills.map((bill, index) => (
        <Fragment key={bill.id}>
          {index > 0 && ', '}
          <Link to={billPath(bill.id)}>{billName(bill)}</Link>
        </Fragment>
      ))}
    </div>
  );
}

/** Forms of the actions on a transit; undefined for an action that only asks "Are you sure?". */
function useTransitForms(bill: Bill): (t1: T1, action: T1Action) => ActionForm | undefined {
  const { t } = useTranslation();
  const speech = useSpeech();
  return (t1, action) => {
    const name = speech.action('t1', action);
    const params = { t1Id: t1.id };
    const form = (rest: Omit<ActionForm, 'title' | 'resource' | 'draft'>): ActionForm => ({
      title: `${name} · ${t1Name(t1)}`,
      resource: 't1',
      draft: `t1/${t1.id}/${action}`,
      ...rest,
    });
    const now = { version: t1.version, at: null, ...clockOf(bill) };
    switch (action) {
      case 'update': {
        const fields = t1.state === 'draft' ? t1DraftFields : t1AcceptedFields;
        return form({
          groups: [{ title: t('clearance.transits'), fields }],
          initial: recordValues(t1, fields),
          ...actionForm(t1Patch, (values) => client.t1.update({ params, body: values })),
        });
      }
      case 'release':
        return form({
          groups: [{ title: name, fields: ['mrn', 'at'] }],
          initial: { ...now, mrn: t1.mrn },
          hints: { mrn: t('clearance.t1MrnHint') },
          ...actionForm(t1Api.release.body, (values) => client.t1.release({ params, body: values })),
        });
      case 'arrive':
      case 'discharge':
        return form({
          groups: [{ title: name, fields: ['at'] }],
          initial: now,
          ...actionForm(t1Api[action].body, (values) => client.t1[action]({ params, body: values })),
        });
      case 'delete':
        if (t1.state === 'draft') return undefined;
        return form({
          groups: [{ title: t('clearance.deleteT1'), fields: ['reason'] }],
          initial: { reason: null },
          hints: { reason: t('clearance.reasonNeeded') },
          ...actionForm(t1Removal, (values) => client.t1.remove({ params, query: values })),
        });
      default:
        return undefined;
    }
  };
}

/** T1s of a bill, with the actions on each. */
export function Transits({ bill, onForm: onAsk }: CustomsPart) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const mayEdit = useAllowed(permit('bill.customs.t1'), 't1.create');
  const data = useData(read('t1', 'list', { params: { id: bill.id } }));
  const formOf = useTransitForms(bill);
  const closed = bill.archived || bill.stage === 'removed';
  const add = () =>
    onAsk({
      title: t('clearance.addT1'),
      resource: 't1',
      groups: [{ title: t('clearance.transits'), fields: t1DraftFields }],
      initial: {
        ...Object.fromEntries(t1DraftFields.map((name) => [name, null])),
        seals: [],
        boxes: bill.noaBoxCount ?? bill.boxCount,
        weight: bill.weight,
      },
      draft: `t1/new/${bill.id}`,
      ...actionForm(t1Draft, (values, key) =>
        client.t1.create({ params: { id: bill.id }, body: values }, { key }),
      ),
    });
  const act = async (t1: T1, action: T1Action) => {
    const form = formOf(t1, action);
    if (form) return onAsk(form);
    const name = speech.action('t1', action);
    const title = `${name} · ${t1Name(t1)}`;
    const params = { t1Id: t1.id };
    const sure = await ask({
      title: t('common.areYouSure'),
      detail: title,
      confirm: name,
      cancel: t('common.cancel'),
    });
    if (!sure) return;
    return carry('t1', t('clearance.done', { action: title }), () =>
      action === 'clear'
        ? client.t1.clear({ params, body: { version: t1.version } })
        : client.t1.remove({ params }),
    );
  };
  return (
    <section>
      <header className="fc-customs-head">
        <h2>{t('clearance.transits')}</h2>
        <span className="fc-spring" />
        {!closed && <UploadMenu billId={bill.id} of={BY_FILE} />}
        {mayEdit && !closed && (
          <Button icon={<Plus />} onClick={add}>
            {t('clearance.addT1')}
          </Button>
        )}
      </header>
      {data?.length === 0 && <p className="fc-muted">{t('clearance.transitsNone')}</p>}
      {data && data.length > 0 && (
        <StackedTable
          bill={bill}
          label={t('clearance.transits')}
          rows={data}
          schema={t1Row}
          resource="t1"
          columns={T1_COLUMNS}
          under={{ mrn: (t1) => <OtherBills t1={t1} /> }}
          cells={{
            state: (t1) => (
              <StateTag tone={toneOf(t1States, t1.state)}>{speech.state('t1', t1.state)}</StateTag>
            ),
          }}
          actions={(t1) => (
            <StateActions
              machine={t1Machine}
              row={{ ...t1, bill }}
              first={['release', 'arrive', 'discharge']}
              all={namesOf(t1Machine.actions)}
              onAct={(action) => void act(t1, action)}
            />
          )}
        />
      )}
    </section>
  );
}
