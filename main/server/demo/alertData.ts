import type { AlertEvent } from '@contract/monitor/alert';
import type { GroupCode } from './peopleData';

/** An alert rule of the demo. */
interface RuleData {
  readonly name: string;
  readonly event: AlertEvent;
  readonly thresholdHours?: number;
  readonly customers?: readonly string[];
  readonly to?: readonly string[];
  readonly cc?: readonly string[];
  readonly groups?: readonly GroupCode[];
  readonly subject: string;
  readonly bodyEn: string;
  readonly bodyCn: string;
  readonly frequency: 'immediate' | 'hourly' | 'daily';
  readonly sendTime?: string;
  readonly active?: boolean;
}

const OPS = 'operations@example.com';

/** Alert rules of the demo: the daily list of the trade (reference 7.3). */
export const ruleData: readonly RuleData[] = [
  {
    name: 'Notice of arrival missing',
    event: 'noa_missing',
    to: [OPS],
    subject: 'No notice of arrival: {billNo} {batchNo}',
    bodyEn:
      '{billNo} {batchNo} of {customer} landed in {airport} at {ata}, {hours} h ago. The handler has sent no notice of arrival.',
    bodyCn: '{customer}的{billNo} {batchNo}于{ata}到达{airport}，已过{hours}小时，货站尚未发出到货通知。',
    frequency: 'immediate',
  },
  {
    name: 'Storage charges start soon',
    event: 'storage_risk',
    to: [OPS],
    groups: ['warehouse'],
    subject: 'Storage risk: {billNo} {batchNo}',
    bodyEn: '{billNo} {batchNo} has not been picked up in full. Its free time in {airport} ends at {time}.',
    bodyCn: '{billNo} {batchNo}尚未全部提货，{airport}免仓期将于{time}结束。',
    frequency: 'hourly',
  },
  {
    name: 'Pickup overdue, VIP customers',
    event: 'pickup_overdue',
    thresholdHours: 24,
    customers: ['GPT', 'SRC'],
    to: [OPS],
    cc: ['sales@example.com'],
    subject: 'Pickup overdue: {billNo} of {customer}',
    bodyEn: '{billNo} {batchNo} was announced at {time} and is not picked up after {hours} h.',
    bodyCn: '{billNo} {batchNo}于{time}收到到货通知，{hours}小时后仍未提货。',
    frequency: 'immediate',
  },
  {
    name: 'Clearance overdue, every morning',
    event: 'clearance_overdue',
    groups: ['broker'],
    to: [],
    subject: 'Not released: {billNo} {batchNo}',
    bodyEn: '{billNo} {batchNo} ({customer}) landed {hours} h ago and is not released.',
    bodyCn: '{billNo} {batchNo}（{customer}）到港{hours}小时仍未放行。',
    frequency: 'daily',
    sendTime: '07:30',
  },
  {
    name: 'Proof of delivery overdue',
    event: 'pod_overdue',
    groups: ['warehouse'],
    to: [],
    subject: 'POD missing: {billNo} {batchNo}',
    bodyEn: '{billNo} {batchNo}: no proof of delivery {hours} h after {time}.',
    bodyCn: '{billNo} {batchNo}：{time}之后{hours}小时仍无签收单。',
    frequency: 'daily',
    sendTime: '08:00',
  },
  {
    name: 'T1 close to its time limit',
    event: 't1_overdue',
    groups: ['broker'],
    to: [OPS],
    subject: 'T1 {no} ends at {time}',
    bodyEn: 'The transit {no} of {billNo} {batchNo} is not discharged. Its time limit ends at {time}.',
    bodyCn: '{billNo} {batchNo}的T1 {no}尚未核销，时限至{time}。',
    frequency: 'immediate',
  },
  {
    name: 'PMC to return',
    event: 'pmc_overdue',
    groups: ['warehouse'],
    to: [],
    subject: 'PMC {no} is overdue',
    bodyEn:
      'The free days of {no} ({billNo}) ended at {time}, {hours} h ago. Return it with its nets and straps.',
    bodyCn: '{no}（{billNo}）的免费天数已于{time}结束，超期{hours}小时，请连同网和绑带归还。',
    frequency: 'daily',
    sendTime: '08:00',
  },
  {
    name: 'File failed',
    event: 'file_failed',
    to: ['it-desk@example.com'],
    subject: 'File failed: {no}',
    bodyEn: '{no} could not be converted ({billNo}). Its errors stand under Files.',
    bodyCn: '{no}转换失败（{billNo}），错误详见文件列表。',
    frequency: 'immediate',
  },
  {
    name: 'API push failed',
    event: 'api_push_failed',
    to: ['it-desk@example.com'],
    subject: 'Push failed: {no}',
    bodyEn:
      'The system of {customer} did not take an event of {no} in five attempts. Push it again once it is back.',
    bodyCn: '{customer}的系统五次未接收{no}的事件，恢复后请重新推送。',
    frequency: 'immediate',
  },
  {
    name: 'IOSS number ends',
    event: 'ioss_expiring',
    to: ['finance@example.com'],
    subject: 'IOSS {no} is valid until {time}',
    bodyEn: 'The IOSS number {no} is valid until {time}. Ask the seller for the new one.',
    bodyCn: 'IOSS号{no}有效期至{time}，请向卖家索取新号。',
    frequency: 'daily',
    sendTime: '09:00',
  },
  {
    name: 'Contract ends',
    event: 'contract_expiring',
    to: ['sales@example.com'],
    groups: ['finance'],
    subject: 'Contract {no} ends at {time}',
    bodyEn: 'The contract {no} ends at {time} and does not renew itself. Agree on the next one.',
    bodyCn: '合同{no}将于{time}到期且不自动续约，请及时续签。',
    frequency: 'daily',
    sendTime: '09:00',
  },
  {
    name: 'Standard quote ends',
    event: 'quote_expiring',
    to: ['sales@example.com'],
    subject: 'Standard quote {no} ends at {time}',
    bodyEn:
      'The standard quote {no} ends at {time}. Later shipments have no price until a new quote is approved.',
    bodyCn: '标准报价{no}将于{time}到期，之后的货物在新报价通过审批前没有价格。',
    frequency: 'daily',
    sendTime: '09:00',
  },
  {
    name: 'ISF not accepted',
    event: 'isf_deadline',
    to: ['us.customs@example.com'],
    groups: ['broker'],
    subject: 'ISF of {no}: the ship sails at {time}',
    bodyEn:
      'The ISF of sea bill {no} is not accepted, and the ship sails at {time}. It is due 24 hours before loading.',
    bodyCn: '海运提单{no}的ISF尚未被接受，船期为{time}，须在装船前24小时申报。',
    frequency: 'immediate',
  },
  {
    name: 'ISF rejected',
    event: 'isf_rejected',
    to: ['us.customs@example.com'],
    groups: ['broker'],
    subject: 'Customs rejected ISF {no}',
    bodyEn: 'Customs rejected ISF {no} at {time}. Correct what it names and file it again.',
    bodyCn: '海关于{time}拒绝了ISF {no}，请按原因更正后重新申报。',
    frequency: 'immediate',
  },
  {
    name: 'Entry summary due',
    event: 'entry_summary_due',
    to: ['us.customs@example.com'],
    groups: ['broker'],
    subject: 'Entry summary of {no} is due',
    bodyEn: 'Entry {no} was released and its summary (7501) is not filed. It is due by {time}.',
    bodyCn: '报关单{no}已放行，7501税单尚未申报，截止时间为{time}。',
    frequency: 'daily',
    sendTime: '09:00',
  },
  {
    name: 'New exception',
    event: 'exception_opened',
    to: [OPS],
    subject: 'Exception {no} on {billNo}',
    bodyEn: 'The case {no} was opened on {billNo} {batchNo} of {customer} at {time}.',
    bodyCn: '{customer}的{billNo} {batchNo}于{time}新增异常{no}。',
    frequency: 'hourly',
    active: false,
  },
  {
    name: 'Notice of claim due',
    event: 'claim_notice_due',
    to: [OPS],
    subject: 'Notice of claim {no} is due',
    bodyEn:
      'The notice of claim {no} on {billNo} {batchNo} of {customer} has not been given. It is due by {time}.',
    bodyCn: '{customer}的{billNo} {batchNo}的索赔{no}尚未通知责任方，截止时间为{time}。',
    frequency: 'daily',
    sendTime: '08:30',
  },
  {
    name: 'Boxes missing',
    event: 'box_missing',
    groups: ['warehouse'],
    to: [OPS],
    subject: 'Boxes missing: {billNo} {batchNo}',
    bodyEn: '{billNo} {batchNo} of {customer} was received at {warehouse} with fewer boxes than it has.',
    bodyCn: '{customer}的{billNo} {batchNo}在{warehouse}入库完成，箱数少于应收。',
    frequency: 'immediate',
  },
  {
    name: 'Customs storage limit',
    event: 'stock_limit',
    groups: ['broker'],
    to: [OPS],
    subject: 'Storage limit {time}: {billNo} {batchNo}',
    bodyEn: '{billNo} {batchNo} is at {warehouse}. Its customs storage period ends at {time}.',
    bodyCn: '{billNo} {batchNo}仍存放于{warehouse}，海关仓储期限至{time}。',
    frequency: 'daily',
    sendTime: '08:00',
  },
];
