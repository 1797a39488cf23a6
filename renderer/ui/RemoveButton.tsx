import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';

/** Removes one line of a list or table. */
export function RemoveButton(props: {
  readonly label: string;
  readonly disabled: boolean;
  readonly onRemove: () => void;
}) {
  const { label, disabled, onRemove } = props;
  return (
    <Button variant="minimal" icon={<Cross />} disabled={disabled} aria-label={label} onClick={onRemove} />
  );
}
