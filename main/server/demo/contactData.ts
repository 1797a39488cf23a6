/**
 * Contacts, roles and portal accounts of the demo. People are invented; numbers and addresses are from ranges that are
 * never assigned.
 */

interface RoleData {
  readonly code: string;
  readonly nameEn: string;
  readonly nameCn: string;
  readonly permissions: readonly string[];
  /** Code of the customer that owns the role; without it, the role is a template for all. */
  readonly customer?: string;
}

/** Roles: templates first, then those requested by customers. */
export const roleData: readonly RoleData[] = [
  {
    code: 'operations',
    nameEn: 'Operations',
    nameCn: '操作',
    permissions: ['view_bill', 'create_bill', 'upload_data', 'download_docs'],
  },
  { code: 'documents', nameEn: 'Documents', nameCn: '单证', permissions: ['view_bill', 'upload_data'] },
  {
    code: 'accounting',
    nameEn: 'Accounting',
    nameCn: '财务',
    permissions: ['view_finance', 'download_docs'],
  },
  { code: 'viewer', nameEn: 'Viewer', nameCn: '只读', permissions: ['view_bill'] },
  {
    code: 'GPT-night',
    nameEn: 'Night desk',
    nameCn: '夜班',
    permissions: ['view_bill', 'upload_data', 'download_docs'],
    customer: 'GPT',
  },
];

interface ContactData {
  /** Code of the customer, or of the company. */
  readonly customer?: string;
  readonly company?: string;
  readonly name: string;
  readonly title: string;
  readonly email: string;
  readonly phone: string | null;
  readonly receives: readonly string[];
  readonly role: string;
  /** True for the primary contact. */
  readonly primary?: true;
  /** Days since it was added, for those of the last weeks. */
  readonly daysAgo?: number;
  /** User name on the portal, if any. */
  readonly account?: string;
  readonly inactive?: true;
}

/** Contacts besides those in the customer records. */
export const contactData: readonly ContactData[] = [
  {
    customer: 'GPT',
    name: '何婷 He Ting',
    title: '夜班主管',
    email: 'night@greenpanda.example.com',
    phone: '+1 312 555 0150',
    receives: ['exception'],
    role: 'GPT-night',
    daysAgo: 6,
    account: 'he.ting@greenpanda',
  },
  {
    customer: 'GPT',
    name: '黄敏 Huang Min',
    title: '财务经理',
    email: 'finance@greenpanda.example.com',
    phone: '+1 312 555 0151',
    receives: ['statement'],
    role: 'accounting',
    account: 'huang.min@greenpanda',
  },
  {
    customer: 'SRC',
    name: 'Grace Leung',
    title: 'Accounts payable',
    email: 'ap@silkroute.example.com',
    phone: '+1 312 555 0152',
    receives: ['statement'],
    role: 'accounting',
    account: 'grace.leung@silkroute',
  },
  {
    customer: 'BLL',
    name: '罗斌 Luo Bin',
    title: '单证员',
    email: 'docs@bluelantern.example.com',
    phone: '+1 312 555 0153',
    receives: ['noa', 'pod'],
    role: 'documents',
    account: 'luo.bin@bluelantern',
  },
  {
    customer: 'LMG',
    name: '苏倩 Su Qian',
    title: '物流经理',
    email: 'logistics@luckymagpie.example.com',
    phone: '+1 312 555 0154',
    receives: ['noa', 'exception', 'pod'],
    role: 'operations',
    primary: true,
    account: 'su.qian@luckymagpie',
  },
  {
    customer: 'OKS',
    name: '郑凯 Zheng Kai',
    title: '操作',
    email: 'zheng.kai@orientkite.example.com',
    phone: null,
    receives: ['noa'],
    role: 'viewer',
    inactive: true,
  },
  {
    company: 'NGC-NL',
    name: 'Femke Meijer',
    title: 'Finance',
    email: 'finance.nl@northgate.example.com',
    phone: '+44 20 7946 0204',
    receives: ['statement'],
    role: 'accounting',
    primary: true,
  },
  {
    company: 'NGC-NL',
    name: 'Bas de Vries',
    title: 'Customs broker',
    email: 'customs.nl@northgate.example.com',
    phone: '+44 20 7946 0203',
    receives: ['exception'],
    role: 'documents',
  },
  {
    company: 'GPT',
    name: '谭丽 Tan Li',
    title: '会计',
    email: 'invoices@greenpanda.example.com',
    phone: '+1 312 555 0155',
    receives: ['statement'],
    role: 'accounting',
    primary: true,
  },
];

/** Portal user names of the contacts in the customer records, by customer code. */
export const firstAccounts: Readonly<Record<string, string>> = {
  GPT: 'wang.fei@greenpanda',
  SRC: 'lin.xiao@silkroute',
  HMF: 'ops@harbourmoon',
  CLT: 'ops@cloudterrace',
};
