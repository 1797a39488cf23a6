import type { AlertEvent } from '@contract/monitor/alert';

/** The event, threshold and scope of a rule. */
export interface AlertCondition {
  readonly event: AlertEvent;
  readonly thresholdHours: number | null;
  readonly customerIds: readonly number[];
  readonly airportIds: readonly number[];
  readonly warehouseIds: readonly number[];
}

/** A record that matches an event now. */
export interface AlertMatch {
  readonly objectId: number;
  readonly objectNo: string;
  readonly billId: number | null;
  /** Time that the threshold is measured from or to. */
  readonly since: string;
  /** Distinguishes repeated failures of a record; empty for lasting conditions. */
  readonly occurrence: string;
}

/** Identifies an occurrence among those of its event. */
export const keyOf = ({ objectId, occurrence }: Pick<AlertMatch, 'objectId' | 'occurrence'>): string =>
  `${objectId} ${occurrence}`;
