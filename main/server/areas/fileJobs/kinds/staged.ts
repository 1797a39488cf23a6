import type { VatScheme } from '@contract/rules/lowValue';

/** A parcel assembled from its lines. Weights in grams, amounts in minor units. */
export interface StagedParcel {
  readonly n: number;
  /** Number of the parcel's first row. */
  readonly row: number;
  readonly trackingNo: string;
  readonly box: StagedBox;
  orderNo: string | null;
  readonly consigneeName: string;
  readonly address: string | null;
  readonly city: string;
  readonly postcode: string;
  readonly country: string;
  phone: string | null;
  email: string | null;
  readonly sellerName: string;
  iossNo: string | null;
  readonly vatScheme: VatScheme;
  readonly grossWeight: number;
  value: number;
  lines: number;
  restricted: boolean;
  /** True if a preferential rate is claimed for one of its lines. */
  preferential: boolean;
  /** Number of the first row without the product identifiers of every item. */
  rowWithoutId: number | undefined;
  /** True if customs demands an identifier that one of its lines lacks. */
  unidentified: boolean;
  /** Different commodity codes. */
  codes: string[];
  ags: boolean;
}

/** A box assembled from its parcels. */
export interface StagedBox {
  readonly n: number;
  readonly boxNo: string;
  parcels: number;
  weight: number;
  deco: boolean;
  ags: boolean;
}

/** The contents of a file; its lines are in the temporary table `stageLine`. */
export interface StagedFile {
  readonly parcels: ReadonlyMap<string, StagedParcel>;
  readonly boxes: ReadonlyMap<string, StagedBox>;
  readonly currency: string;
  readonly total: Measure;
  readonly deco: Measure;
  readonly ags: Measure;
  readonly warnings: number;
  readonly statistic: Statistic;
}

/** Totals of parcels: weight in grams, value in minor units. */
export interface Measure {
  lines: number;
  parcels: number;
  boxes: number;
  weight: number;
  value: number;
}

/** Statistics of a file as stored: weights in grams, amounts in minor units. */
export type Statistic = Readonly<
  Record<
    | `${'ags' | 'deco' | 'total'}${'Lines' | 'Parcels' | 'Boxes' | 'Weight'}`
    | 'totalValue'
    | 'distinctHs6'
    | 'itemDutyEstimate'
    | 'lockedIoss'
    | 'errorLines',
    number
  >
> & { readonly currency: string };
