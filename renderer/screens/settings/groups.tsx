import { UpdateSettings } from '../../app/update/UpdateSettings';
import { type SettingGroup, setting } from './setting';

/** The groups of the settings, in their order at the left. */
export const groups: readonly SettingGroup[] = [
  {
    name: 'general',
    title: 'settings.general',
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
    ],
  },
  {
    name: 'appearance',
    title: 'settings.appearance',
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
    name: 'notifications',
    title: 'settings.notifications',
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
    name: 'updates',
    title: 'update.title',
    before: false,
    part: {
      Part: UpdateSettings,
      texts: ['update.running', 'update.lastLook', 'update.feed', 'update.feedDetail', 'update.daily'],
    },
  },
];
