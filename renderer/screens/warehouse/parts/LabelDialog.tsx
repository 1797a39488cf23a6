import { Button, FormGroup, HTMLSelect } from '@blueprintjs/core';
import { permit } from '@contract/permissions';
import { type LabelKind, type LabelSize, MAX_COPIES, sizesOf } from '@contract/warehouse/label';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invalidate, queryClient } from '../../../api/queries';
import { changeSettings, useDesk } from '../../../app/desk';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { useSaveFile } from '../../../app/useSaveFile';
import { AppDialog } from '../../../ui/AppDialog';

const COPIES = Array.from({ length: MAX_COPIES }, (_, index) => index + 1);

/** What is to be labelled: how many, and how the call of their kind is told which. */
export interface ToLabel {
  readonly count: number;
  readonly which: object;
}

/** Labels of what was chosen: on which size, which this machine remembers for each kind, and how often. */
export function LabelDialog({ kind, of, onDone }: { kind: LabelKind; of: ToLabel; onDone: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const id = useId();
  const kept = useDesk(({ settings }) => settings.labels);
  const mayAddress = useAllowed(permit('bill.customs.parcels'));
  const saveFile = useSaveFile('open');
  const sizes: readonly LabelSize[] = sizesOf[kind];
  const before = kept[kind];
  const [size, setSize] = useState<LabelSize>(
    before && sizes.includes(before) ? before : (sizes.at(-1) as LabelSize),
  );
  const [copies, setCopies] = useState(1);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await changeSettings({ labels: { ...kept, [kind]: size } });
    const body = { ...of.which, size, copies };
    await saveFile({
      call: `label.${kind}`,
      input: { body },
      name: `${t(`warehouse.labelFile_${kind}`)}.pdf`,
    });
    await invalidate(queryClient, 'label');
    setBusy(false);
  };
  const test = () =>
    saveFile({
      call: 'label.test',
      input: { query: { size } },
      name: `${t('warehouse.labelTest')} ${size}.pdf`,
    });
  return (
    <AppDialog
      title={t(`warehouse.labelsOf_${kind}`, { count: of.count })}
      onClose={onDone}
      onSubmit={() => void save()}
      actions={
        <>
          <Button onClick={onDone}>{t('common.close')}</Button>
          <Button onClick={() => void test()}>{t('warehouse.labelTest')}</Button>
          <Button type="submit" intent="primary" loading={busy}>
            {t('warehouse.labelSave')}
          </Button>
        </>
      }
    >
      <FormGroup label={t('warehouse.labelSize')} labelFor={`${id}-size`}>
        <HTMLSelect
          id={`${id}-size`}
          fill
          autoFocus
          value={size}
          onChange={({ currentTarget }) => setSize(currentTarget.value as LabelSize)}
        >
          {sizes.map((one) => (
            <option key={one} value={one}>
              {speech.choice('labelSize', one)}
            </option>
          ))}
        </HTMLSelect>
      </FormGroup>
      <FormGroup
        label={t('warehouse.labelCopies')}
        labelFor={`${id}-copies`}
        helperText={kind === 'parcel' && !mayAddress ? t('warehouse.labelNoAddress') : ''}
      >
        <HTMLSelect
          id={`${id}-copies`}
          fill
          value={copies}
          onChange={({ currentTarget }) => setCopies(Number(currentTarget.value))}
        >
          {COPIES.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </HTMLSelect>
      </FormGroup>
    </AppDialog>
  );
}
