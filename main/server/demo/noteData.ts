import type { CmrTrigger } from '@contract/linehaul/cmrConfig';

/** A mail setting of consignment notes. */
interface NoteMailData {
  readonly name: string;
  readonly trigger: CmrTrigger;
  readonly destinations?: readonly string[];
  readonly lastMileOf?: string;
  readonly customers?: readonly string[];
  readonly to: readonly string[];
  readonly cc?: readonly string[];
  readonly subject: string;
  readonly body: string;
  readonly files: readonly ('attachPdf' | 'attachExcel' | 'attachPod')[];
  readonly sendTime?: string;
  readonly active?: boolean;
  readonly remark?: string;
}

const OPS = 'operations@example.com';
const SIGNED = '\n\nNorthgate Clearance, line-haul desk';

/** Mail settings of the line-haul desk. */
export const noteMailData: readonly NoteMailData[] = [
  {
    name: 'Outbound pre-alert, hubs in Germany',
    trigger: 'on_departed',
    destinations: ['DE-HUB-01', 'DE-HUB-02'],
    to: ['inbound.de-hub-01@example.com', 'inbound.de-hub-02@example.com'],
    cc: [OPS],
    subject: 'Pre-alert {cmrNo}: {plateNo}, {pallets} pallets, ETA {eta}',
    body: `Truck {plateNo} / {trailerNo} of {carrier} left {from} at {departedAt} for {to}.\n{pallets} pallets, {boxes} boxes, {parcels} parcels, {weight}. ETA {eta}.\nBills: {bills}\n\nEvery parcel stands in the file.${SIGNED}`,
    files: ['attachPdf', 'attachExcel'],
  },
  {
    name: 'Outbound pre-alert, hubs in France',
    trigger: 'on_departed',
    lastMileOf: 'FR-HUB-01',
    to: ['inbound.fr-hub-01@example.com'],
    subject: 'Preavis {cmrNo} {plateNo}',
    body: `{pallets} pallets, {parcels} parcels for {to}, ETA {eta}.${SIGNED}`,
    files: ['attachExcel'],
  },
  {
    name: 'Loaded truck to the hub in Belgium, every morning',
    trigger: 'on_loaded',
    destinations: ['BE-HUB-01'],
    to: ['inbound.be-hub-01@example.com'],
    cc: [OPS],
    subject: 'Loaded: {cmrNo} for {to}',
    body: `{cmrNo} was loaded at {loadedAt} with {pallets} pallets and {boxes} boxes on {plateNo}.${SIGNED}`,
    files: ['attachPdf'],
    sendTime: '07:00',
  },
  {
    name: 'POD to key customers, at the end of the day',
    trigger: 'on_pod',
    customers: ['GPT', 'SRC'],
    to: ['pod-desk@example.com'],
    subject: 'POD {cmrNo}: {podBoxes} boxes at {podAt}',
    body: `{bills}\ndelivered to {to} at {podAt}: {podBoxes} boxes. 已签收，签收单见附件。${SIGNED}`,
    files: ['attachPod'],
    sendTime: '18:00',
  },
  {
    name: 'CMR to the carrier',
    trigger: 'manual',
    to: ['planning@example.org'],
    subject: 'CMR {cmrNo} {from} - {to}',
    body: `Please find enclosed the consignment note for {plateNo}.${SIGNED}`,
    files: ['attachPdf'],
  },
  {
    name: 'Pre-alert of the American line-haul',
    trigger: 'on_departed',
    destinations: ['US-HUB-01', 'US-HUB-02', 'US-HUB-03'],
    to: ['inbound.us-hub-01@example.com'],
    subject: 'Pre-alert {cmrNo}',
    body: '{pallets} pallets for {to}, ETA {eta}.',
    files: ['attachExcel'],
    active: false,
    remark: 'Until the hubs have their own mail box',
  },
];
