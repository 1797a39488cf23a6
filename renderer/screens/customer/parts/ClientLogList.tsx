import { clientLogRow } from '@contract/customer/clientLog';
import { useSpeech } from '../../../app/language';
import { LogList } from '../../shared/config/LogList';

const FILTERS = ['operatorId', 'action', 'objectType', 'objectNo', 'at', 'result'] as const;
const OWNERS = ['customerId', 'companyId'] as const;

/** Log of customers and their records; of one customer only, as a part of its screen. */
export function ClientLogList({ customerId }: { customerId?: number }) {
  const { words } = useSpeech();
  return (
    <LogList
      group="clientLog"
      schema={clientLogRow}
      filters={customerId === undefined ? [...OWNERS, ...FILTERS] : FILTERS}
      name={words.menu['customer.log']}
      {...(customerId === undefined ? {} : { of: { customerId: [customerId] } })}
    />
  );
}
