/** Words of backups, and of data that cannot be opened. */
export const backups = {
  title: 'Backups',
  detail:
    'One file with all the data of this computer: bills, parcels, people, stored files. Passwords for mail and partners stay encrypted; sessions are not included.',
  remote:
    'The operator of this server keeps its backups: contact support. There are no backups on this computer.',
  notYours: 'Only a super administrator can make and restore backups',
  now: 'Back up now',
  made: 'Backup made: {name}',
  schedule: 'Back up automatically',
  scheduleDetail: 'Runs while the app is open; a missed backup is made at the next start',
  every: { off: 'Never', day: 'Every day', week: 'Every week' },
  weekday: 'Day of the week',
  weekdays: {
    '0': 'Monday',
    '1': 'Tuesday',
    '2': 'Wednesday',
    '3': 'Thursday',
    '4': 'Friday',
    '5': 'Saturday',
    '6': 'Sunday',
  },
  keep: 'Backups kept',
  faulty: 'The last scheduled backup failed: {reason}',
  folder: 'Folder',
  folderDetail: 'Best on another disk or a share: a backup on the same disk is lost with it',
  forget: 'Use the default folder',
  list: 'Available backups',
  none: 'No backup has been made yet',
  unreadable: 'Cannot be read',
  holds: '{bills} {bills|bill|bills}, {parcels} {parcels|parcel|parcels}, {files} {files|file|files}',
  version: 'version {version}',
  reasons: {
    manual: 'Manual',
    scheduled: 'Automatic',
    update: 'Before an update',
    migration: 'Before a data upgrade',
    restore: 'Before a restore',
  },
  restore: 'Restore',
  restoreOf: 'Restore the backup from {at}',
  restoreFile: 'Restore a file…',
  checking: 'Reading the backup…',
  restoring: 'Restoring…',
  making: 'Backing up…',
  ask: 'Replace all data with the backup from {at}?',
  askDetail:
    'Your {present} current {present|bill|bills} will be replaced by {bills} {bills|bill|bills} from {at}. The current data is backed up first, and everyone is signed out. Anything still waiting to go out stays on hold until you send it.',
  askForeign:
    'This backup was not made by this installation, or was changed afterwards. Restore it only if you know where it comes from.',
  askDamaged:
    'The damaged data is set aside unchanged and replaced by {bills} {bills|bill|bills} from {at}. Everyone is signed out.',
  restored: 'Backup from {at} restored: {bills} {bills|bill|bills}. Sign in again.',
  restoredAside:
    'Backup from {at} restored: {bills} {bills|bill|bills}. The previous data was moved to {place}.',
  failedTitle: 'The data cannot be opened',
  offered: 'Backups you can restore',
  offeredNone: 'No backup was found on this computer',
  anew: 'Start with new data…',
  anewAsk: 'Start with new data?',
  anewDetail:
    'The data that cannot be opened stays where it is, unchanged. You then choose again how to start.',
  firstTitle: 'Restore a backup',
  firstDetail:
    'Take over the data of another computer from its backup. The whole backup is checked before anything is written.',
  firstStart: 'Restore…',
  firstChoose: 'Choose a backup…',
  firstFound: 'Backups on this computer',
  firstSecrets:
    'Sign in as you did there. Passwords for mail and customs are encrypted for the old computer: enter them again in their settings.',
  askFirst: 'Start with the data from {at}?',
  askFirstDetail:
    'The backup is complete ({bills} {bills|bill|bills}). Anything that was waiting to go out stays on hold until you send it.',
  solve: 'Backups and other options…',
} as const;
