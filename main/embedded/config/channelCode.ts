import { channelCode } from '@contract/config/channelCode';
import { destination } from '@contract/config/destination';
import { problem } from '@contract/errors';
import { crudHandlers } from '../crud';
import { refuseFields } from '../refusal';

/** Channel codes: each leads to a destination that exists. */
export const channelCodeHandlers = crudHandlers(channelCode, {
  check: async ({ read }, { destinationCode }) => {
    const code = String(destinationCode);
    const found = await read
      .selectFrom('destination')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirst();
    if (!found) throw refuseFields({ destinationCode: problem('REFERENCE_UNKNOWN', { value: code }) });
  },
  inUse: async ({ read }, row) => {
    const user = await read
      .selectFrom('bill')
      .select('id')
      .where('channelCode', '=', String(row.channelCode))
      .executeTakeFirst();
    return user !== undefined;
  },
});

/** Destinations: bills refer to them by id, channels by code. */
export const destinationHandlers = crudHandlers(destination, {
  inUse: async ({ read }, row) => {
    const user = await read
      .selectFrom('channelCode')
      .select('id')
      .where('destinationCode', '=', String(row.code))
      .executeTakeFirst();
    return user !== undefined;
  },
});
