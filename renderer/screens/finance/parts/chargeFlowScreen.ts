import { chargeFlow } from '@contract/finance/chargeFlow';
import type { PlainScreen } from '../../../resource/ListScreen';

export const FLOW_LIST = '/bil-fee/charge_flow';
const FLOW_FORM = '/bil-fee/charge_flow/add';

/** List of charge flows; their form is a separate screen, which has room for the steps. */
export const chargeFlowScreen: PlainScreen = {
  group: 'chargeFlow',
  menu: 'finance.chargeFlow',
  resource: chargeFlow,
  columns: [
    { name: 'code', width: 130 },
    { name: 'nameEn', width: 190 },
    { name: 'nameCn', width: 160 },
    { name: 'priority', width: 80 },
    { name: 'customerId', width: 110 },
    { name: 'groupId', width: 110 },
    { name: 'serviceId', width: 100 },
    { name: 'landingAirportId', width: 90 },
    { name: 'mode', width: 110 },
    'validFrom',
    'validTo',
    { name: 'steps', width: 560 },
    { name: 'remark', hidden: true },
  ],
  form: [
    { title: 'config.groupNames', fields: ['code', 'priority', 'nameEn', 'nameCn'] },
    {
      title: 'finance.groupWhose',
      fields: ['customerId', 'groupId', 'serviceId', 'landingAirportId', 'mode', 'validFrom', 'validTo'],
    },
    { title: 'finance.groupSteps', fields: ['steps'] },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  addText: 'finance.addFlow',
  formAt: { add: FLOW_FORM, edit: ({ id }) => `${FLOW_FORM}?id=${id}` },
  nameOf: (row) => String(row.code),
};
