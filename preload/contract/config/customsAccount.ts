import type * as z from 'zod';
import { choice, code, text } from '../fields';
import { permit } from '../permissions';
import { crud, recordFields, referenceFields, resource } from '../resource';
import { customsFolder, customsOffice } from '../rules/customs';
import { eori } from '../rules/taxNumbers';
import { byNothing } from '../scope';
import { object } from '../shape';

/**
 * Behaviour of the simulated customs office: it releases everything; rejects, controls, asks for documents, refuses or
 * invalidates; registers only; or the connection is broken.
 */
export const customsSimulatorModes = [
  'release',
  'reject',
  'control',
  'documents',
  'refuse',
  'invalidate',
  'register',
  'garbage',
  'down',
] as const;
export type CustomsSimulatorMode = (typeof customsSimulatorModes)[number];

/** Result of handing a message to a customs office or asking it, or the reason why neither was possible. */
export const customsResults = [
  'ok',
  'unknown',
  'folder',
  'certificate',
  'private_address',
  'unknown_host',
  'closed',
  'unreachable',
  'tls',
  'timeout',
  'redirect',
  'sign_in',
  'refused',
  'status',
  'answer',
  'restored',
] as const;
export type CustomsResult = (typeof customsResults)[number];

/** How low-value declarations (H7) reach a customs office of the EU, and who lodges them. */
export const customsAccount = resource({
  name: 'customsAccount',
  path: '/customs-account',
  module: 'config',
  view: permit('config.customs.view'),
  edit: permit('config.customs.edit'),
  scope: byNothing('reference data'),
  row: object(() => ({
    ...recordFields,
    name: text(60),
    /** The simulator runs beside this API; a folder is emptied by the customs software of the office. */
    transport: choice('customsTransport', ['simulator', 'folder', 'https']),
    simulatorMode: choice('customsSimulatorMode', customsSimulatorModes),
    /** Web address of the customs office; its client certificate comes from the environment of the server. */
    address: text(300, 'url').nullable(),
    /** Name of the folder within that which the environment of the server names. */
    folder: code(customsFolder).nullable(),
    /** Office of import (data element 17 09 001). */
    officeCode: code(customsOffice),
    filerName: text(70),
    filerEori: code(eori),
    /** Status of the representative (data element 13 06 030); none if the filer is the declarant. */
    representation: choice('representation', ['self', 'direct', 'indirect']),
    /** Number that the customs office prescribes for importers without an EORI number. */
    consumerNo: text(17),
    /** Designated place where the goods are (data element 16 15 036). */
    goodsLocation: text(17).nullable(),
    ...referenceFields,
  })),
  draft: [
    'name',
    'transport',
    'simulatorMode',
    'address',
    'folder',
    'officeCode',
    'filerName',
    'filerEori',
    'representation',
    'consumerNo',
    'goodsLocation',
    'remark',
  ],
  lookup: ['name', 'active'],
  namesFor: 'everyone',
  filters: ['transport', 'officeCode', 'active'],
  sorts: ['name', 'transport', 'officeCode', 'filerName', 'createdAt'],
  order: 'name',
  keyword: ['name', 'officeCode', 'filerName'],
  unique: ['name'],
  finding: { numbers: ['name'], names: ['name', 'officeCode'], path: '/config/customs/account' },
  fresh: { transport: 'https', simulatorMode: 'release', representation: 'indirect' },
});
export type CustomsAccount = z.output<typeof customsAccount.row>;
export const customsAccountApi = crud(customsAccount);
