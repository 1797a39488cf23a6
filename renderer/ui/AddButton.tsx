import { Button } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { useShortcuts } from './shortcuts';

/** Begins another of what the screen in front lists, by the mouse or by N. */
export function AddButton({
  onAdd,
  disabled = false,
  children,
}: {
  onAdd: () => void;
  disabled?: boolean;
  /** What is added, as the button and the sheet of keys say it. */
  children: string;
}) {
  useShortcuts([{ combo: 'n', label: children, run: () => !disabled && onAdd() }]);
  return (
    <Button intent="primary" icon={<Plus />} disabled={disabled} onClick={onAdd}>
      {children}
    </Button>
  );
}
