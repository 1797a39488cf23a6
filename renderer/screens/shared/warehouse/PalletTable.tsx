import { type PalletView, palletView } from '@contract/warehouse/pallet';
import type { ReactNode } from 'react';
import { PartTable } from '../transport/PartTable';

/** Table of pallets of a bill or a truck, with room for a check box before and for actions after each. */
export function PalletTable(props: {
  readonly label: string;
  readonly pallets: readonly PalletView[];
  readonly fields: readonly (keyof PalletView & string)[];
  readonly start?: (pallet: PalletView) => ReactNode;
  readonly end?: (pallet: PalletView) => ReactNode;
}) {
  const { pallets, ...rest } = props;
  return <PartTable {...rest} schema={palletView} resource="pallet" rows={pallets} />;
}
