import { isfFiveParties, isfTenParties, type SeaIsf } from '@contract/sea/seaIsf';
import type { Content } from '../../core/xml';

/** The message of an ISF to customs: exactly the elements of its type (19 CFR 149.3). */
export function isfContent(isf: SeaIsf): Content {
  const ten = isf.isfType === 'ISF-10';
  const parties = Object.fromEntries(
    (ten ? isfTenParties : isfFiveParties).flatMap((name) => (isf[name] ? [[name, isf[name]]] : [])),
  );
  return {
    isfNo: isf.isfNo,
    transactionNo: isf.cbpTransactionNo,
    isfType: isf.isfType,
    actionReason: isf.actionReason,
    shipmentType: isf.shipmentType,
    modeOfTransport: isf.modeOfTransport,
    bond: {
      activity: isf.bondActivity,
      type: isf.bondType,
      holder: isf.bondHolder,
      suretyCode: isf.suretyCode,
      number: isf.singleBondNo,
    },
    billType: isf.billType,
    scac: isf.scac,
    mblNo: isf.mblNo,
    hblNo: isf.hblNo,
    amsBillNo: isf.amsBillNo,
    vesselName: isf.vesselName,
    voyageNo: isf.voyageNo,
    polCode: isf.polCode,
    podCode: isf.podCode,
    etd: isf.etd,
    eta: isf.eta,
    ...(ten
      ? {
          importerIdType: isf.importerIdType,
          importerNumber: isf.importerNumber,
          consigneeIdType: isf.consigneeIdType,
          consigneeNumber: isf.consigneeNumber,
        }
      : { foreignPort: isf.foreignPort, placeOfDelivery: isf.placeOfDelivery }),
    poNumber: isf.poNumber,
    ...parties,
    lines: isf.lines.map(({ hts, ...line }) => (ten ? { hts, ...line } : { hts })),
    containers: isf.containers.map(({ containerNo, containerType }) => ({ containerNo, containerType })),
  };
}
