/// <reference types="vite/types/importMeta.d.ts" />

/** True in builds for development and tests, false in a release: set by the bundler. */
declare const __TEST_HOOKS__: boolean;
/** Update settings of the build, each empty if not given; set by the bundler. */
declare const __UPDATES__: {
  /** The name of the app in manifests. */
  readonly product: string;
  /** Public keys, as base64 separated by commas. */
  readonly keys: string;
  readonly feed: string;
  /** Signer of the Windows packages. */
  readonly publisher: string;
};
