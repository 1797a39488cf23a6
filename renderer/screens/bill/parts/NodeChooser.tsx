import { FormGroup } from '@blueprintjs/core';
import type { NodeName } from '@contract/rules/timeNodes';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';
import { ChoiceSelect } from '../../../ui/Choices';

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
      <ChoiceSelect
        id={id}
        fill
        value={props.node}
        options={props.nodes.map((one) => ({ value: one, label: speech.choice('timeNode', one) }))}
        onChange={props.onChoose}
      />
    </FormGroup>
  );
}
