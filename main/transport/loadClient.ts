/** Loads the HTTP client with the first request: its dependencies would slow the start. */
export const loadClient = () => import('./client');
