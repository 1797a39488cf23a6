import { MenuItem } from '@blueprintjs/core';
import { clientAccount } from '@contract/customer/clientAccount';
import { clientContact } from '@contract/customer/clientContact';
import { clientRole } from '@contract/customer/clientRole';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import type { MoreActions, PlainScreen } from '../../../resource/ListScreen';
import { ask } from '../../../ui/ask';
import { notify, notifyFailed } from '../../../ui/toaster';
import { ShownOnce } from './ShownOnce';

/** Action that makes a contact the primary one. */
function usePrimary(): MoreActions {
  const { t } = useTranslation();
  const makePrimary = async (id: number, version: number, name: string) => {
    try {
      await client.clientContact.update({ params: { id }, body: { version, isPrimary: true } });
      notify({ text: t('config.primaryNow', { name }), intent: 'success' });
    } catch (error) {
      notifyFailed(error);
    }
    await invalidate(queryClient, 'clientContact');
  };
  return {
    row: ({ id, version, active, isPrimary, name }) =>
      active && !isPrimary ? (
        <MenuItem
          text={t('config.makePrimary')}
          onClick={() => void makePrimary(id, version, String(name))}
        />
      ) : null,
  };
}

/** Contacts of customers and companies, all of them or those of one. */
export const contactScreen: PlainScreen = {
  group: 'clientContact',
  menu: 'customer.contact',
  resource: clientContact,
  columns: [
    { name: 'name', width: 170 },
    'customerId',
    'companyId',
    'isPrimary',
    { name: 'title', width: 130 },
    { name: 'phone', width: 140 },
    { name: 'email', width: 245 },
    { name: 'wechat', hidden: true },
    { name: 'receives', width: 240 },
    { name: 'roleId', width: 120 },
    { name: 'remark', hidden: true },
  ],
  form: [
    { title: 'config.groupOwner', fields: ['customerId', 'companyId'] },
    {
      title: 'config.groupContact',
      fields: ['name', 'title', 'phone', 'email', 'wechat', 'isPrimary', 'roleId', 'receives'],
    },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  addText: 'config.addContact',
  useMore: usePrimary,
  nameOf: (row) => String(row.name),
};

/** Roles on the portal: templates, and those of one customer or company. */
export const roleScreen: PlainScreen = {
  group: 'clientRole',
  menu: 'customer.role',
  resource: clientRole,
  columns: [
    { name: 'nameEn', width: 170 },
    { name: 'nameCn', width: 140 },
    'customerId',
    'companyId',
    { name: 'permissions', width: 420 },
    { name: 'remark', hidden: true },
  ],
  form: [
    { title: 'config.groupOwner', fields: ['customerId', 'companyId'] },
    { title: 'config.groupRole', fields: ['nameEn', 'nameCn', 'permissions'] },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  addText: 'config.addRole',
  nameOf: (row) => String(row.nameEn),
};

/** Action that gives an account a one-time password; the old password becomes invalid. */
function usePassword(): MoreActions {
  const { t } = useTranslation();
  const [given, setGiven] = useState<{ name: string; password: string } | null>(null);
  const give = async (id: number, name: string) => {
    const yes = await ask({
      title: t('staff.passwordOf', { name }),
      detail: t('config.accountPasswordDetail'),
      confirm: t('staff.givePassword'),
      cancel: t('common.cancel'),
      intent: 'warning',
    });
    if (!yes) return;
    try {
      const { password } = await client.clientAccount.password({ params: { id } });
      setGiven({ name, password });
    } catch (error) {
      notifyFailed(error);
    }
    await invalidate(queryClient, 'clientAccount');
  };
  return {
    row: ({ id, username }) => (
      <MenuItem text={t('staff.givePassword')} onClick={() => void give(id, String(username))} />
    ),
    dialogs: given && (
      <ShownOnce
        title={t('config.accountPasswordShown', { name: given.name })}
        secret={given.password}
        onClose={() => setGiven(null)}
      />
    ),
  };
}

/** Accounts with which a customer's contacts sign in to the portal. */
export const accountScreen: PlainScreen = {
  group: 'clientAccount',
  menu: 'customer.role',
  resource: clientAccount,
  columns: [
    { name: 'username', width: 200 },
    { name: 'contactId', width: 170 },
    { name: 'roleId', width: 120 },
    'loginAllowed',
    { name: 'accessGivenAt', width: 140 },
    { name: 'lastLoginAt', width: 140 },
    { name: 'remark', width: 200 },
  ],
  form: [
    { title: 'config.groupAccount', fields: ['contactId', 'username', 'roleId', 'loginAllowed'] },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  addText: 'config.addAccount',
  useMore: usePassword,
  nameOf: (row) => String(row.username),
};
