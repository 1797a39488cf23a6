import { amsRecord } from '@contract/sea/amsRecord';
import { useTranslation } from 'react-i18next';
import type { PlainScreen } from '../../../resource/ListScreen';

function useHints() {
  const { t } = useTranslation();
  return () => ({ masterNo: t('sea.hintMaster'), holdCode: t('sea.hintHold') });
}

/** Manifests at US customs: their list, and the form of one. */
export const amsScreen: PlainScreen = {
  group: 'amsRecord',
  menu: 'sea.ams',
  resource: amsRecord,
  columns: [
    { name: 'masterNo', width: 150 },
    { name: 'houseNo', width: 140 },
    { name: 'status', width: 100 },
    'filedAt',
    'answeredAt',
    { name: 'holdCode', width: 100 },
    { name: 'response', width: 320 },
    { name: 'remark', hidden: true },
    { name: 'createdAt', hidden: true },
  ],
  form: [
    { title: 'sea.groupManifest', fields: ['masterNo', 'houseNo', 'filedAt'] },
    { title: 'sea.groupAnswer', fields: ['status', 'answeredAt', 'holdCode', 'response'] },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  addText: 'sea.addAms',
  useHints,
  nameOf: (row) => String(row.masterNo),
};
