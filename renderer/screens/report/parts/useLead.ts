import { billFilters } from '@contract/bill/bill';
import { commonFilters, type Lead, type Report } from '@contract/report/report';
import { useNavigate } from 'react-router-dom';
import { handOver } from '../../../app/drafts';
import { usePermits } from '../../../app/guard';
import { useLookups } from '../../../kinds/lookups';
import { screenOf } from '../..';
import { openBillList } from '../../shared/bill/openBillList';

const TARGETS = ['customer', 'destination'] as const;
const BILLS = '/bill/bill_manage';
type Asked = Readonly<Record<string, unknown>>;

/** Where a row of a report leads, for who may go there; what its list is asked for is said as that list says it. */
export function useLead(report: Report, asked: Asked, span: (period?: string) => Asked) {
  const navigate = useNavigate();
  const { permits } = usePermits();
  const lookups = useLookups(TARGETS);
  const idsOf = (to: (typeof TARGETS)[number], field: string, values: unknown) =>
    lookups.rows(to).flatMap((row) => ((values as unknown[]).includes(row[field]) ? [row.id] : []));

  /** Bills are not listed by what stands behind them: groups are their customers there, countries their destinations. */
  const asBills = ({ groupId, toCountryId, ...plain }: Asked): Asked => ({
    ...(groupId ? { customerId: idsOf('customer', 'groupId', groupId) } : {}),
    ...(toCountryId ? { destinationId: idsOf('destination', 'countryId', toCountryId) } : {}),
    ...Object.fromEntries(
      Object.entries(plain).filter(([name]) => (billFilters as readonly string[]).includes(name)),
    ),
  });
  const leadOf = (row: object): Lead => report.leads(row as never);
  return {
    leads: (row: object): boolean => {
      const screen = screenOf(leadOf(row).path);
      return screen !== undefined && (permits?.opens(screen) ?? false);
    },
    follow: (row: object): void => {
      const { path, as = 'asked', asked: own = {}, within, period } = leadOf(row);
      if (path === BILLS) {
        const common = Object.fromEntries(
          Object.entries(asked).filter(([name]) => (commonFilters as readonly string[]).includes(name)),
        );
        openBillList({
          asked: { ...asBills({ ...(within ? common : {}), ...own }), ...(within ? span(period) : {}) },
        });
      } else if (Object.keys(own).length > 0) handOver(path, as, own);
      navigate(path);
    },
  };
}
