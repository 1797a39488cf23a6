import { Button, FormGroup, HTMLSelect } from '@blueprintjs/core';
import { permit } from '@contract/permissions';
import { type LabelKind, MAX_COPIES, sizesOf } from '@contract/warehouse/label';
import type { LabelSize } from '@contract/warehouse/labelSize';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invalidate, queryClient } from '../../../api/queries';
import { changeSettings, useDesk } from '../../../app/desk';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { type PaperFile, PdfPreview } from '../../../app/paper/PdfPreview';
import { AppDialog } from '../../../ui/AppDialog';
import { ChoiceSelect } from '../../../ui/Choices';

const COPIES = Array.from({ length: MAX_COPIES }, (_, index) => index + 1);

/** Things to label: their number, and their selection in the call of their kind. */
export interface ToLabel {
  readonly count: number;
  readonly which: object;
}

/** Prints labels of the selected things: size (remembered per kind on this computer), and number of copies. */
export function LabelDialog({ kind, of, onDone }: { kind: LabelKind; of: ToLabel; onDone: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const id = useId();
  const kept = useDesk(({ settings }) => settings.labels);
  const mayAddress = useAllowed(permit('bill.customs.parcels'));
  const sizes: readonly LabelSize[] = sizesOf[kind];
  const before = kept[kind];
  const [size, setSize] = useState<LabelSize>(
    before && sizes.includes(before) ? before : (sizes.at(-1) as LabelSize),
  );
  const [copies, setCopies] = useState(1);
  const [shown, setShown] = useState<{ title: string; file: PaperFile } | null>(null);
  const title = t(`warehouse.labelsOf_${kind}`, { count: of.count });
  const show = () => {
    void changeSettings({ labels: { ...kept, [kind]: size } });
    const input = { body: { ...of.which, size, copies } };
    setShown({
      title,
      file: { call: `label.${kind}`, input, name: `${t(`warehouse.labelFile_${kind}`)}.pdf` },
    });
  };
  const test = t('warehouse.labelTest');
  const tryPrinter = () =>
    setShown({
      title: `${test} ${speech.choice('labelSize', size)}`,
      file: { call: 'label.test', input: { query: { size } }, name: `${test} ${size}.pdf` },
    });
  if (shown)
    return (
      <PdfPreview
        {...shown}
        onClose={() => {
          setShown(null);
          void invalidate(queryClient, 'label');
          // After the printer's test page, the dialog stays open for the labels.
          if (shown.title === title) onDone();
        }}
      />
    );
  return (
    <AppDialog
      title={title}
      onClose={onDone}
      onSubmit={show}
      actions={
        <>
          <Button onClick={onDone}>{t('common.close')}</Button>
          <Button onClick={tryPrinter}>{test}</Button>
          <Button type="submit" intent="primary">
            {t('warehouse.labelShow')}
          </Button>
        </>
      }
    >
      <FormGroup label={t('warehouse.labelSize')} labelFor={`${id}-size`}>
        <ChoiceSelect
          id={`${id}-size`}
          fill
          autoFocus
          value={size}
          options={sizes.map((value) => ({ value, label: speech.choice('labelSize', value) }))}
          onChange={setSize}
        />
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
