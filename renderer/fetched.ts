import { desktop } from './api/bridge';

/**
 * First module of the app that runs. Until this call main serves only the page's files; afterwards main and the page
 * load at the same time.
 */
void desktop.app.fetched();
