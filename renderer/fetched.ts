import { desktop } from './api/bridge';

/**
 * The first module of the app that runs: main serves the files of the page and loads nothing of its own until this
 * call. From here on both load at the same time.
 */
void desktop.app.fetched();
