import { cmrConfig, cmrConfigIssues, cmrPlaceholders } from '@contract/linehaul/cmrConfig';
import { useTranslation } from 'react-i18next';
import { ListScreen, type PlainScreen } from '../../resource/ListScreen';
import { Placeholders } from '../../resource/Placeholders';
import type { FormInside, Hints } from '../../resource/RecordForm';
import type { Values } from '../../resource/useRecordForm';

const TEXTS = ['subject', 'body'] as const;

function useHints(): (values: Values) => Hints {
  const { t } = useTranslation();
  return ({ trigger }) => ({
    ...(trigger === 'manual' ? { trigger: t('cmr.configManual') } : {}),
    destinationIds: t('monitor.scopeHint'),
    lastMileIds: t('monitor.scopeHint'),
    customerIds: t('cmr.configCustomers'),
    sendTime: t(trigger === 'manual' ? 'cmr.configNoTime' : 'cmr.configTime'),
    attachPod: t('cmr.configPod'),
  });
}

function Inserts({ form }: { form: FormInside }) {
  return <Placeholders form={form} texts={TEXTS} names={cmrPlaceholders} list="cmrPlaceholder" />;
}

const screen: PlainScreen = {
  group: 'cmrConfig',
  menu: 'config.cmrMail',
  resource: cmrConfig,
  columns: [
    { name: 'name', width: 280 },
    { name: 'trigger', width: 190 },
    { name: 'destinationIds', width: 170 },
    { name: 'lastMileIds', width: 130 },
    { name: 'customerIds', width: 130 },
    { name: 'toEmails', width: 240 },
    { name: 'attachPdf', width: 100 },
    { name: 'attachExcel', width: 110 },
    { name: 'attachPod', width: 110 },
    { name: 'sendTime', width: 90 },
    { name: 'subject', width: 260 },
    { name: 'ccEmails', width: 180, hidden: true },
    { name: 'remark', hidden: true },
  ],
  form: [
    { title: 'cmr.configWhen', fields: ['name', 'trigger', 'sendTime'] },
    { title: 'cmr.configScope', fields: ['destinationIds', 'lastMileIds', 'customerIds'] },
    { title: 'monitor.groupWhom', fields: ['toEmails', 'ccEmails'] },
    { title: 'mail.goesAlong', fields: ['attachPdf', 'attachExcel', 'attachPod'] },
    { title: 'config.groupOther', fields: ['remark'] },
    { title: 'monitor.groupText', fields: ['subject', 'body'] },
  ],
  rules: cmrConfigIssues,
  useHints,
  more: Inserts,
  nameOf: (row) => String(row.name),
};

export default function CmrSendSettings() {
  return <ListScreen screen={screen} />;
}
