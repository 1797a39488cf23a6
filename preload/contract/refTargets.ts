/** Resources that others refer to: each has `GET {path}/all` with a row a person can recognise. */
export type RefTarget =
  | 'adminGroup'
  | 'airport'
  | 'cargoStation'
  | 'channelCode'
  | 'chargeItem'
  | 'country'
  | 'customer'
  | 'customsAccount'
  | 'clientCompany'
  | 'clientContact'
  | 'clientGroup'
  | 'clientRole'
  | 'destination'
  | 'feeCategory'
  | 'lastMile'
  | 'mailbox'
  | 'mark'
  | 'monitorConfig'
  | 'netchbAccount'
  | 'seaBill'
  | 'seaIsf'
  | 'seaTransport'
  | 'service'
  | 'staff'
  | 'vatCode'
  | 'warehouse';

/** The field by which people recognise a record, if not its code; groups of staff have a name in either language. */
const RECOGNISED_BY: Partial<Record<RefTarget, string>> = {
  adminGroup: 'nameEn',
  airport: 'airportCode',
  channelCode: 'channelCode',
  clientContact: 'name',
  clientRole: 'nameEn',
  customsAccount: 'name',
  mailbox: 'address',
  monitorConfig: 'name',
  netchbAccount: 'name',
  seaBill: 'mblNo',
  seaIsf: 'isfNo',
  seaTransport: 'transportNo',
  staff: 'realName',
};

/** Returns the field by which people recognise a record: lists and files show it for a reference. */
export const recognisedBy = (to: RefTarget): string => RECOGNISED_BY[to] ?? 'code';
