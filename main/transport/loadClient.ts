/** Loads the HTTP client with the first request: what it brings along is no part of the start. */
export const loadClient = () => import('./client');
