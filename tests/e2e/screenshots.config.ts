import base from './playwright.config';

/** A picture of every screen in every language and theme, to be looked at. */
export default { ...base, projects: undefined, testMatch: '**/*.screens.ts', timeout: 1_800_000, retries: 0 };
