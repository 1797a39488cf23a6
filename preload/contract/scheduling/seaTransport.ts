import * as z from 'zod';
import { operateLogRow } from '../access/operateLog';
import { endpoint } from '../endpoint';
import { choice, code, codes, count, dateTime, id, note, stateOf, text, volume, weight } from '../fields';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { crud, recordFields, resource, warning } from '../resource';
import { containerCount, containerNo, containerTypes, documentNo, imo, scac, voyage } from '../rules/codes';
import { sealNo } from '../rules/customs';
import { unLocode } from '../rules/places';
import { byNothing } from '../scope';
import { object, strictObject } from '../shape';
import { billIds, lineCalls, linkErrors, linkedBill, one, scheduleChange } from './parts';
import { transportMachine, transportStates } from './states';

/** A voyage of a ship with its booked containers. Ports have no time zone: times are shown in the reader's. */
export const seaTransport = resource({
  name: 'seaTransport',
  path: '/sea-transport',
  module: 'transport',
  view: permit('transport.sea.view'),
  edit: permit('transport.sea.edit'),
  scope: byNothing('a voyage carries goods of several warehouses; its bills are shown by their own'),
  row: object(() => ({
    ...recordFields,
    /** Null in a draft; numbered by the day of creation. */
    transportNo: code(documentNo).nullable(),
    state: stateOf({ name: 'transport', states: transportStates }),
    carrierScac: code(scac),
    vesselName: text(60),
    imoNo: code(imo).nullable(),
    voyageNo: code(voyage),
    polCode: code(unLocode),
    podCode: code(unLocode),
    /** Cut-off times of the line for the shipping instruction, the documents, and the containers. */
    siCutOff: dateTime().nullable(),
    cutOffDoc: dateTime().nullable(),
    cutOffCargo: dateTime().nullable(),
    etd: dateTime(),
    eta: dateTime(),
    atd: dateTime().nullable(),
    ata: dateTime().nullable(),
    containersBooked: codes(containerCount, 10),
    /** Number of containers with known numbers. */
    containerCount: count(),
    billCount: count(),
    bookingNo: text(20).nullable(),
    cancelReason: note(500).nullable(),
    remark: note(500).nullable(),
  })),
  draft: [
    'transportNo',
    'carrierScac',
    'vesselName',
    'imoNo',
    'voyageNo',
    'polCode',
    'podCode',
    'siCutOff',
    'cutOffDoc',
    'cutOffCargo',
    'etd',
    'eta',
    'containersBooked',
    'bookingNo',
    'remark',
  ],
  lookup: [
    'transportNo',
    'vesselName',
    'voyageNo',
    'carrierScac',
    'imoNo',
    'polCode',
    'podCode',
    'etd',
    'eta',
    'state',
  ],
  namesFor: 'readers',
  filters: [
    'transportNo',
    'state',
    'carrierScac',
    'vesselName',
    'voyageNo',
    'polCode',
    'podCode',
    'etd',
    'eta',
    'createdAt',
  ],
  sorts: [
    'transportNo',
    'state',
    'carrierScac',
    'vesselName',
    'voyageNo',
    'polCode',
    'podCode',
    'cutOffCargo',
    'etd',
    'eta',
    'createdAt',
  ],
  order: '-etd',
  keyword: ['transportNo', 'vesselName', 'voyageNo', 'bookingNo'],
  unique: ['transportNo'],
  finding: {
    numbers: ['transportNo'],
    also: ['bookingNo'],
    names: ['vesselName', 'voyageNo'],
    path: '/transport/sea/detail/{id}',
  },
  examples: {
    carrierScac: ['COSU', 'MAEU', 'OOLU'],
    vesselName: ['POLARIS STAR', 'POLARIS DAWN', 'POLARIS REEF'],
    imoNo: ['9074729', '', ''],
    voyageNo: ['041E', '2645W', '102E'],
    polCode: ['CNYTN', 'CNSHA', 'CNNGB'],
    podCode: ['USLAX', 'NLRTM', 'USNYC'],
    etd: ['04/11/2026 02:30', '05/11/2026 10:00', '07/11/2026 01:15'],
    eta: ['20/11/2026 09:10', '12/12/2026 15:20', '09/12/2026 08:40'],
    containersBooked: ['2x40HQ', '1x40HQ; 1x20GP', ''],
    bookingNo: ['6345678901', '', ''],
  },
});
export type SeaTransport = z.output<typeof seaTransport.row>;

