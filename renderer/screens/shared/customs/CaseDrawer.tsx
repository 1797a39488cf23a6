import { Button, Checkbox } from '@blueprintjs/core';
import { billName } from '@contract/bill/billName';
import {
  type AbnormalCase,
  type CaseStep,
  type caseDetail,
  caseMachine,
  caseRow,
  caseStates,
  claimNames,
} from '@contract/customs/abnormalCase';
import { refusalOf } from '@contract/machine';
import { namesOf } from '@contract/names';
import { patchOf } from '@contract/resource';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useData, usePart } from '../../../api/unshownFailures';
import { useSpeech } from '../../../app/language';
import { PdfPreview } from '../../../app/paper/PdfPreview';
import { NotLoaded } from '../../../resource/Answered';
import { FieldGroups } from '../../../resource/DetailScreen';
import { RecordForm } from '../../../resource/RecordForm';
import { recordValues } from '../../../resource/recordValues';
import { StateActions } from '../../../resource/StateActions';
import { Skeleton } from '../../../ui/Loading';
import { SidePanel } from '../../../ui/SidePanel';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { notify, notifyFailed } from '../../../ui/toaster';
import { CaseClaim, NoteNotice, SendNotice, useClaimHints } from './CaseClaim';

type Detail = z.output<typeof caseDetail>;
const PROBLEM = ['type', 'level', 'quantity', 'foundAt', 'description'] as const;
const CLAIM = ['claimConvention', 'claimFinding', 'claimStartOn', 'claimantId', 'claimantName'] as const;
const AMOUNTS = ['claimAmount', 'settledAmount', 'currency'] as const;
const LIABLE = ['responsible', 'liableName', 'liableAddress', 'liableEmail', 'reservation'] as const;
const CHANGEABLE = [...PROBLEM, 'responsible', ...claimNames] as const;
const PATCH = patchOf(caseRow, CHANGEABLE);
const ACTIONS = namesOf(caseMachine.actions);

interface Props {
  readonly id: number | null;
  readonly mayEdit: boolean;
  readonly onAct: (action: CaseStep, row: AbnormalCase) => void;
  readonly onClose: () => void;
}

/** Side panel of one case: the problem, the responsible party, the photos, and the next actions. */
export function CaseDrawer({ id, mayEdit, onAct, onClose }: Props) {
  const { data, error, retry } = usePart({
    ...read('abnormalCase', 'get', { params: { id: id ?? 1 } }),
    enabled: id !== null,
  });
  const row = id !== null && data?.id === id ? data : undefined;
  return (
    <SidePanel isOpen={id !== null} width={600} title={row?.caseNo ?? '…'} onClose={onClose}>
      {error && !data ? (
        <NotLoaded error={error} onRetry={retry} />
      ) : row ? (
        <Case key={row.id} row={row} mayEdit={mayEdit} onAct={onAct} />
      ) : (
        <Skeleton lines={8} />
      )}
    </SidePanel>
  );
}

