import { places } from '../custody/place';
import { choice, code, count, dateTime, id, stateOf, text, weight } from '../fields';
import { namesOf } from '../names';
import { boxNo } from '../rules/codes';
import { object } from '../shape';
import { boxStates } from '../warehouse/box';

/** A box for customs: its parcels counted by state. */
export const customsBoxRow = object(() => ({
  id: id(),
  billId: id(),
  boxNo: code(boxNo),
  boxState: choice('boxState', namesOf(boxStates)),
  place: stateOf({ name: 'place', states: places }),
  clearanceBatch: text(30).nullable(),
  destinationCode: text(30).nullable(),
  totalParcelCount: count(),
  weight: weight(),
  parcelsClearance: count(),
  parcelsFree: count(),
  parcelsHeld: count(),
  parcelsFailed: count(),
  parcelsAbnormal: count(),
  parcelsCompleted: count(),
  inboundAt: dateTime('warehouse').nullable(),
  outboundAt: dateTime('warehouse').nullable(),
}));
