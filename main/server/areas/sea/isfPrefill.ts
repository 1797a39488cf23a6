import { freshOf } from '@contract/resource';
import { type IsfDraft, seaIsf } from '@contract/sea/seaIsf';
import type { Reader } from '../../store/open';
import { isfRecord } from './isfRow';
import { readSeaBill } from './seaLinks';

/** Fields that belong to a customer rather than to a shipment. */
const OF_CUSTOMER = [
  'isfType',
  'shipmentType',
  'importerIdType',
  'importerNumber',
  'consigneeIdType',
  'consigneeNumber',
  'seller',
  'buyer',
  'shipTo',
  'stuffingLocation',
  'consolidator',
  'bookingParty',
  'bondActivity',
  'bondType',
  'bondHolder',
  'suretyCode',
] as const satisfies readonly (keyof IsfDraft)[];

/** Bond activity of an importer. */
const IMPORTER = '01';

/**
 * Initial fields of an ISF for a sea bill: the bill's own numbers, ship, ports, times, containers and goods; parties,
 * identities and bond from the customer's last ISF, else from the account it is filed through.
 */
export async function prefillIsf(read: Reader, seaBillId: number): Promise<Partial<IsfDraft>> {
  const bill = await readSeaBill(read, seaBillId);
  const last = await read
    .selectFrom('seaIsf')
    .selectAll()
    .where('customerId', '=', bill.customerId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const account = await read
    .selectFrom('netchbAccount')
    .select(['id', 'importerTaxId', 'bondType', 'suretyCode'])
    .where('active', '=', 1)
    .orderBy('id')
    .executeTakeFirst();
  const before = last ? isfRecord.codec.decode(last) : undefined;
  const known = before
    ? Object.fromEntries(OF_CUSTOMER.map((name) => [name, before[name]]))
    : {
        importerIdType: account?.importerTaxId ? 'EI' : null,
        importerNumber: account?.importerTaxId ?? null,
        bondActivity: IMPORTER,
        bondType: account?.bondType ?? null,
        bondHolder: account?.importerTaxId ?? null,
        suretyCode: account?.suretyCode ?? null,
      };
  const goods = bill.goodsEn.slice(0, 70);
  const line = before?.lines[0];
  return {
    ...freshOf(seaIsf),
    ...known,
    seaBillId,
    netchbAccountId: account?.id ?? null,
    billType: bill.hblNo === null ? 'OB' : 'BM',
    mblNo: bill.mblNo,
    hblNo: bill.hblNo,
    scac: bill.carrierScac,
    vesselName: bill.vesselName,
    voyageNo: bill.voyageNo,
    polCode: bill.polCode,
    podCode: bill.podCode,
    loadingAt: bill.loadingAt,
    etd: bill.etd,
    eta: bill.eta,
    placeOfDelivery: bill.deliveryCode,
    // The HTS number is not known yet; the manufacturer is usually that of the last ISF.
    lines: [{ ...EMPTY_LINE, ...(line ? { ...line, hts: null } : {}), description: goods }],
    containers: bill.containers.map(({ containerNo, containerType }) => ({ containerNo, containerType })),
  };
}

const EMPTY_LINE = {
  hts: null,
  originCountry: null,
  manufacturerName: null,
  manufacturerAddress: null,
  manufacturerCity: null,
  manufacturerState: null,
  manufacturerPostcode: null,
  manufacturerCountry: null,
  description: null,
};
