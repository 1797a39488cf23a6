import { mailbox, mailboxIssues } from '@contract/mail/mailbox';
import { useTranslation } from 'react-i18next';
import { ListScreen, type PlainScreen } from '../../resource/ListScreen';
import type { Hints } from '../../resource/RecordForm';
import { MailboxTools } from './parts/MailboxTools';

function useHints(): () => Hints {
  const { t } = useTranslation();
  const usual = t('mail.extractHint');
  return () => ({
    fromFilter: t('mail.fromFilterHint'),
    subjectRegex: t('mail.subjectRegexHint'),
    extractBillNo: usual,
    extractPieces: usual,
    extractWeight: usual,
    extractTime: usual,
  });
}

const screen: PlainScreen = {
  group: 'mailbox',
  menu: 'config.mailbox',
  resource: mailbox,
  columns: [
    { name: 'kind', width: 180 },
    { name: 'address', width: 240 },
    { name: 'fromFilter', width: 260 },
    { name: 'subjectRegex', width: 240 },
    { name: 'defaultWarehouseId', width: 140 },
    { name: 'extractBillNo', width: 200, hidden: true },
    { name: 'extractPieces', width: 200, hidden: true },
    { name: 'extractWeight', width: 200, hidden: true },
    { name: 'extractTime', width: 200, hidden: true },
    { name: 'remark', hidden: true },
  ],
  form: [
    { title: 'mail.groupBox', fields: ['kind', 'address', 'defaultWarehouseId'] },
    { title: 'mail.groupRecognise', fields: ['fromFilter', 'subjectRegex'] },
    {
      title: 'mail.groupExtract',
      fields: ['extractBillNo', 'extractPieces', 'extractWeight', 'extractTime'],
    },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  addText: 'mail.addBox',
  rules: mailboxIssues,
  useHints,
  more: MailboxTools,
  nameOf: (row) => String(row.address),
};

export default function Mailboxes() {
  return <ListScreen screen={screen} />;
}
