/** The reader's own time zone: whose clock shows instants that belong to no airport. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
