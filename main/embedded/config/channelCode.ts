import { channelCode } from '@contract/config/channelCode';
import { destination } from '@contract/config/destination';
import { problem } from '@contract/errors';
import { crudHandlers } from '../crud';
import { refuseFields } from '../refusal';
import { checkAddress } from './places';

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
});

/** Destinations: their address is written as in their country. */
export const destinationHandlers = crudHandlers(destination, {
  check: ({ read }, draft) => checkAddress(read, draft),
});
