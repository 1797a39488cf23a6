import { Button, Menu, MenuItem, Tag } from '@blueprintjs/core';
import { Camera, CaretDown } from '@blueprintjs/icons';
import { clientAccount } from '@contract/customer/clientAccount';
import { clientCompany } from '@contract/customer/clientCompany';
import { type Customer, customer } from '@contract/customer/customer';
import { permit } from '@contract/permissions';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { read } from '../../api/queries';
import { useData } from '../../api/unshownFailures';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { requireCalls, useServed } from '../../app/offered';
import { useTabPath } from '../../app/TabFrame';
import { closeTab } from '../../app/tabs';
import { DetailScreen, FieldGroups } from '../../resource/DetailScreen';
import { ListScreen } from '../../resource/ListScreen';
import { RecordFromQuery } from '../../resource/RecordLoader';
import { usePlainActions } from '../../resource/usePlainActions';
import { DropDown } from '../../ui/DropDown';
import { StateTag } from '../../ui/StateTag';
import { useShortcuts } from '../../ui/shortcuts';
import { companyScreen } from '../shared/config/companyScreen';
import { BalanceList } from '../shared/custody/BalanceList';
import { accountScreen } from '../shared/customer/contactScreens';
import { CUSTOMER_LIST, customerScreen, editCustomerPath } from '../shared/customer/customerScreen';
import { useOwnedParts, useWithin } from '../shared/customer/ownedParts';
import { ApiKey } from './parts/ApiKey';
import { ClientLogList } from './parts/ClientLogList';
import { CustomerBills } from './parts/CustomerBills';

/** Screen of one customer: its data, its contacts, its log, and its bills. */
export default function CustomerDetail() {
  return (
    <RecordFromQuery
      query={(id) => read('customer', 'get', { params: { id } })}
      list={CUSTOMER_LIST}
      title={({ code }) => code}
    >
      {(found) => <Detail found={found} />}
    </RecordFromQuery>
  );
}

const nothing = () => undefined;

function Detail({ found }: { found: Customer }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const path = useTabPath();
  const mayEdit = useAllowed(customer.edit);
  const seesAccounts = useAllowed(clientAccount.view);
  const seesLog = useAllowed(permit('customer.log.view'));
  const seesBills = useAllowed(permit('bill.manage.view'));
  const balances = useServed('custodyBalance.list');
  const { remove, switchOne } = usePlainActions(customerScreen, nothing);
  const within = useWithin('customerId', found.id);
  const owned = useOwnedParts(within);
  const edit = () => navigate(editCustomerPath(found.id));
  useShortcuts([{ combo: 'e', label: t('common.edit'), run: () => mayEdit && edit() }]);
  const leaveWhenGone = async () => {
    if (await remove(found)) navigate(closeTab(path) ?? CUSTOMER_LIST);
  };
  return (
    <DetailScreen
      number={found.code}
      subtitle={speech.name(found)}
      badges={
        <>
          <StateTag tone={found.active ? 'good' : 'neutral'}>
            {speech.state('active', found.active ? 'active' : 'inactive')}
          </StateTag>
          {found.photoRequired && (
            // Shown to the warehouse staff.
            <Tag minimal intent="warning" icon={<Camera size={12} />} title={t('config.photoHint')}>
              {speech.label('photoRequired')}
            </Tag>
          )}
        </>
      }
      actions={
        mayEdit && (
          <>
            <Button intent="primary" onClick={edit}>
              {t('common.edit')}
            </Button>
            <DropDown
              placement="bottom-end"
              content={
                <Menu>
                  <MenuItem
                    text={t(found.active ? 'common.deactivate' : 'common.activate')}
                    onClick={() => void switchOne(found)}
                  />
                  <MenuItem text={t('common.delete')} intent="danger" onClick={() => void leaveWhenGone()} />
                </Menu>
              }
            >
              <Button endIcon={<CaretDown />}>{t('common.more')}</Button>
            </DropDown>
          </>
        )
      }
      parts={[
        {
          id: 'facts',
          title: t('config.customerFacts'),
          panel: <Facts found={found} mayEdit={mayEdit} />,
        },
        ...owned,
        ...(seesAccounts
          ? [
              {
                id: 'accounts',
                requiredCalls: requireCalls('clientAccount.list'),
                title: t('config.accounts'),
                panel: <ListScreen screen={accountScreen} within={within} />,
              },
            ]
          : []),
        ...(seesBills
          ? [
              {
                id: 'bills',
                requiredCalls: requireCalls('bill.list'),
                title: t('common.bills'),
                panel: <CustomerBills customerId={found.id} />,
              },
            ]
          : []),
        ...(seesBills && balances
          ? [
              {
                id: 'balance',
                requiredCalls: requireCalls('custodyBalance.list'),
                title: t('custody.balance'),
                panel: (
                  <BalanceList bills={{ customerId: [found.id] }} chooses label={t('custody.balance')} />
                ),
              },
            ]
          : []),
        ...(seesLog
          ? [
              {
                id: 'logs',
                requiredCalls: requireCalls('clientLog.list'),
                title: t('common.log'),
                panel: <ClientLogList customerId={found.id} />,
              },
            ]
          : []),
      ]}
    />
  );
}

function Facts({ found, mayEdit }: { found: Customer; mayEdit: boolean }) {
  const { t } = useTranslation();
  const groups = useMemo(
    () => customerScreen.form.map(({ title, fields }) => ({ title: t(title), fields })),
    [t],
  );
  const seesCompanies = useAllowed(clientCompany.view);
  return (
    <>
      <FieldGroups schema={customer.row} resource="customer" row={found} groups={groups} />
      {found.companyId !== null && seesCompanies && <Company id={found.companyId} />}
      <ApiKey customer={found} mayEdit={mayEdit} />
    </>
  );
}

/** Legal entity that the customer is invoiced to, as printed on documents. */
function Company({ id }: { id: number }) {
  const { t } = useTranslation();
  const data = useData(read('clientCompany', 'get', { params: { id } }));
  const groups = useMemo(
    () =>
      companyScreen.form.slice(1, 4).map((group, index) => ({
        title: index === 0 ? t('config.invoicedTo') : t(group.title),
        fields: index === 0 ? (['nameEn', 'nameCn', ...group.fields] as const) : group.fields,
      })),
    [t],
  );
  if (!data) return null;
  return (
    <>
      <FieldGroups schema={clientCompany.row} resource="clientCompany" row={data} groups={groups} />
      <Link to={`/base-data/companies/detail/${id}`}>{t('config.openCompany', { code: data.code })}</Link>
    </>
  );
}
