import { Menu, MenuItem } from '@blueprintjs/core';
import {
  productIdApi,
  type UnidentifiedItem,
  unidentifiedFilters,
  unidentifiedRow,
  unidentifiedSorts,
} from '@contract/customs/productId';
import { flag } from '@contract/fields';
import { permit } from '@contract/permissions';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { client } from '../../api/client';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import type { ColumnChoice } from '../../resource/columns';
import { RecordList } from '../../resource/RecordList';
import { useRecordList } from '../../resource/useRecordList';
import { notify } from '../../ui/toaster';
import { billPath } from '../shared/bill/billPath';
import { type ActionForm, ActionPanel, actionForm } from '../shared/customs/ActionPanel';

const GIVEN = productIdApi.set.body.omit({ lineIds: true }).extend({ alike: flag() });

/** Work list of low-value items that lack a product identifier and are not declared yet. */
export default function ProductIds() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const mayEdit = useAllowed(permit('bill.manage.check'), 'productId.set');
  const [form, setForm] = useState<ActionForm | null>(null);
  const columns = useMemo((): ColumnChoice<UnidentifiedItem>[] => {
    const name = speech.language === 'cn' ? 'nameCn' : 'nameEn';
    return [
      { name: 'billNo', width: 130 },
      { name: 'batchNo', width: 110 },
      { name: 'eta', width: 140 },
      { name: 'trackingNo', width: 165 },
      { name: 'sku', width: 130 },
      {
        name,
        width: 240,
        label: speech.label(speech.language === 'cn' ? 'productNameCn' : 'productName'),
      },
      { name: 'hsCode', width: 110 },
      { name: 'merchantProductId', width: 180 },
      { name: 'manufacturerProductId', width: 180 },
      { name: 'standardProductId', width: 180 },
      { name: 'sellerName', width: 200 },
      { name: 'lineNo', width: 60, hidden: true },
    ];
  }, [speech]);
  const list = useRecordList<UnidentifiedItem>({
    group: 'productId',
    row: unidentifiedRow,
    columns,
    filters: unidentifiedFilters,
    sorts: unidentifiedSorts,
    order: 'billNo',
  });
  const identify = (line: UnidentifiedItem) => {
    const { merchantProductId, manufacturerProductId, standardProductId } = line;
    setForm({
      title: t('customs.productIdsSet'),
      resource: 'productId',
      groups: [
        {
          title: `${speech.name(line)} · ${line.sku ?? line.trackingNo}`,
          fields: ['merchantProductId', 'manufacturerProductId', 'standardProductId', 'alike'],
        },
      ],
      initial: {
        merchantProductId: merchantProductId ?? line.sku,
        manufacturerProductId,
        standardProductId,
        alike: true,
      },
      draft: `product-ids/${line.id}`,
      hints: {
        standardProductId: t('customs.productIdsNone'),
        alike: t('customs.productIdsAlike'),
      },
      ...actionForm(GIVEN, async (values) => {
        const { ok, failed } = await client.productId.set({
          params: { id: line.billId },
          body: { ...values, lineIds: [line.id] },
        });
        const [first] = failed;
        if (first) notify({ text: first.msg, intent: 'warning' });
        else notify({ text: t('customs.productIdsDone', { count: ok }), intent: 'success' });
      }),
    });
  };
  const openBill = ({ billId }: UnidentifiedItem) => navigate(billPath(billId));
  return (
    <RecordList
      of={list}
      label={t('customs.productIdsTitle')}
      onOpen={mayEdit ? identify : openBill}
      actions={(line) => (
        <Menu>
          {mayEdit && <MenuItem text={t('customs.productIdsSet')} onClick={() => identify(line)} />}
          <MenuItem text={t('common.openBill')} onClick={() => openBill(line)} />
        </Menu>
      )}
      empty={{ title: t('customs.productIdsEmpty'), detail: t('customs.productIdsEmptyDetail') }}
    >
      <ActionPanel form={form} onClose={() => setForm(null)} />
    </RecordList>
  );
}
