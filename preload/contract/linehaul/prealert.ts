import { code, dateTime, text, weight } from '../fields';
import { boxNo, channelCodeRule, cmrNumber, plateNo, referenceCode, trackingNo } from '../rules/codes';
import { object } from '../shape';

/** A line of the outbound pre-alert: a parcel on the truck, in the columns of reference 6.13. */
export const prealertRow = object(() => ({
  cmrNo: code(cmrNumber),
  plateNo: code(plateNo),
  /** Departure, else loading, plus the hours of the route to the destination. */
  eta: dateTime('hub').nullable(),
  destinationCode: code(referenceCode),
  palletNo: text(20),
  boxNo: code(boxNo),
  trackingNo: code(trackingNo).nullable(),
  weight: weight(),
  country: text(2).nullable(),
  channelCode: code(channelCodeRule),
}));
