/** True in builds for development and tests, false in a release: set by the bundler. */
declare const __TEST_HOOKS__: boolean;
