/// <reference types="vite/types/importMeta.d.ts" />

/** True in builds for development and tests, false in a release: set by the bundler. */
declare const __TEST_HOOKS__: boolean;
/** What the build was told of updates, each empty where it was told nothing; set by the bundler. */
declare const __UPDATES__: {
  /** The name of the app in manifests. */
  readonly product: string;
  /** Public keys, as base64 separated by commas. */
  readonly keys: string;
  readonly feed: string;
  /** Name of whoever signs the Windows packages. */
  readonly publisher: string;
};
