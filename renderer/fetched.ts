import { desktop } from './api/bridge';

/**
 * What the app is read with first: main hands over the files of the page itself, and loads nothing of its own until they are
 * there. From here on both are busy at the same time.
 */
void desktop.app.fetched();
