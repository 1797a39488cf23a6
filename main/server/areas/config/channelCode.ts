import { channelCode } from '@contract/config/channelCode';
import { destination } from '@contract/config/destination';
import { problem } from '@contract/errors';
import { countryZone } from '@contract/rules/countryZones';
import type { GroupHandlers } from '../../core/context';
import { crudHandlers, listOf } from '../../core/crud';
import { eachOf } from '../../core/eachOf';
import { refuseFields } from '../../core/refusal';
import { selectedIds } from '../../core/selected';
import { checkAddress, countryOf } from './places';

const usual = crudHandlers(channelCode, {
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

/** Channel codes: each refers to an existing destination. */
export const channelCodeHandlers: GroupHandlers<'channelCode'> = {
  ...usual,

  route: async (context, { body: { destinationCode, countryCode, ...selected } }) =>
    eachOf(context, await selectedIds(context, listOf(channelCode), selected), async (id) => {
      const route = { destinationCode, countryCode };
      const params = { id };
      const { version, ...row } = await usual.get(context, { params });
      if (row.destinationCode === route.destinationCode && row.countryCode === route.countryCode)
        return false;
      await usual.update(context, { params, body: { ...route, version } });
      return true;
    }),
};

/** Destinations; addresses are checked by the format of their country. */
export const destinationHandlers = crudHandlers(destination, {
  check: ({ read }, draft) => checkAddress(read, draft),
  derive: async ({ timeZone, countryId }, { read }) =>
    timeZone === null ? { timeZone: countryZone((await countryOf(read, countryId))?.code ?? '') } : {},
});
