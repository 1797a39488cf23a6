import { Checkbox } from '@blueprintjs/core';
import type { PalletView } from '@contract/warehouse/pallet';
import { useState } from 'react';

/** Selection of pallets in a table, one by one. */
export function usePalletChoice() {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return {
    chosen,
    check: ({ id, palletNo }: PalletView) => (
      <Checkbox
        className="fc-bare-check"
        aria-label={palletNo}
        checked={chosen.has(id)}
        onChange={() => toggle(id)}
      />
    ),
  };
}
