/** True in `npm run test:long`, where what goes on by chance goes on for long. */
export const long = process.env.FREIGHT_CONSOLE_TEST_LONG === '1';