export const seaMachine = transportMachine(seaTransport.edit, 'seaTransport');

/** A container on a voyage. */
export const seaContainer = object(() => ({
  id: id(),
  containerNo: code(containerNo),
  containerType: choice('containerType', containerTypes),
  sealNo: code(sealNo).nullable(),
  packages: count(0, 100_000).nullable(),
  weight: weight().nullable(),
  volume: volume().nullable(),
}));
export type SeaContainer = z.output<typeof seaContainer>;
/** Fields of a container that a person fills in. */
export const containerFields = [
  'containerNo',
  'containerType',
  'sealNo',
  'packages',
  'weight',
  'volume',
] as const;
export const containerDraft = strictObject(() => ({
  containerNo: seaContainer.shape.containerNo,
  containerType: seaContainer.shape.containerType,
  sealNo: seaContainer.shape.sealNo.default(null),
  packages: seaContainer.shape.packages.default(null),
  weight: seaContainer.shape.weight.default(null),
  volume: seaContainer.shape.volume.default(null),
}));
/** A container by its number: omitted fields stay unchanged, and are empty for a new one. */
const containerChange = strictObject(() => ({
  containerNo: seaContainer.shape.containerNo,
  containerType: seaContainer.shape.containerType.optional(),
  sealNo: seaContainer.shape.sealNo.optional(),
  packages: seaContainer.shape.packages.optional(),
  weight: seaContainer.shape.weight.optional(),
  volume: seaContainer.shape.volume.optional(),
}));

const { active: _, setActive: __, create, update, remove, ...usual } = crud(seaTransport);
export const seaTransportApi = {
  ...usual,
  ...lineCalls('/sea-transport', seaTransport),
  // Ports and ships are no records, so no reference can be unknown.
  create: { ...create, errors: ['CODE_EXISTS'] as const },
  update: { ...update, errors: ['CODE_EXISTS', 'STALE_DATA', 'STATE_NOT_ALLOWED'] as const },
  remove: { ...remove, errors: ['IN_USE', 'STATE_NOT_ALLOWED', 'TRANSPORT_HAS_BILLS'] as const },
  /** Containers and bills on the voyage, and changes of its times. */
  parts: endpoint({
    method: 'GET',
    path: '/sea-transport/{id}/parts',
    access: seaTransport.view,
    params: one,
    answer: object(() => ({
      bills: z.array(linkedBill),
      containers: z.array(seaContainer),
      changes: z.array(scheduleChange),
    })),
    extension: true,
  }),
  link: endpoint({
    method: 'POST',
    path: '/sea-transport/{id}/bills',
    access: seaTransport.edit,
    params: one,
    body: strictObject(() => ({ billIds })),
    answer: object(() => ({ linked: z.int(), warnings: z.array(warning) })),
    errors: linkErrors.filter((code) => code !== 'BOOKING_ROUTE'),
    extension: true,
  }),
  /** Adds a container, or changes the one with that number. */
  putContainer: endpoint({
    method: 'PUT',
    path: '/sea-transport/{id}/containers',
    access: seaTransport.edit,
    params: one,
    body: containerChange,
    answer: seaContainer,
    errors: ['STATE_NOT_ALLOWED'],
    extension: true,
  }),
  takeContainer: endpoint({
    method: 'DELETE',
    path: '/sea-transport/{id}/containers',
    access: seaTransport.edit,
    params: one,
    query: strictObject(() => ({ containerNo: seaContainer.shape.containerNo })),
    errors: ['STATE_NOT_ALLOWED'],
    extension: true,
  }),
  /** Operation log of one voyage. */
  logs: endpoint({
    method: 'GET',
    path: '/sea-transport/{id}/logs',
    access: seaTransport.view,
    params: one,
    query: listQuery(operateLogRow, ['operatorId', 'action', 'at'], ['at']),
    answer: pageOf(operateLogRow),
    extension: true,
  }),
};
