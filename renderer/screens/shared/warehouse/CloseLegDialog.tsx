import { Button, FormGroup, InputGroup } from '@blueprintjs/core';
import type { Problem } from '@contract/errors';
import { cmrNumber } from '@contract/rules/codes';
import { expectedBoxes, type Leg, type PickView } from '@contract/warehouse/pick';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { ReasonDialog } from '../../../resource/ReasonDialog';
import { AppDialog } from '../../../ui/AppDialog';
import { BusyButton } from '../../../ui/BusyButton';
import { ErrorText } from '../../../ui/Failed';
import { Skeleton } from '../../../ui/Loading';
import { notify } from '../../../ui/toaster';
import { DifferenceReasons, useDifference } from './DifferenceReasons';

const GROUP = { inbound: 'pickInbound', clearance: 'pickClearance', outbound: 'pickOutbound' } as const;

/** Finishes or reopens a leg, and asks for the required details: why counts differ, the CMR, the reason. */
export function CloseLegDialog(props: {
  pick: PickView;
  leg: Leg;
  action: 'finish' | 'reopen';
  onDone: () => void;
}) {
  const { pick, leg, action, onDone } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const name = t(`warehouse.${leg}`);
  const actual = pick[`${leg}Boxes`] ?? 0;
  const expected = leg === 'inbound' ? (expectedBoxes(leg, pick) ?? actual) : actual;
  const difference = useDifference(pick, leg === 'inbound' && action === 'finish');
  const { found } = difference;
  const [cmrNo, setCmrNo] = useState(pick.cmrNo ?? '');
  const [failed, setFailed] = useState('');
  const [busy, setBusy] = useState(false);
  const wrongCmr =
    leg === 'outbound' && cmrNo.trim() !== '' ? cmrNumber.check(cmrNumber.normalise(cmrNo)) : undefined;
  const ready = difference.ready && (leg !== 'outbound' || (cmrNo.trim() !== '' && !wrongCmr));

  const close = async (more: { reason?: string }) => {
    try {
      const body = {
        version: pick.version,
        action,
        ...(action === 'finish' && leg === 'inbound' ? difference.body : {}),
        ...(action === 'finish' && leg === 'outbound' ? { cmrNo: cmrNumber.normalise(cmrNo) } : {}),
        ...more,
      };
      const input = { params: { id: pick.id }, body };
      const { warnings } =
        leg === 'pickup' ? await client.pick.closePickup(input) : await client[GROUP[leg]].close(input);
      const message = t(action === 'finish' ? 'warehouse.finished' : 'warehouse.reopened', { leg: name });
      notify({
        text: [message, ...warnings.map(({ msg }) => msg)].join(' · '),
        intent: warnings.length > 0 ? 'warning' : 'success',
      });
    } finally {
      await invalidate(queryClient, 'pick');
    }
  };
  const send = async () => {
    setBusy(true);
    setFailed('');
    try {
      await close({});
      onDone();
    } catch (error) {
      setFailed(failureOf(error).message);
      setBusy(false);
    }
  };
  if (action === 'reopen') {
    return (
      <ReasonDialog
        title={t('warehouse.reopenOf', { leg: name, no: pick.pickNo })}
        label={t('warehouse.reasonAsk')}
        onReason={(given) => close({ reason: given })}
        onClose={onDone}
      />
    );
  }
  return (
    <AppDialog
      title={t('warehouse.finishOf', { leg: name, no: pick.pickNo })}
      onClose={onDone}
      onSubmit={() => ready && void send()}
      actions={
        <>
          <Button onClick={onDone}>{t('common.cancel')}</Button>
          <BusyButton type="submit" intent="primary" disabled={!ready} busy={busy}>
            {speech.action('leg', 'finish')}
          </BusyButton>
        </>
      }
    >
      {leg !== 'clearance' && <p>{t('warehouse.finishCounts', { actual, expected })}</p>}
      {found ? <DifferenceReasons of={difference} /> : <Skeleton lines={2} />}
      {leg === 'outbound' && <CmrField value={cmrNo} wrong={wrongCmr} onChange={setCmrNo} />}
      <ErrorText text={failed} />
    </AppDialog>
  );
}

/** Number of the consignment note that the goods leave with. */
function CmrField(props: { value: string; wrong: Problem | undefined; onChange: (value: string) => void }) {
  const { value, wrong, onChange } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const id = useId();
  return (
    <FormGroup
      label={t('warehouse.cmrAsk')}
      labelFor={id}
      intent={wrong ? 'danger' : 'none'}
      helperText={
        <span id={`${id}-help`}>
          {wrong ? speech.message(wrong, speech.label('cmrNo')) : t('warehouse.cmrHint')}
        </span>
      }
    >
      <InputGroup
        id={id}
        aria-describedby={`${id}-help`}
        autoFocus
        maxLength={20}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </FormGroup>
  );
}
