import { FormGroup, HTMLSelect } from '@blueprintjs/core';
import type { NodeName } from '@contract/rules/timeNodes';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';

/** Select for a time node. */
export function NodeChooser(props: {
  nodes: readonly NodeName[];
  node: NodeName;
  onChoose: (node: NodeName) => void;
}) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const id = useId();
  return (
    <FormGroup label={t('bill.nodeWhich')} labelFor={id}>
      <HTMLSelect
        id={id}
        fill
        value={props.node}
        options={props.nodes.map((one) => ({ value: one, label: speech.choice('timeNode', one) }))}
        onChange={(event) => props.onChoose(event.currentTarget.value as NodeName)}
      />
    </FormGroup>
  );
}
