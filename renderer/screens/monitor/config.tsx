import { type AlertEvent, alertEvents, ruleIssues } from '@contract/monitor/alert';
import { monitorConfig } from '@contract/monitor/monitorConfig';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../app/language';
import { ListScreen, type PlainScreen } from '../../resource/ListScreen';
import type { Hints } from '../../resource/RecordForm';
import type { Values } from '../../resource/useRecordForm';
import { RuleTools } from './parts/RuleTools';

/** Hints under the fields: the meaning of an empty threshold depends on the event. */
function useHints(): (values: Values) => Hints {
  const { t } = useTranslation();
  const speech = useSpeech();
  return ({ event }) => {
    const kind = typeof event === 'string' ? alertEvents[event as AlertEvent] : undefined;
    const time = kind ? speech.choice('alertSince', String(event)) : '';
    const wording =
      kind?.hours === 0
        ? 'monitor.thresholdNone'
        : kind?.counts === 'before'
          ? 'monitor.thresholdBefore'
          : 'monitor.thresholdAfter';
    return {
      ...(kind ? { thresholdHours: t(wording, { hours: kind.hours, time }) } : {}),
      customerIds: t('monitor.scopeHint'),
      airportIds: t('monitor.scopeHint'),
      warehouseIds: t('monitor.scopeHint'),
      sendTime: t('monitor.sendTimeHint'),
      subject: t('monitor.subjectHint'),
    };
  };
}

const screen: PlainScreen = {
  group: 'monitorConfig',
  menu: 'config.monitor',
  resource: monitorConfig,
  columns: [
    { name: 'name', width: 250 },
    { name: 'event', width: 160 },
    'thresholdHours',
    { name: 'frequency', width: 110 },
    'sendTime',
    { name: 'toEmails', width: 220 },
    { name: 'toGroupIds', width: 200 },
    { name: 'customerIds', width: 130 },
    { name: 'airportIds', width: 130 },
    { name: 'warehouseIds', width: 130 },
    { name: 'subject', width: 240 },
    { name: 'ccEmails', width: 180, hidden: true },
    { name: 'remark', hidden: true },
  ],
  form: [
    { title: 'monitor.groupWhat', fields: ['name', 'event', 'thresholdHours'] },
    { title: 'monitor.groupScope', fields: ['customerIds', 'airportIds', 'warehouseIds'] },
    { title: 'monitor.groupWhom', fields: ['toEmails', 'toGroupIds', 'ccEmails'] },
    { title: 'monitor.groupWhen', fields: ['frequency', 'sendTime'] },
    { title: 'config.groupOther', fields: ['remark'] },
    { title: 'monitor.groupText', fields: ['subject', 'bodyEn', 'bodyCn'] },
  ],
  addText: 'monitor.addRule',
  rules: ruleIssues,
  useHints,
  more: RuleTools,
  nameOf: (row) => String(row.name),
};

export default function AlertRules() {
  return <ListScreen screen={screen} />;
}
