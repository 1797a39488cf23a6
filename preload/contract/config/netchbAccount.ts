import * as z from 'zod';
import { endpoint } from '../endpoint';
import { choice, code, dateTime, flag, id, text } from '../fields';
import { permit } from '../permissions';
import { crud, recordFields, referenceFields, resource } from '../resource';
import { filerCode, importerId, suretyCode, usPort } from '../rules/customs';
import { byNothing } from '../scope';
import { object, strictObject } from '../shape';

/** Result of a call of the gateway, or the reason why none was made. */
export const netchbResults = [
  'ok',
  'no_password',
  'keychain_locked',
  'password_lost',
  'private_address',
  'unknown_host',
  'closed',
  'unreachable',
  'tls',
  'timeout',
  'redirect',
  'sign_in',
  'filer',
  'refused',
  'status',
  'answer',
  'restored',
] as const;
export type NetchbResult = (typeof netchbResults)[number];

/** The password that the gateway simulator accepts for every login name. */
export const SIMULATOR_PASSWORD = 'simulator';

/**
 * Behaviour of the simulator: everything succeeds; customs warns, rejects, responds late or not at all, asks for
 * papers, examines or holds; the connection is broken.
 */
export const simulatorModes = [
  'accept',
  'warning',
  'reject',
  'late',
  'silent',
  'documents',
  'exam',
  'hold',
  'garbage',
  'down',
] as const;
export type SimulatorMode = (typeof simulatorModes)[number];

/** A login at NetCHB, for filing ISF and entries with US customs. */
export const netchbAccount = resource({
  name: 'netchbAccount',
  path: '/netchb-account',
  module: 'config',
  view: permit('config.netchb.view'),
  edit: permit('config.netchb.edit'),
  scope: byNothing('reference data'),
  row: object(() => ({
    ...recordFields,
    name: text(60),
    /** The simulator runs beside this API and responds like the real gateway; nothing leaves the machine. */
    environment: choice('netchbEnvironment', ['simulator', 'sandbox', 'production']),
    simulatorMode: choice('simulatorMode', simulatorModes),
    /** Address of the gateway; not needed for the simulator. */
    address: text(300, 'url').nullable(),
    loginName: text(60),
    /** True if a password is stored; nothing else of it is revealed. */
    hasPassword: flag(),
    filerCode: code(filerCode),
    /** Usual port of its entries. */
    portCode: code(usPort).nullable(),
    importerOfRecord: text(60).nullable(),
    importerTaxId: code(importerId).nullable(),
    bondType: choice('bondType', ['8', '9']).nullable(),
    /** Surety of the bond. */
    suretyCode: code(suretyCode).nullable(),
    /** Time of a requested test that is not finished yet. */
    testDueAt: dateTime().nullable(),
    lastTestAt: dateTime().nullable(),
    lastTestResult: choice('netchbResult', netchbResults).nullable(),
    /** Response of the gateway. */
    lastTestAnswer: text(500).nullable(),
    ...referenceFields,
  })),
  draft: [
    'name',
    'environment',
    'simulatorMode',
    'address',
    'loginName',
    'filerCode',
    'portCode',
    'importerOfRecord',
    'importerTaxId',
    'bondType',
    'suretyCode',
    'remark',
  ],
  lookup: ['name', 'active'],
  namesFor: 'everyone',
  filters: ['environment', 'filerCode', 'hasPassword', 'lastTestResult', 'active'],
  sorts: ['name', 'filerCode', 'environment', 'importerOfRecord', 'lastTestAt', 'createdAt'],
  order: 'name',
  keyword: ['name', 'loginName', 'filerCode', 'importerOfRecord'],
  unique: ['name'],
  finding: { numbers: ['name'], names: ['name', 'filerCode'], path: '/config/netchb/account' },
  fresh: { environment: 'production', simulatorMode: 'accept' },
});
export type NetchbAccount = z.output<typeof netchbAccount.row>;

const one = strictObject(() => ({ id: id() }));
export const netchbAccountApi = {
  ...crud(netchbAccount),
  /** Sets the password, or removes it with null. It is valid only for the login and address it was entered for. */
  password: endpoint({
    method: 'PUT',
    path: '/netchb-account/{id}/password',
    access: netchbAccount.edit,
    params: one,
    body: strictObject(() => ({ password: z.string().min(1).max(200).nullable() })),
    answer: netchbAccount.row,
    errors: ['SECRETS_LOCKED'],
    extension: true,
  }),
  /** Starts a test of the connection; the record will have the result. */
  test: endpoint({
    method: 'POST',
    path: '/netchb-account/{id}/test',
    access: netchbAccount.edit,
    params: one,
    answer: netchbAccount.row,
    extension: true,
  }),
} as const;
