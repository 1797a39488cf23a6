import { type PalletView, palletDraft, palletFields, palletView } from '@contract/warehouse/pallet';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { RecordForm } from '../../../resource/RecordForm';
import { recordValues } from '../../../resource/recordValues';
import { SidePanel } from '../../../ui/SidePanel';
import { notify } from '../../../ui/toaster';

/** Form for type, height and remark of a pallet. */
export function PalletForm({ pallet, onDone }: { pallet: PalletView; onDone: () => void }) {
  const { t } = useTranslation();
  return (
    <SidePanel isOpen width={480} title={pallet.palletNo} onClose={onDone}>
      <RecordForm
        resource="pallet"
        row={palletView}
        schema={palletDraft}
        groups={[{ title: t('warehouse.pallet'), fields: [...palletFields] }]}
        initial={recordValues(pallet, palletFields)}
        about={pallet}
        draft={`pallet/${pallet.id}`}
        save={(sent) => client.pallet.update({ params: { id: pallet.id }, body: sent })}
        onSaved={async ({ palletNo }) => {
          notify({ text: t('warehouse.palletSaved', { no: palletNo }), intent: 'success' });
          await invalidate(queryClient, 'pallet');
          onDone();
        }}
        onCancel={onDone}
      />
    </SidePanel>
  );
}
