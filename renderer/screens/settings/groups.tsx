import { UpdateSettings } from '../../app/update/UpdateSettings';
import { BackupSettings } from './BackupSettings';
import { Diagnostics } from './Diagnostics';
import { ServerSettings } from './ServerSettings';
import { type SettingGroup, setting } from './setting';
import { settingTitles } from './titles';

/** Groups of the settings, in display order. */
export const groups: readonly SettingGroup[] = [
  {
    name: 'general',
    title: settingTitles.general,
    before: true,
    settings: [
      setting({
        key: 'language',
        label: 'app.language',
        detail: 'settings.languageDetail',
        whose: 'person',
        control: {
          kind: 'choice',
          options: [
            { value: 'en', label: 'app.languageEn' },
            { value: 'cn', label: 'app.languageCn' },
          ],
        },
      }),
      setting({
        key: 'gpu',
        label: 'settings.gpu',
        detail: 'settings.gpuDetail',
        whose: 'machine',
        restarts: true,
        control: {
          kind: 'choice',
          options: [
            { value: 'auto', label: 'settings.auto' },
            { value: 'on', label: 'settings.on' },
            { value: 'off', label: 'settings.off' },
          ],
        },
      }),
    ],
    part: {
      Part: ServerSettings,
      texts: ['app.server', 'access.serverAdd', 'access.serverRemove', 'access.serverAddress'],
    },
  },
  {
    name: 'appearance',
    title: settingTitles.appearance,
    before: true,
    settings: [
      setting({
        key: 'theme',
        label: 'app.theme',
        detail: 'settings.themeDetail',
        whose: 'person',
        control: {
          kind: 'choice',
          options: [
            { value: 'system', label: 'app.themeSystem' },
            { value: 'light', label: 'app.themeLight' },
            { value: 'dark', label: 'app.themeDark' },
          ],
        },
      }),
      setting({
        key: 'density',
        label: 'app.density',
        detail: 'settings.densityDetail',
        whose: 'person',
        control: {
          kind: 'choice',
          options: [
            { value: 'compact', label: 'app.densityCompact' },
            { value: 'normal', label: 'app.densityNormal' },
            { value: 'roomy', label: 'app.densityRoomy' },
          ],
        },
      }),
      setting({
        key: 'sidebarCollapsed',
        label: 'settings.sidebar',
        detail: 'settings.sidebarDetail',
        whose: 'person',
        control: { kind: 'switch' },
      }),
    ],
  },
  {
    name: 'tables',
    title: settingTitles.tables,
    before: false,
    settings: [
      setting({
        key: 'tables',
        label: 'settings.layouts',
        detail: 'settings.layoutsDetail',
        whose: 'person',
        control: { kind: 'remembered', own: true },
      }),
    ],
  },
  {
    name: 'notifications',
    title: settingTitles.notifications,
    before: false,
    settings: [
      setting({
        key: 'notifications',
        label: 'settings.notify',
        detail: 'settings.notifyDetail',
        whose: 'person',
        control: { kind: 'switch' },
      }),
    ],
  },
  {
    name: 'printing',
    title: settingTitles.printing,
    before: false,
    settings: [
      setting({
        key: 'printers',
        label: 'settings.printers',
        detail: 'settings.printersDetail',
        whose: 'machine',
        control: { kind: 'remembered', own: false },
      }),
      setting({
        key: 'labels',
        label: 'settings.labels',
        detail: 'settings.labelsDetail',
        whose: 'machine',
        control: { kind: 'remembered', own: false },
      }),
    ],
  },
  {
    name: 'updates',
    title: settingTitles.updates,
    before: false,
    part: {
      Part: UpdateSettings,
      texts: ['update.running', 'update.lastLook', 'update.feed', 'update.feedDetail', 'update.daily'],
    },
  },
  {
    name: 'backups',
    title: settingTitles.backups,
    before: false,
    part: {
      Part: BackupSettings,
      texts: ['backups.now', 'backups.restore', 'backups.schedule', 'backups.folder', 'backups.detail'],
    },
  },
  {
    name: 'diagnostics',
    title: settingTitles.diagnostics,
    before: true,
    settings: [
      setting({
        key: 'logLevel',
        label: 'settings.logLevel',
        detail: 'settings.logLevelDetail',
        whose: 'machine',
        control: {
          kind: 'choice',
          options: [
            { value: 'warn', label: 'settings.logWarn' },
            { value: 'info', label: 'settings.logInfo' },
            { value: 'debug', label: 'settings.logDebug' },
          ],
        },
      }),
    ],
    part: {
      Part: Diagnostics,
      texts: [
        'settings.diagnosticsFile',
        'settings.diagnosticsDetail',
        'settings.diagnosticsSave',
        'settings.logsShow',
      ],
    },
  },
];
