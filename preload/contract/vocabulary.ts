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
  'abnormalCase',
  'airport',
  'apiPush',
  'attachment',
  'bill',
  'channelCode',
  'customer',
  'destination',
  'file',
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
  'arrive',
  'setFlight',
  'setNode',
  'offload',
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
  'push',
] as const;
