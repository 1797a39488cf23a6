/** Messages about the data on this machine: why it cannot be opened, and its backups. `detail` is a path or a name. */
export const data = {
  DATABASE_DAMAGED:
    'The database in {detail} is damaged. It was left unchanged. Restore a backup, or start with new data',
  DATABASE_FOREIGN:
    'The file freight.db in {detail} was not written by Freight Console. It was left unchanged. Move it away, or restore a backup',
  DATABASE_LOCKED:
    'Another program has locked the database in {detail}. Close it (a backup, a virus scanner, a database viewer), then try again',
  DATA_MISSING:
    'The data is not where it was: {detail}. Connect the drive or the share that it is on, then try again',
  DATA_NO_PLACE:
    'Cannot create {detail}: a folder above it is missing or is a file. Check the path, and that the drive is connected',
  DATA_NOT_WRITABLE: 'Cannot write to {detail}. Give your user account write access to it, then try again',
  DATA_UNFINISHED:
    'Cannot write to {detail}, where the last run stopped unexpectedly and left changes to finish. Nothing was changed. Give your user account write access to it, then try again',
  DATABASE_OLDER:
    'The data in {detail} was written by an older version and must be updated, but the folder is read-only. Nothing was changed. Give your user account write access to it, then try again',
  DATABASE_TOO_OLD:
    'The data in {detail} is too old for this version, and was left unchanged. Open it once with the previous version, or restore a backup',
  DATA_DISK_FULL: 'The disk with {detail} is full. Free some space, then try again',
  DATA_DISK_FAILED:
    'The disk with {detail} reports a fault. Check the disk and its cable; if it happens again, restore a backup to another disk',
  BACKEND_CRASHING:
    'The local database service keeps stopping. Try again; if it happens again, send the diagnostics file to support',
  PORT_IN_USE:
    'The port {detail} is in use by another program. Stop that program, or choose another port with --port',
  PORT_DENIED: 'This user cannot open port {detail}. Choose a port from 1024 upwards with --port',
  HOST_UNKNOWN: 'This machine has no address {detail}. Choose an address of this machine with --host',
  DEMO_BEYOND_LOOPBACK:
    'The demo accounts are served on loopback only, not on {detail}: their passwords are public. Start with --host 127.0.0.1 and without --public-url, or with --seed empty in a new folder',

  BACKUP_NONE: '{detail} is not a backup of Freight Console. Choose another file',
  BACKUP_GONE: 'The backup {detail} no longer exists or cannot be read. Choose another backup',
  BACKUP_DAMAGED: 'The backup {detail} is damaged at {part} and cannot be restored. Choose another backup',
  BACKUP_NEWER:
    '{detail} was made by version {version}, which is newer than this one. Install that version first',
  BACKUP_TOO_OLD:
    'The backup {detail}, made by version {version}, is too old for this version. Restore it with the previous version, then open the data with this one',
  BACKUP_NO_SPACE:
    'The disk with {detail} has {free} MB free, and {needed} MB are needed. Nothing was changed. Free some space, then try again',
  BACKUP_FOLDER:
    'The folder {detail} cannot be reached or written. Connect its drive, or choose another folder',
  BACKUP_EXISTS: '{detail} already exists and was not overwritten. Choose another name',
  BACKUP_RUNNING: 'A backup or a restore is running. Wait until it ends',
  BACKUP_NOT_YOURS: 'Only a super administrator can make and restore backups',
  BACKUP_NOTHING: 'There is no data to back up in {detail}',
} as const;
