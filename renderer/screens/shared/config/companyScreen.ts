import { addressNames } from '@contract/config/address';
import { clientCompany } from '@contract/customer/clientCompany';
import type { PlainScreen } from '../../../resource/ListScreen';

/** Companies: their list, and their form, which the screen of a company uses as well. */
export const companyScreen = {
  group: 'clientCompany',
  menu: 'config.company',
  resource: clientCompany,
  columns: [
    { name: 'code', width: 120 },
    { name: 'nameEn', width: 210 },
    { name: 'nameCn', width: 170 },
    'kind',
    { name: 'supplierTypes', width: 130 },
    'countryId',
    'city',
    { name: 'vatNo', width: 150 },
    { name: 'eoriNo', width: 140 },
    { name: 'registrationNo', hidden: true },
    { name: 'shortName', hidden: true },
    { name: 'iban', width: 210, hidden: true },
    { name: 'swift', hidden: true },
    'currency',
    'paymentTermDays',
    'contactName',
    'phone',
    { name: 'email', width: 180 },
  ],
  form: [
    {
      title: 'config.groupNames',
      fields: ['code', 'kind', 'nameEn', 'nameCn', 'shortName', 'supplierTypes'],
    },
    { title: 'config.groupRegistration', fields: ['registrationNo', 'vatNo', 'eoriNo'] },
    {
      title: 'config.groupAddress',
      fields: addressNames,
    },
    { title: 'config.groupBank', fields: ['bankName', 'iban', 'swift', 'currency', 'paymentTermDays'] },
    {
      title: 'config.groupInvoicing',
      fields: ['vatCodeId', 'ledgerAccount', 'invoicePrefix', 'defaultIssuer', 'peppolScheme', 'peppolId'],
    },
    { title: 'config.groupContact', fields: ['contactName', 'phone', 'email'] },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  addText: 'config.addCompany',
  open: (row) => `/base-data/companies/detail/${row.id}`,
  nameOf: (row) => String(row.code),
} as const satisfies PlainScreen;
