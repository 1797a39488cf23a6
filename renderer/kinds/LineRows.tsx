import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RemoveButton } from '../ui/RemoveButton';

/** Rows of a table of price lines, each with the button that removes it. `cells` draws a line by its position. */
export function LineRows<L extends object>({
  lines,
  disabled,
  onChange,
  cells,
}: {
  readonly lines: readonly L[];
  readonly disabled: boolean;
  readonly onChange: (lines: L[]) => void;
  readonly cells: (line: L, index: number, onChange: (changes: Partial<L>) => void) => ReactNode;
}) {
  const { t } = useTranslation();
  const change = (at: number, changes: Partial<L>) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...changes } : line)));
  return (
    <tbody>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their position
        <tr key={index}>
          {cells(line, index, (changes) => change(index, changes))}
          <td>
            <RemoveButton
              label={t('business.lineRemove', { no: index + 1 })}
              disabled={disabled}
              onRemove={() => onChange(lines.filter((_, other) => other !== index))}
            />
          </td>
        </tr>
      ))}
    </tbody>
  );
}
