/** Titles of the groups of settings, in display order. */
export const settingTitles = {
  general: 'settings.general',
  appearance: 'settings.appearance',
  tables: 'settings.tables',
  notifications: 'settings.notifications',
  printing: 'settings.printing',
  updates: 'update.title',
  backups: 'backups.title',
  diagnostics: 'settings.diagnostics',
} as const;
