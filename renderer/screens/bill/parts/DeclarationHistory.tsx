import type { Bill } from '@contract/bill/bill';
import type { Batch } from '@contract/customs/batch';
import { type DeclarationStep, declarationStepView } from '@contract/customs/declarationStep';
import { permit } from '@contract/permissions';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { FieldGroups } from '../../../resource/DetailScreen';
import { BatchPanel } from './BatchPanel';
import { FileButton } from './BillFile';
import { clockOf } from './customsPart';

const FIELDS = [
  'at',
  'operatorName',
  'lrn',
  'mrn',
  'parcels',
  'holdReason',
  'inspectionType',
  'controlResult',
  'invalidationGround',
  'particulars',
  'reason',
  'reference',
  'recordedAt',
] as const satisfies readonly (keyof DeclarationStep)[];

/** Button that shows the steps of a declaration, oldest first. */
export function DeclarationHistory({ bill, batch }: { bill: Bill; batch: Batch }) {
  const { t } = useTranslation();
  const allowed = useAllowed(permit('bill.customs.view'), 'batch.history');
  if (!allowed) return null;
  return (
    <BatchPanel batch={batch} title={t('clearance.history')} width={640}>
      <Steps bill={bill} batchId={batch.id} />
    </BatchPanel>
  );
}

function Steps({ bill, batchId }: { bill: Bill; batchId: number }) {
  const { t } = useTranslation();
  const steps = useData(read('batch', 'history', { params: { batchId } }));
  if (!steps) return null;
  if (steps.length === 0) return <p className="fc-muted">{t('clearance.historyNone')}</p>;
  return steps.map((step) => <Step key={step.id} bill={bill} step={step} />);
}

/** One step with the details that it has, and its paper. */
function Step({ bill, step }: { bill: Bill; step: DeclarationStep }) {
  const speech = useSpeech();
  const title = speech.choice('declarationStep', step.step);
  const groups = useMemo(
    () => [{ title, fields: FIELDS.filter((name) => step[name] !== null) }],
    [title, step],
  );
  return (
    <>
      <FieldGroups
        schema={declarationStepView}
        resource="batch"
        row={{ ...step, ...clockOf(bill) }}
        groups={groups}
      />
      <FileButton attachmentId={step.attachmentId} fileName={step.fileName} />
    </>
  );
}
