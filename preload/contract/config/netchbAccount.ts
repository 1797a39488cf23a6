import * as z from 'zod';
import { endpoint } from '../endpoint';
import { choice, code, dateTime, flag, id, text } from '../fields';
import { permit } from '../permissions';
import { crud, recordFields, referenceFields, resource } from '../resource';
import { filerCode, importerId, suretyCode, usPort } from '../rules/customs';
import { byNothing } from '../scope';
import { object, strictObject } from '../shape';

/** What came of a call of the gateway, or kept one from being made. */
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

/** The password that the gateway simulator takes of every login name. */
export const SIMULATOR_PASSWORD = 'simulator';

/**
 * As which kind of gateway the simulator behaves: one at which all is well, customs that warns, rejects, answers late or
 * not at all, asks for papers, examines or holds, and a line that is broken.
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

/** A login at NetCHB, through which ISF and entries are filed with US customs. */
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
    /** The simulator runs beside this API and speaks as the real gateway does; nothing leaves the machine. */
    environment: choice('netchbEnvironment', ['simulator', 'sandbox', 'production']),
    simulatorMode: choice('simulatorMode', simulatorModes),
    /** Where the gateway is; the simulator needs none. */
    address: text(300, 'url').nullable(),
    loginName: text(60),
    /** All that is ever said of the password. */
    hasPassword: flag(),
    filerCode: code(filerCode),
    /** Where entries are made as a rule. */
    portCode: code(usPort).nullable(),
    importerOfRecord: text(60).nullable(),
    importerTaxId: code(importerId).nullable(),
    bondType: choice('bondType', ['8', '9']).nullable(),
    /** Who stands surety for the bond. */
    suretyCode: code(suretyCode).nullable(),
    /** When a test was asked for that has not come to its end. */
    testDueAt: dateTime().nullable(),
    lastTestAt: dateTime().nullable(),
    lastTestResult: choice('netchbResult', netchbResults).nullable(),
    /** What the gateway said. */
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
  /** Sets the password, or takes it away with null. It is good for the login and the address it was entered for. */
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
  /** Begins a test of the connection; the record says what came of it. */
  test: endpoint({
    method: 'POST',
    path: '/netchb-account/{id}/test',
    access: netchbAccount.edit,
    params: one,
    answer: netchbAccount.row,
    extension: true,
  }),
} as const;
