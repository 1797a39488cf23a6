import { Button } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { useShortcuts } from './shortcuts';

/** Button that adds a record to the front screen's list; also by the key N. */
export function AddButton({
  onAdd,
  disabled = false,
  children,
}: {
  onAdd: () => void;
  disabled?: boolean;
  /** Name of the new record, on the button and in the list of keys. */
  children: string;
}) {
  useShortcuts([{ combo: 'n', label: children, run: () => !disabled && onAdd() }]);
  return (
    <Button intent="primary" icon={<Plus />} disabled={disabled} onClick={onAdd}>
      {children}
    </Button>
  );
}
