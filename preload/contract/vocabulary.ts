/** Fixed lists that several resources use. */

export const tapeColors = [
  'none',
  'white',
  'yellow',
  'red',
  'blue',
  'green',
  'orange',
  'purple',
  'black',
  'pink',
  'brown',
  'transparent',
] as const;

/** What a line of the operation log is about. */
export const logObjects = [
  'airport',
  'attachment',
  'bill',
  'channelCode',
  'customer',
  'destination',
  'file',
  'fileJob',
  'importJob',
  'lastMile',
  'staff',
] as const;

export const logActions = [
  'create',
  'update',
  'delete',
  'activate',
  'deactivate',
  'import',
  'undo',
  'export',
  'upload',
  'login',
  'logout',
  'password',
  'check',
  'uncheck',
  'remove',
  'recover',
  'archive',
  'restore',
  'convert',
  'restart',
  'accept',
  'cancel',
] as const;
