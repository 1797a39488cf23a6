import { billFilters } from '@contract/bill/bill';
import { isOneOf } from '@contract/names';
import { commonFilters, type Lead, type Report } from '@contract/report/report';
import { useNavigate } from 'react-router-dom';
import { handOver } from '../../../app/drafts';
import { usePermits } from '../../../app/guard';
import { useLookups } from '../../../kinds/lookups';
import { screenOf } from '../..';
import { openBillList } from '../../shared/bill/openBillList';

const TARGETS = ['customer', 'destination'] as const;
const BILLS = '/bill/bill_manage';
type ReportFilters = Readonly<Record<string, unknown>>;

/** Returns where a row of a report leads, if the user may go there; filters use the names of the target list. */
export function useLead(report: Report, query: ReportFilters, span: (period?: string) => ReportFilters) {
  const navigate = useNavigate();
  const { permits } = usePermits();
  const lookups = useLookups(TARGETS);
  const idsOf = (to: (typeof TARGETS)[number], field: string, values: unknown) =>
    lookups.rows(to).flatMap((row) => ((values as unknown[]).includes(row[field]) ? [row.id] : []));

  /**
   * Translates filters for the bill list, which has none by customer group or country, to customers and destinations.
   */
  const asBills = ({ groupId, toCountryId, ...plain }: ReportFilters): ReportFilters => ({
    ...(groupId ? { customerId: idsOf('customer', 'groupId', groupId) } : {}),
    ...(toCountryId ? { destinationId: idsOf('destination', 'countryId', toCountryId) } : {}),
    ...Object.fromEntries(Object.entries(plain).filter(([name]) => isOneOf(billFilters, name))),
  });
  const leadOf = (row: object): Lead => report.leads({ ...row });
  return {
    leads: (row: object): boolean => {
      const screen = screenOf(leadOf(row).path);
      return screen !== undefined && (permits?.opens(screen) ?? false);
    },
    follow: (row: object): void => {
      const { path, as = 'asked', asked: own = {}, within, period } = leadOf(row);
      if (path === BILLS) {
        const common = Object.fromEntries(
          Object.entries(query).filter(([name]) => isOneOf(commonFilters, name)),
        );
        openBillList({
          query: { ...asBills({ ...(within ? common : {}), ...own }), ...(within ? span(period) : {}) },
        });
      } else if (Object.keys(own).length > 0) handOver(path, as, own);
      navigate(path);
    },
  };
}
