import base from './playwright.config';

/** Takes a picture of every screen in every language and theme, for review. */
export default { ...base, projects: undefined, testMatch: '**/*.screens.ts', timeout: 1_800_000, retries: 0 };
