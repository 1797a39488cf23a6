import type { BuiltBill } from './bills';
import { calm } from './cargo';
import { DAY, HOUR, MINUTE } from './clock';
import { customerOf } from './customerData';
import type { Change } from './logs';
import type { FlightWish, Shipment } from './shipments';
import { foundOne, iossOverLimit, notReleased, seizedTwo, waitsForPhoto, withoutData } from './storyEndings';

/** Number and batch of a bill. */
interface StoryBill {
  readonly billNo: string;
  readonly batchNo: string;
}

/** A story of the demo: its flight, and its differences from a usual bill. */
export interface Story {
  readonly number: number;
  readonly wish: (now: number) => FlightWish;
  /** True if all its parcels are stored. */
  readonly stored?: boolean;
  /** Changes the planned shipment before its bill is built. */
  readonly prepare?: (shipment: Shipment, index: number) => void;
  /** Changes the built bill; returns the changes for its log. */
  readonly finish?: (bill: BuiltBill) => readonly Change[];
}

const size = (parcels: number, boxes: number) => ({ parcels, boxes });

/** Builds a wish with a given bill number. */
const wish = (
  label: string,
  rest: Omit<FlightWish, 'label' | 'batches'> & { batches?: number },
): FlightWish => ({
  label,
  batches: 1,
  ...rest,
});

/** IOSS number that was locked after the pre-alert. */
const LOCKED_IOSS = 'IM2769900004';

