import { reportSchedule, scheduleIssues } from '@contract/report/schedule';
import { useTranslation } from 'react-i18next';
import type { PlainScreen } from '../../../resource/ListScreen';
import type { Hints } from '../../../resource/RecordForm';
import type { Values } from '../../../resource/useRecordForm';
import { RunLog } from './RunLog';
import { ScheduleTools } from './ScheduleTools';
import { useRunNow } from './useRunNow';

function useHints(): (values: Values) => Hints {
  const { t } = useTranslation();
  return ({ frequency }) => ({
    span: t('report.schedule.spanHint'),
    ...(frequency === 'daily' ? { weekdays: t('report.schedule.weekdaysHint') } : {}),
    sendTime: t('report.schedule.timeHint'),
    toEmails: t('report.schedule.mailHint'),
  });
}

/** Report schedules: their list, their form with contents and folder, and the log of each. */
export const scheduleScreen: PlainScreen = {
  group: 'reportSchedule',
  menu: 'report.schedule',
  resource: reportSchedule,
  columns: [
    { name: 'name', width: 235 },
    { name: 'report', width: 150 },
    { name: 'lastState', width: 120 },
    { name: 'nextAt', width: 140 },
    { name: 'span', width: 110 },
    { name: 'frequency', width: 150 },
    { name: 'weekdays', width: 160 },
    { name: 'sendTime', width: 90 },
    { name: 'toEmails', width: 200 },
    { name: 'folderName', width: 170 },
    { name: 'lastAt', width: 140 },
    { name: 'createdBy', width: 130 },
    { name: 'format', width: 90, hidden: true },
    { name: 'language', width: 90, hidden: true },
    { name: 'remark', hidden: true },
  ],
  form: [
    { title: 'common.contents', fields: ['name', 'report', 'span', 'format', 'language'] },
    { title: 'common.when', fields: ['frequency', 'weekdays', 'sendTime'] },
    { title: 'report.schedule.groupWhere', fields: ['toEmails'] },
  ],
  width: 680,
  addText: 'report.schedule.add',
  rules: scheduleIssues,
  useHints,
  more: ScheduleTools,
  beneath: RunLog,
  useMore: useRunNow,
  nameOf: (row) => String(row.name),
};
