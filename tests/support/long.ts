/** True in `npm run test:long`, where random tests run for long. */
export const long = process.env.FREIGHT_CONSOLE_TEST_LONG === '1';
