import { Button, FormGroup, InputGroup, Switch } from '@blueprintjs/core';
import { billRow } from '@contract/bill/bill';
import { metaOf } from '@contract/fields';
import { timeNode } from '@contract/rules/timeNodes';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';
import { kindOf } from '../../../kinds';
import { idOf } from '../../../kinds/recordId';
import { BusyButton } from '../../../ui/BusyButton';
import { ChoiceSelect } from '../../../ui/Choices';
import type { TrackSheet } from './useTrackSheet';

const WAREHOUSE = metaOf(billRow.shape.warehouseId);

function WarehouseInput({
  value,
  onChange,
}: {
  value: number | null;
  onChange: (id: number | null) => void;
}) {
  const { Input } = kindOf(WAREHOUSE);
  return (
    <Input
      id="track-warehouse"
      name="warehouseId"
      meta={WAREHOUSE}
      value={value}
      onChange={(id) => onChange(idOf(id))}
      onBlur={() => undefined}
      invalid={false}
      disabled={false}
      required={false}
      row={{}}
    />
  );
}

/** Fields for all bills without their own time: time, warehouse, and the switch to replace existing times. */
function CommonFields({ sheet }: { sheet: TrackSheet }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { node, time, warehouseId, overwrite } = sheet.common;
  return (
    <>
      <FormGroup label={t('bill.nodesTime')} labelFor="track-time">
        <InputGroup
          id="track-time"
          className="fc-track-time"
          placeholder="DD/MM/yyyy HH:mm"
          title={t('bill.nodesTimeHint')}
          value={time}
          onValueChange={sheet.setTime}
        />
      </FormGroup>
      <Button onClick={sheet.setNow}>{t('bill.nodeNow')}</Button>
      {timeNode(node).detail === 'warehouseId' && (
        <FormGroup label={speech.label('warehouseId', 'bill')} labelFor="track-warehouse">
          <WarehouseInput value={warehouseId} onChange={sheet.setWarehouseId} />
        </FormGroup>
      )}
      <Switch
        label={t('bill.nodesOverwrite')}
        checked={overwrite}
        onChange={(event) => sheet.setReplace(event.currentTarget.checked)}
      />
    </>
  );
}

/** Bar with the node, its time, and the save button. */
export function TrackBar({
  sheet,
  saving,
}: {
  sheet: TrackSheet;
  saving: { readonly busy: boolean; readonly right: number; readonly save: () => Promise<void> };
}) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { common, ids } = sheet;
  const { node, clear } = common;
  return (
    <div className="fc-track-bar">
      <FormGroup label={t('bill.nodeWhich')} labelFor="track-node">
        <ChoiceSelect
          id="track-node"
          value={node}
          options={sheet.nodes.map((one) => ({ value: one, label: speech.choice('timeNode', one) }))}
          onChange={sheet.setNode}
        />
      </FormGroup>
      {!clear && <CommonFields sheet={sheet} />}
      <Switch
        label={t('bill.nodesClearMode')}
        checked={clear}
        onChange={(event) => sheet.setClear(event.currentTarget.checked)}
      />
      <span className="fc-spring" />
      {ids.length > 0 && (
        <span className="fc-muted">{t('bill.nodesCount', { count: sheet.bills.length })}</span>
      )}
      {sheet.saved > 0 && <Button onClick={sheet.dropDone}>{t('bill.nodesDropDone')}</Button>}
      {ids.length > 0 && <Button onClick={sheet.empty}>{t('bill.nodesEmpty')}</Button>}
      <BusyButton
        intent={clear ? 'danger' : 'primary'}
        busy={saving.busy}
        disabled={saving.right === 0}
        onClick={() => void saving.save()}
      >
        {t(clear ? 'bill.nodesClearSave' : 'bill.nodesSave', { count: saving.right })}
      </BusyButton>
    </div>
  );
}
