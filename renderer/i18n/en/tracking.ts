/** Tracking of parcels and waybills. */
export const tracking = {
  numbers: 'Tracking numbers and waybills',
  hint: 'One per line, or separated by spaces or commas; up to {most} at once. Enter to track, Shift+Enter for a new line.',
  button: 'Track',
  track: 'Track {number}',
  trackMany_one: 'Track {count} number',
  trackMany_other: 'Track {count} numbers',
  tooMany: 'Only the first {most} of {count} {count|number|numbers} are tracked',
  none: 'None of these numbers was found',
  start: 'Where is it?',
  startDetail:
    'Paste tracking numbers or air waybills above. Each is shown with its status, box, pallet and history.',
  list: 'Tracked parcels and waybills',
  copyRows: 'Copy all',
  place: 'Status and place',
  way: 'Timeline',
  wayEmpty: 'Nothing has happened yet',
  trackRest: 'Track the other {count}',
} as const;