function Case({ row, mayEdit, onAct }: Pick<Props, 'mayEdit' | 'onAct'> & { row: Detail }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [form, setForm] = useState<'update' | 'sendNotice' | 'noteNotice' | null>(null);
  const [shown, setShown] = useState(false);
  const hints = useClaimHints();
  const close = () => setForm(null);
  if (form === 'sendNotice') return <SendNotice row={row} onDone={close} />;
  if (form === 'noteNotice') return <NoteNotice row={row} onDone={close} />;
  if (form === 'update') {
    return (
      <RecordForm
        resource="abnormalCase"
        row={caseRow}
        schema={PATCH}
        groups={[
          { title: t('customs.editCase'), fields: PROBLEM },
          { title: t('customs.claim'), fields: [...CLAIM, ...AMOUNTS] },
          { title: t('customs.liable'), fields: LIABLE },
        ]}
        hints={hints}
        initial={recordValues(row, CHANGEABLE)}
        draft={`abnormalCase/${row.id}`}
        save={(values) => client.abnormalCase.update({ params: { id: row.id }, body: values })}
        onSaved={() => {
          notify({ text: t('common.saved'), intent: 'success' });
          void invalidate(queryClient, 'abnormalCase');
          close();
        }}
        onCancel={close}
      />
    );
  }
  const filled = (names: readonly (keyof AbnormalCase & string)[]) =>
    names.filter((name) => row[name] !== null && row[name] !== '');
  return (
    <div className="fc-drawer">
      <div className="fc-drawer-head">
        <StateTag tone={toneOf(caseStates, row.state)}>{speech.state('abnormalCase', row.state)}</StateTag>
        <span className="fc-muted">{billName(row)}</span>
        <span className="fc-spring" />
        {mayEdit && (
          <StateActions
            machine={caseMachine}
            row={row}
            first={['start', 'resolve', 'close']}
            all={ACTIONS}
            onAct={(action) =>
              action === 'update' || action === 'sendNotice' || action === 'noteNotice'
                ? setForm(action)
                : onAct(action, row)
            }
          />
        )}
      </div>
      <FieldGroups
        schema={caseRow}
        resource="abnormalCase"
        row={row}
        groups={[
          {
            title: t('customs.caseOf'),
            fields: filled([
              'type',
              'level',
              'boxNo',
              'trackingNo',
              'quantity',
              'foundAt',
              'foundBy',
              'description',
              'pickNo',
              'differenceReason',
              'responsible',
              'resolution',
              'closedAt',
              'updatedAt',
              'updatedBy',
            ]),
          },
        ]}
      />
      <CaseClaim row={row} />
      {isLetterReady(row) && <Button onClick={() => setShown(true)}>{t('customs.letter')}</Button>}
      {shown && (
        <PdfPreview
          title={t('customs.letter')}
          file={{
            call: 'abnormalCase.letter',
            input: { params: { id: row.id } },
            name: `${row.caseNo}-notice.pdf`,
          }}
          onClose={() => setShown(false)}
        />
      )}
      <Photos row={row} mayEdit={mayEdit && refusalOf(caseMachine, 'update', row) === undefined} />
    </div>
  );
}

/** True if the letter has all that it needs. */
const isLetterReady = (row: AbnormalCase): boolean =>
  [row.claimConvention, row.claimFinding, row.claimStartOn, row.liableName].every((value) => value !== null);

/** Selects the bill's pictures that show the problem. */
function Photos({ row, mayEdit }: { row: Detail; mayEdit: boolean }) {
  const { t } = useTranslation();
  const query = { billId: [row.billId], category: ['photo' as const, 'inspection' as const], pageSize: 100 };
  const data = useData({ ...read('attachment', 'list', { query }), enabled: mayEdit });
  const ids = row.photos.map(({ attachmentId }) => attachmentId);
  const offered = mayEdit
    ? (data?.list.map(({ id, fileName }) => ({ attachmentId: id, fileName })) ?? [])
    : row.photos;
  const set = async (photos: string[]) => {
    try {
      await client.abnormalCase.update({ params: { id: row.id }, body: { version: row.version, photos } });
    } catch (error) {
      notifyFailed(error);
    }
    await invalidate(queryClient, 'abnormalCase');
  };
  return (
    <section>
      <h2>{t('customs.photos')}</h2>
      {offered.length === 0 && <p className="fc-muted">{t('customs.photosNone')}</p>}
      {offered.map(({ attachmentId, fileName }) => (
        <Checkbox
          key={attachmentId}
          label={fileName}
          disabled={!mayEdit}
          checked={ids.includes(attachmentId)}
          onChange={(event) =>
            void set(
              event.currentTarget.checked ? [...ids, attachmentId] : ids.filter((id) => id !== attachmentId),
            )
          }
        />
      ))}
    </section>
  );
}
