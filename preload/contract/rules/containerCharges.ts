import { type Problem, problem } from '../errors';
import { lineAmount, sumOf } from './money';
import { isOn, type Period } from './periods';
import { daysAfter } from './usDays';

/** Charges on a container beyond its free time: at the terminal until it leaves, and with us until it returns empty. */
export const containerChargeKinds = ['demurrage', 'detention'] as const;
export type ContainerChargeKind = (typeof containerChargeKinds)[number];

/** Price of a day, from a day after the free time on until the next step. */
export interface TariffStep {
  readonly fromDay: number;
  readonly dayPrice: string;
}

/** A tariff of a carrier or terminal for a period; null or empty applies to all. */
export interface ContainerTariff extends Period {
  readonly kind: ContainerChargeKind;
  readonly carrierScac: string | null;
  readonly podCode: string | null;
  readonly containerTypes: readonly string[];
  readonly freeDays: number;
  readonly currency: string;
  readonly steps: readonly TariffStep[];
}

/** Checks the steps of a tariff: the first is of day 1, each further one of a later day. */
export function tariffStepsProblem(steps: readonly TariffStep[]): Problem | undefined {
  const wrong = steps.findIndex(
    ({ fromDay, dayPrice }, index) =>
      dayPrice.startsWith('-') || (index === 0 ? fromDay !== 1 : fromDay <= (steps[index - 1]?.fromDay ?? 0)),
  );
  return steps.length === 0 || wrong >= 0 ? problem('TARIFF_STEPS', { no: wrong + 1 || 1 }) : undefined;
}

/** Returns the tariff for a container on a day: that of the carrier before that of the port, then that of the type. */
export function tariffFor<T extends ContainerTariff>(
  tariffs: readonly T[],
  wanted: {
    readonly kind: ContainerChargeKind;
    readonly carrierScac: string;
    readonly podCode: string;
    readonly containerType: string;
    readonly day: string;
  },
): T | undefined {
  const rank = ({ carrierScac, podCode, containerTypes }: T) =>
    (carrierScac ? 4 : 0) + (podCode ? 2 : 0) + (containerTypes.length > 0 ? 1 : 0);
  return tariffs
    .filter(
      (one) =>
        one.kind === wanted.kind &&
        isOn(one, wanted.day) &&
        (one.carrierScac ?? wanted.carrierScac) === wanted.carrierScac &&
        (one.podCode ?? wanted.podCode) === wanted.podCode &&
        (one.containerTypes.length === 0 || one.containerTypes.includes(wanted.containerType)),
    )
    .sort((one, other) => rank(other) - rank(one))[0];
}

/** Days of a container at the port; null while not reached. */
export interface ContainerDays {
  readonly discharged: string | null;
  /** Last day of free storage as the carrier states it; null: by the tariff. */
  readonly lastFreeDay: string | null;
  readonly gateOut: string | null;
  readonly emptyReturned: string | null;
}

/** The clock of a charge: the last free day, and the last day charged so far. */
export interface ContainerClock {
  readonly freeUntil: string;
  readonly until: string;
  readonly running: boolean;
}

/**
 * Returns the clock of a charge; undefined while it has not started. Demurrage counts from the day after the last free
 * day up to the gate-out, detention from the day after the free days that follow the gate-out up to the empty return;
 * both last days count. Free time that the carrier does not state starts on the day after discharge. An invoice must
 * state these days (46 CFR 541.6).
 */
export function clockOfCharge(
  kind: ContainerChargeKind,
  { discharged, lastFreeDay, gateOut, emptyReturned }: ContainerDays,
  freeDays: number,
  today: string,
): ContainerClock | undefined {
  const [from, end] =
    kind === 'demurrage' ? ([discharged, gateOut] as const) : ([gateOut, emptyReturned] as const);
  const stated = kind === 'demurrage' ? lastFreeDay : null;
  const freeUntil = stated ?? (from === null ? null : daysAfter(from, freeDays));
  return freeUntil === null ? undefined : { freeUntil, until: end ?? today, running: end === null };
}

const DAY = 86_400_000;

/** Number of days charged: those after the last free day. */
export const chargedDays = ({ freeUntil, until }: ContainerClock): number =>
  Math.max(0, (Date.parse(until) - Date.parse(freeUntil)) / DAY);

/** Days at one price. */
export interface ChargedStep {
  readonly fromDay: number;
  readonly toDay: number;
  readonly days: number;
  readonly dayPrice: string;
  readonly amount: string;
}

/** Splits the days from one number to another into the steps of a tariff, each with its amount. */
export function chargedSteps(
  { steps, currency }: Pick<ContainerTariff, 'steps' | 'currency'>,
  days: number,
  from = 1,
): ChargedStep[] {
  return steps.flatMap(({ fromDay, dayPrice }, index) => {
    const first = Math.max(fromDay, from);
    const toDay = Math.min(days, (steps[index + 1]?.fromDay ?? Number.POSITIVE_INFINITY) - 1);
    const count = toDay - first + 1;
    return count > 0
      ? [{ fromDay: first, toDay, days: count, dayPrice, amount: lineAmount(count, dayPrice, currency) }]
      : [];
  });
}

/** Returns the total of steps. */
export const chargedTotal = (steps: readonly ChargedStep[], currency: string): string =>
  sumOf(
    steps.map(({ amount }) => amount),
    currency,
  );
