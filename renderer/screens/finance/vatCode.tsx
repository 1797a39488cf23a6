import { vatCode } from '@contract/finance/vatCode';
import { useTranslation } from 'react-i18next';
import type { PlainScreen } from '../../resource/ListScreen';
import { PlainList } from '../PlainList';

function useHints() {
  const { t } = useTranslation();
  return () => ({
    countryCode: t('finance.hintVatCountry'),
    rates: t('finance.hintVatRates'),
    reasonEn: t('finance.hintVatReason'),
  });
}

const screen: PlainScreen = {
  group: 'vatCode',
  menu: 'finance.chargeItem',
  resource: vatCode,
  columns: [
    { name: 'code', width: 120 },
    { name: 'nameEn', width: 230 },
    { name: 'nameCn', width: 200 },
    { name: 'category', width: 170 },
    { name: 'countryCode', width: 100 },
    { name: 'vatex', width: 160 },
    { name: 'reasonEn', width: 320 },
    { name: 'reasonCn', hidden: true },
    { name: 'remark', hidden: true },
  ],
  form: [
    { title: 'config.groupNames', fields: ['code', 'category', 'nameEn', 'nameCn'] },
    { title: 'common.rates', fields: ['countryCode', 'rates'] },
    { title: 'finance.groupVatReason', fields: ['vatex', 'reasonEn', 'reasonCn'] },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  addText: 'finance.addVatCode',
  useHints,
  nameOf: (row) => String(row.code),
};

/** List of the codes of value-added tax. */
export default function VatCodes() {
  return <PlainList screen={screen} />;
}
