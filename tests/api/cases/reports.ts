import type { ApiName } from '@contract/index';
import { reports } from '@contract/report';
import type { ContractCase } from './contractCase';

type ReportCall = Extract<ApiName, `report${string}` | `homeReport.${string}`>;

/**
 * Cases of the report calls, which have no refusals of their own: the home screen takes no input, reports that of
 * lists.
 */
export const reportCases = Object.fromEntries([
  ...['counts', 'attention', 'approvals', 'inspections'].map((call) => [
    `homeReport.${call}`,
    { right: () => ({}) },
  ]),
  ...reports.flatMap(({ name }) =>
    ['list', 'summary', 'export'].map((call) => [
      `${name}.${call}`,
      { right: () => ({}) } satisfies ContractCase,
    ]),
  ),
]) as unknown as Readonly<Record<ReportCall, ContractCase>>;
