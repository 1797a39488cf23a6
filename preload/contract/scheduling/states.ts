import { problem } from '../errors';
import { machine, type State } from '../machine';
import type { PermissionId } from '../permissions';

export const transportStates = {
  planned: { rank: 10, tone: 'neutral' },
  booked: { rank: 20, tone: 'info' },
  departed: { rank: 30, tone: 'progress' },
  arrived: { rank: 40, tone: 'warning' },
  closed: { rank: 50, tone: 'good' },
  cancelled: { rank: 60, tone: 'neutral' },
} as const satisfies Record<string, State>;
export type TransportState = keyof typeof transportStates;

/** Inputs of the lifecycle of a flight or voyage. */
export interface TransportFacts {
  readonly state: TransportState;
  /** Booking number of the carrier. */
  readonly bookingNo: string | null;
  /** Capacity of a flight in kg. */
  readonly capacityKg?: number;
  /** Containers of a voyage, by type. */
  readonly containersBooked?: readonly string[];
  /** Number of containers of a voyage with known numbers. */
  readonly containerCount?: number;
  readonly billCount: number;
}

/** Lifecycle of a flight or voyage (reference 3.8); one permission covers all of it. */
export const transportMachine = (permission: PermissionId, group: string) =>
  machine<TransportFacts>()({
    name: 'transport',
    calls: {
      ...{ allocate: `${group}.allocate`, containers: `${group}.putContainer` },
      ...{ link: `${group}.link`, unlink: `${group}.unlink` },
      ...{ book: `${group}.act`, unbook: `${group}.act`, depart: `${group}.act`, undoDepart: `${group}.act` },
      ...{ arrive: `${group}.act`, clearArrival: `${group}.act`, close: `${group}.act` },
      ...{ reopen: `${group}.act`, cancel: `${group}.act`, reschedule: `${group}.act` },
    },
    states: transportStates,
    stateOf: (row) => row.state,
    always: [],
    actions: {
      update: { from: ['planned'], to: 'same', permission },
      /** Sets the allotments of customers. */
      allocate: { from: ['planned'], to: 'same', permission },
      link: { from: ['planned', 'booked'], to: 'same', permission, inverse: 'unlink' },
      unlink: { from: ['planned', 'booked'], to: 'same', permission, inverse: 'link' },
      containers: { from: ['planned', 'booked', 'departed'], to: 'same', permission },
      book: {
        from: ['planned'],
        to: 'booked',
        permission,
        guards: [
          ({ bookingNo }) => (bookingNo ? undefined : problem('TRANSPORT_NO_REFERENCE')),
          ({ capacityKg, containersBooked }) =>
            capacityKg === 0 || containersBooked?.length === 0 ? problem('TRANSPORT_NO_SPACE') : undefined,
        ],
        inverse: 'unbook',
        tone: 'primary',
      },
      unbook: { from: ['booked'], to: 'planned', permission, inverse: 'book' },
      reschedule: { from: ['booked', 'departed'], to: 'same', permission, inverse: 'reschedule' },
      depart: {
        from: ['booked'],
        to: 'departed',
        permission,
        guards: [
          ({ billCount, containerCount = 0 }) =>
            billCount + containerCount > 0 ? undefined : problem('TRANSPORT_EMPTY'),
        ],
        inverse: 'undoDepart',
        tone: 'primary',
      },
      undoDepart: { from: ['departed'], to: 'booked', permission, inverse: 'depart' },
      arrive: { from: ['departed'], to: 'arrived', permission, inverse: 'clearArrival', tone: 'primary' },
      clearArrival: { from: ['arrived'], to: 'departed', permission, inverse: 'arrive' },
      close: { from: ['arrived'], to: 'closed', permission, inverse: 'reopen', tone: 'primary' },
      reopen: { from: ['closed'], to: 'arrived', permission, inverse: 'close' },
      cancel: { from: ['planned', 'booked'], to: 'cancelled', permission, tone: 'danger' },
      remove: {
        from: ['planned', 'cancelled'],
        to: 'gone',
        permission,
        guards: [({ billCount }) => (billCount > 0 ? problem('TRANSPORT_HAS_BILLS') : undefined)],
        tone: 'danger',
      },
    },
  });
export type TransportAction = keyof ReturnType<typeof transportMachine>['actions'];

/** Actions of one call, with a time, times or a reason; the others have calls of their own. */
export const transportSteps = [
  'book',
  'unbook',
  'reschedule',
  'depart',
  'undoDepart',
  'arrive',
  'clearArrival',
  'close',
  'reopen',
  'cancel',
] as const satisfies readonly TransportAction[];
export type TransportStep = (typeof transportSteps)[number];
