import { Button, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Barcode } from '@blueprintjs/icons';
import { check } from '@contract/checked';
import { ssccOf } from '@contract/rules/codes';
import { type LabelSettings, labelSettings } from '@contract/warehouse/label';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../api/answers';
import { failureOf } from '../../api/bridge';
import { client } from '../../api/client';
import { invalidate, queryClient, read } from '../../api/queries';
import { useSpeech } from '../../app/language';
import { useServed } from '../../app/offered';
import { Answered } from '../../resource/Answered';
import type { MoreActions } from '../../resource/ListScreen';
import { AppDialog } from '../../ui/AppDialog';
import { ErrorText } from '../../ui/Failed';
import { notify } from '../../ui/toaster';

const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Setting for the pallet numbers (SSCC) of all warehouses, offered beside their list. */
export function useSsccNumbers(): MoreActions {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const numbers = useServed('label.settings', 'label.saveSettings');
  if (!numbers) return {};
  return {
    all: () => (
      <Button icon={<Barcode />} onClick={() => setOpen(true)}>
        {t('warehouse.ssccNumbers')}
      </Button>
    ),
    dialogs: open && <Numbers onDone={() => setOpen(false)} />,
  };
}

function Numbers({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const answer = useAnswer(read('label', 'settings'));
  const { data } = answer;
  if (data) return <NumbersForm settings={data} onDone={onDone} />;
  return (
    <AppDialog
      title={t('warehouse.ssccTitle')}
      onClose={onDone}
      actions={<Button onClick={onDone}>{t('common.close')}</Button>}
    >
      <Answered answer={answer}>{() => null}</Answered>
    </AppDialog>
  );
}

function NumbersForm({ settings, onDone }: { settings: LabelSettings; onDone: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const id = useId();
  const [prefix, setPrefix] = useState(settings.companyPrefix ?? '');
  const [digit, setDigit] = useState(settings.extensionDigit);
  const [failed, setFailed] = useState('');
  const checked = check(labelSettings, {
    version: settings.version,
    companyPrefix: prefix.trim() || null,
    extensionDigit: digit,
  });
  const wrong = checked.ok ? undefined : checked.problems.companyPrefix;
  const first =
    checked.ok && checked.value.companyPrefix && ssccOf(`${digit}${checked.value.companyPrefix}`, 1);
  const save = async () => {
    if (!checked.ok) return;
    try {
      await client.label.saveSettings({ body: checked.value });
      notify({ text: t('warehouse.ssccSaved'), intent: 'success' });
      onDone();
    } catch (error) {
      setFailed(failureOf(error).message);
    }
    await invalidate(queryClient, 'label');
  };
  return (
    <AppDialog
      title={t('warehouse.ssccTitle')}
      onClose={onDone}
      onSubmit={() => void save()}
      actions={
        <>
          <Button onClick={onDone}>{t('common.cancel')}</Button>
          <Button type="submit" intent="primary" disabled={!checked.ok}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <FormGroup
        label={speech.label('companyPrefix')}
        labelFor={`${id}-prefix`}
        intent={wrong ? 'danger' : 'none'}
        helperText={wrong ? speech.message(wrong, speech.label('companyPrefix')) : t('warehouse.ssccHint')}
      >
        <InputGroup
          id={`${id}-prefix`}
          autoFocus
          inputMode="numeric"
          value={prefix}
          intent={wrong ? 'danger' : 'none'}
          onValueChange={setPrefix}
        />
      </FormGroup>
      <FormGroup
        label={speech.label('extensionDigit')}
        labelFor={`${id}-digit`}
        helperText={t('warehouse.ssccDigitHint')}
      >
        <HTMLSelect
          id={`${id}-digit`}
          fill
          value={digit}
          onChange={({ currentTarget }) => setDigit(Number(currentTarget.value))}
        >
          {DIGITS.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </HTMLSelect>
      </FormGroup>
      {first && <p className="fc-muted">{t('warehouse.ssccFirst', { no: first })}</p>}
      <ErrorText text={failed} />
    </AppDialog>
  );
}
