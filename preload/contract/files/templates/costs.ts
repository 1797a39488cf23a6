import { feeCategory } from '../../config/feeCategory';
import { clientCompany } from '../../customer/clientCompany';
import { date, text } from '../../fields';
import { lineFields } from '../../finance/line';
import { vatCode } from '../../finance/vatCode';
import { importTemplate } from '../../importing/template';
import { batchColumn, billColumn, error, remarkColumn } from './parts';

/** Suppliers' charges for bills, one line per row: domain.md 6.12. */
export const costTemplate = importTemplate({
  name: 'bill_cost',
  unique: [],
  row: ({ quantity }) => (quantity === 0 ? [error('quantity', 'NUMBER_MIN', { min: 0.001 })] : []),
  columns: [
    billColumn(['112-90424456', '784-90197726', '784-90197726']),
    batchColumn(['B20261103-01', '', '']),
    {
      key: 'supplierId',
      en: 'Supplier code',
      cn: '供应商',
      aliases: ['Supplier', '供应商代码'],
      field: clientCompany.row.shape.code,
      required: true,
      examples: ['TRUCK01', 'TRUCK01', 'BROKER1'],
    },
    {
      key: 'feeCategoryId',
      en: 'Fee category',
      cn: '费用类别',
      aliases: ['Category', '费用'],
      field: feeCategory.row.shape.code,
      required: true,
      examples: ['linehaul', 'pickup', 'clearance'],
    },
    {
      key: 'basis',
      en: 'Basis',
      cn: '计费方式',
      field: lineFields.basis,
      required: true,
      examples: ['per_truck', 'per_truck', 'per_parcel'],
    },
    {
      key: 'quantity',
      en: 'Quantity',
      cn: '数量',
      aliases: ['Qty'],
      field: lineFields.quantity,
      unit: 'things',
      required: true,
      examples: ['1', '1', '4500'],
    },
    {
      key: 'unitPrice',
      en: 'Unit price',
      cn: '单价',
      aliases: ['Price'],
      field: lineFields.unitPrice,
      required: true,
      examples: ['980.0000', '180', '0.06'],
    },
    {
      key: 'currency',
      en: 'Currency',
      cn: '币种',
      field: lineFields.currency,
      required: true,
      examples: ['EUR', 'EUR', 'EUR'],
    },
    {
      key: 'taxRate',
      en: 'Tax rate (%)',
      cn: '税率 (%)',
      aliases: ['VAT rate', 'Tax', '税率'],
      field: lineFields.taxRate,
      required: false,
      examples: ['21', '21', ''],
    },
    {
      key: 'vatCodeId',
      en: 'VAT code',
      cn: '增值税代码',
      field: vatCode.row.shape.code,
      required: false,
      examples: ['NL-S', '', ''],
    },
    {
      key: 'ownCompanyId',
      en: 'Our company',
      cn: '我方公司',
      field: clientCompany.row.shape.code,
      required: false,
      examples: ['NGC-NL', '', ''],
    },
    {
      key: 'invoiceNo',
      en: 'Invoice number',
      cn: '发票号',
      aliases: ['Invoice no', 'Invoice', '发票号码'],
      field: text(40),
      required: false,
      examples: ['WT-26-1182', '', ''],
    },
    {
      key: 'invoiceDate',
      en: 'Invoice date',
      cn: '发票日期',
      field: date(),
      required: false,
      examples: ['03/11/2026', '', ''],
    },
    remarkColumn(),
  ],
});
