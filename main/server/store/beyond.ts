/** Message of the database for a write beyond the scope. */
export const BEYOND = 'beyond the scope';
/** True for the failure of a write that touched what is beyond the caller's scope. */
export const isBeyondScope = (error: unknown): boolean => error instanceof Error && error.message === BEYOND;
