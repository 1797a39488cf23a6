/** Message of the database for a write outside the scope. */
export const OUT_OF_SCOPE = 'beyond the scope';
/** True for the failure of a write that touched data outside the caller's scope. */
export const isBeyondScope = (error: unknown): boolean =>
  error instanceof Error && error.message === OUT_OF_SCOPE;
