import { Button, FormGroup, TextArea } from '@blueprintjs/core';
import { numbersIn } from '@contract/rules/numbers';
import { type PalletType, type PalletView, palletTypes } from '@contract/warehouse/pallet';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useTyped } from '../../../app/drafts';
import { useSpeech } from '../../../app/language';
import { Restored } from '../../../app/Restored';
import { ShortSelect } from '../../../kinds/ChoiceInput';
import { AppDialog } from '../../../ui/AppDialog';
import { ErrorText } from '../../../ui/Failed';
import { beginLine, useTabOfScanner } from '../../../ui/scanner';
import { notify } from '../../../ui/toaster';

/** Dialog that puts scanned or pasted boxes, one per line, on a new or an open pallet. */
export function BoxNumbersDialog({ pallet, onDone }: { pallet: PalletView | null; onDone: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const id = useId();
  const typeId = useId();
  const key = useRef(crypto.randomUUID());
  const title = pallet ? pallet.palletNo : t('warehouse.palletBuild');
  const { typed, change, forget, restoredAt, discard } = useTyped(title, '');
  const [type, setType] = useState<PalletType>('eur');
  const [failed, setFailed] = useState('');
  const boxNos = numbersIn(typed);
  const tab = useTabOfScanner(beginLine);
  const save = async () => {
    try {
      const made = pallet
        ? await client.pallet.add({ params: { id: pallet.id }, body: { boxNos } })
        : await client.pallet.create({ body: { boxNos, type } }, { key: key.current });
      if (!pallet) notify({ text: t('warehouse.palletBuilt', { no: made.palletNo }), intent: 'success' });
      forget();
      onDone();
    } catch (error) {
      // The corrected request needs a new key.
      key.current = crypto.randomUUID();
      setFailed(failureOf(error).message);
    }
    await invalidate(queryClient, 'pallet');
  };
  return (
    <AppDialog
      title={title}
      onClose={onDone}
      onSubmit={() => boxNos.length > 0 && void save()}
      actions={
        <>
          <Button onClick={onDone}>{t('common.cancel')}</Button>
          <Button type="submit" intent="primary" disabled={boxNos.length === 0}>
            {t(pallet ? 'warehouse.palletAdd' : 'warehouse.palletBuild')} ({boxNos.length})
          </Button>
        </>
      }
    >
      <Restored at={restoredAt} onDiscard={discard} />
      <FormGroup label={t('warehouse.palletScanAsk')} labelFor={id}>
        <TextArea
          id={id}
          fill
          autoFocus
          rows={8}
          value={typed}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={tab}
        />
      </FormGroup>
      {!pallet && (
        <FormGroup label={speech.label('type', 'pallet')} labelFor={typeId}>
          <ShortSelect
            id={typeId}
            required
            options={palletTypes.map((value) => ({
              value,
              label: speech.choice('palletType', value),
              search: value,
            }))}
            value={type}
            onChange={(chosen) => setType(chosen ?? type)}
          />
        </FormGroup>
      )}
      <ErrorText text={failed} />
    </AppDialog>
  );
}