/** The stories, each with its own bills. */
export const tales: readonly Story[] = [
  {
    number: 1,
    wish: (now) =>
      wish('story1', {
        stage: 'delivery',
        ata: now - 4.4 * DAY,
        billNo: '112-61200016',
        lane: { carrier: 'CK', origin: 'PVG', landing: 'AMS' },
        customer: customerOf('GPT'),
        channel: 'DE-ADW-ECO',
        warehouse: 'AMS-W2',
        size: size(1100, 44),
        trips: 2,
        releaseHours: 46,
      }),
    stored: true,
    prepare: (shipment) => {
      shipment.archived = null;
      shipment.remark = 'Delivered in two trucks, CMR 1 of 2 and 2 of 2';
    },
  },
  {
    number: 2,
    wish: () =>
      wish('story2', {
        stage: 'transit',
        batches: 3,
        aim: 'transit',
        age: 5 * HOUR,
        furtherAims: ['inbound.customs', 'clearing.collected'],
        billNo: '784-64501275',
        lane: { carrier: 'CZ', origin: 'CAN', landing: 'AMS' },
        customer: customerOf('BLL'),
        size: size(900, 36),
      }),
    stored: true,
    prepare: (shipment, index) => {
      shipment.remark = `Batch ${index + 1} of 3 under this AWB`;
    },
  },
  {
    number: 3,
    wish: () =>
      wish('story3', {
        stage: 'transit',
        aim: 'transit',
        age: 6 * HOUR,
        billNo: '172-58302145',
        lane: { carrier: 'CV', origin: 'CGO', landing: 'MST' },
        customer: customerOf('LMG'),
        channel: 'FR-COL-ECO',
        size: size(8200, 320),
        trips: 2,
      }),
    prepare: (shipment) => {
      shipment.trouble = { ...calm, missingBoxes: 2 };
      shipment.remark = 'NOA 318 of 320 boxes; one found when counting in, one still missing';
    },
    finish: foundOne,
  },
  {
    number: 4,
    wish: () =>
      wish('story4', {
        stage: 'clearance',
        aim: 'clearance.inbound',
        age: 5 * HOUR,
        billNo: '999-61703552',
        lane: { carrier: 'CA', origin: 'HGH', landing: 'LGG' },
        customer: customerOf('SRC'),
        channel: 'BE-WAF-ECO',
        warehouse: 'LGG-W1',
        size: size(1200, 48),
        releaseHours: 52,
      }),
    stored: true,
    prepare: (shipment) => {
      shipment.trouble = { ...calm, failed: 2 / 1200 };
      shipment.remark = 'FYCO: 12 parcels held, 10 released, 2 seized as counterfeit';
    },
    finish: seizedTwo,
  },
  {
    number: 5,
    wish: () =>
      wish('story5', {
        stage: 'inbound',
        aim: 'inbound.customs',
        age: 50 * HOUR,
        billNo: '921-52014782',
        lane: { carrier: 'O3', origin: 'EHU', landing: 'LGG' },
        customer: customerOf('BCM'),
        channel: 'FR-COL-EXP',
        warehouse: 'LGG-W1',
        size: size(760, 30),
      }),
    stored: true,
    prepare: (shipment) => {
      shipment.reached = { ...shipment.reached, firstRelease: null };
      shipment.remark = 'Not released for more than 48 hours; alert mail sent to the broker and the customer';
    },
    finish: notReleased,
  },
  {
    number: 6,
    wish: () =>
      wish('story6', {
        stage: 'clearing',
        aim: 'clearing.declared',
        age: 4 * HOUR,
        offloadDays: 1,
        billNo: '501-60063286',
        lane: { carrier: '7L', origin: 'HKG', landing: 'AMS' },
        customer: customerOf('HMF'),
        channel: 'NL-TUL-ECO',
        size: size(820, 34),
      }),
    stored: true,
    prepare: (shipment) => {
      shipment.remark = 'Offloaded by the airline, flew a day later with another flight';
    },
  },
  {
    number: 7,
    wish: (now) =>
      wish('story7', {
        stage: 'delivery',
        ata: now - 5.4 * DAY,
        billNo: '880-60702390',
        lane: { carrier: 'HU', origin: 'CSX', landing: 'LGG' },
        customer: customerOf('BBF'),
        channel: 'NL-TUL-EXP',
        warehouse: 'AMS-W1',
        size: size(700, 28),
        releaseHours: 46,
      }),
    prepare: (shipment) => {
      shipment.archived = null;
      shipment.remark = 'T1 from Liège to AMS-W1, discharged on arrival';
    },
  },
  {
    number: 7,
    wish: () =>
      wish('story7b', {
        stage: 'clearing',
        aim: 'clearing.collected',
        age: 9 * DAY,
        billNo: '157-60123372',
        lane: { carrier: 'QR', origin: 'HKG', landing: 'LGG' },
        customer: customerOf('HMF'),
        channel: 'NL-TUL-ECO',
        warehouse: 'AMS-W1',
        size: size(640, 26),
        trips: 1,
        releaseHours: 90,
      }),
    prepare: (shipment) => {
      const { reached } = shipment;
      const trips = reached.trips.map((trip) => ({ ...trip, gateIn: null }));
      shipment.reached = { ...reached, trips, firstRelease: null, released: null, handover: null };
      shipment.remark = 'T1 overdue: time limit passed, truck not yet at AMS-W1, enquiry with the carrier';
    },
  },
  {
    number: 8,
    wish: (now) =>
      wish('story8', {
        stage: 'draft',
        batches: 2,
        eta: now + 26 * HOUR,
        billNo: '160-60763872',
        lane: { carrier: 'CX', origin: 'HKG', landing: 'AMS' },
        customer: customerOf('HMF'),
        channel: 'DE-ADW-EXP',
        size: size(600, 24),
      }),
    prepare: (shipment, index) => {
      const { flight } = shipment;
      shipment.checked = null;
      shipment.uploaded = null;
      if (index === 0) {
        shipment.removed = { at: flight.created + 40 * MINUTE, reason: 'Wrong customer data, entered again' };
        shipment.remark = 'Removed; its number could not be used again, see batch 02';
      } else {
        shipment.flight = { ...flight, created: flight.created + 75 * MINUTE };
        shipment.remark = 'Batch 01 of this AWB was removed and blocks its number, so this is batch 02';
      }
    },
  },
  {
    number: 9,
    wish: (now) =>
      wish('story9', {
        stage: 'delivery',
        ata: now - 47 * DAY,
        billNo: '176-60479311',
        lane: { carrier: 'EK', origin: 'CAN', landing: 'MST' },
        customer: customerOf('SRC'),
        channel: 'FR-COL-ECO',
      }),
    prepare: (shipment) => {
      shipment.remark = 'Archived; restore it to change anything';
    },
  },
  {
    number: 11,
    wish: (now) =>
      wish('story11', {
        stage: 'draft',
        eta: now + 19 * HOUR,
        billNo: '999-64115306',
        lane: { carrier: 'CA', origin: 'TFU', landing: 'FRA' },
        customer: customerOf('CLT'),
        channel: 'FR-COL-ECO',
        size: size(840, 34),
      }),
    stored: true,
    prepare: (shipment) => {
      shipment.ioss = LOCKED_IOSS;
      shipment.clearanceType = 'ioss';
      shipment.checked = null;
      shipment.remark =
        'The seller’s IOSS number is locked: the check refuses the data until it is sent under another';
    },
  },
  {
    number: 12,
    wish: () =>
      wish('story12', {
        stage: 'clearing',
        aim: 'clearing.declared',
        age: 5 * HOUR,
        billNo: '112-61200053',
        lane: { carrier: 'CK', origin: 'NKG', landing: 'AMS' },
        customer: customerOf('GPT'),
        channel: 'DE-ADW-EXP',
        size: size(880, 35),
      }),
    stored: true,
    prepare: (shipment) => {
      shipment.clearanceType = 'ioss';
      shipment.remark = 'One parcel over EUR 150 came with IOSS: declared in full (AGS), with a warning';
    },
    finish: iossOverLimit,
  },
  {
    number: 13,
    wish: (now) =>
      wish('story13', {
        stage: 'delivery',
        ata: now - 3.9 * DAY,
        billNo: '784-64501312',
        lane: { carrier: 'CZ', origin: 'SZX', landing: 'AMS' },
        customer: customerOf('JRE'),
        channel: 'NL-TUL-ECO',
        size: size(960, 40),
      }),
    stored: true,
    prepare: (shipment) => {
      shipment.archived = null;
      shipment.remark = 'Two parcels without data: one cleared up, one delivered anyway';
    },
    finish: withoutData,
  },
  {
    number: 14,
    wish: () =>
      wish('story14', {
        stage: 'inbound',
        aim: 'inbound.open',
        age: 3 * HOUR,
        billNo: '112-61203446',
        lane: { carrier: 'CK', origin: 'HGH', landing: 'AMS' },
        customer: customerOf('OKS'),
        channel: 'NL-TUL-ECO',
        size: size(680, 27),
        trips: 1,
      }),
    stored: true,
    prepare: (shipment) => {
      shipment.remark = 'Customer wants photos: inbound cannot be finished before there is one';
    },
    finish: waitsForPhoto,
  },
];

/** Bills of each story by its number. The twentieth is about staff. */
export const stories: ReadonlyMap<number, readonly StoryBill[]> = new Map(
  [...new Set(tales.map(({ number }) => number))].map((number) => [
    number,
    tales
      .filter((tale) => tale.number === number)
      .flatMap(({ wish: wishAt }) => {
        const { billNo = '', batches } = wishAt(0);
        return Array.from({ length: batches }, (_, index) => ({ billNo, batchNo: `0${index + 1}` }));
      }),
  ]),
);

/** The staff of the twentieth story: one may not sign in, and one may not type barcodes. */
export const storyStaff = { forbidden: 'p.visser', withoutBarcodes: 'd.bakker' } as const;

/** Prepares the shipment of a story: data uploaded and checked, and no random problems. */
export function settle(shipment: Shipment): void {
  shipment.trouble = calm;
  shipment.uploaded ??= shipment.flight.created + 22 * MINUTE;
  shipment.checked ??= shipment.uploaded + 16 * MINUTE;
}
