import { clientContact } from '@contract/customer/clientContact';
import { clientRole } from '@contract/customer/clientRole';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllowed } from '../../../app/guard';
import { requireCalls } from '../../../app/offered';
import { ListScreen } from '../../../resource/ListScreen';
import type { ListOwner } from '../../../resource/listOwner';
import { contactScreen, roleScreen } from './contactScreens';

/** Pixels by which a table within a record's screen can be higher than a list's own. */
const OFFSET = 20;

/** Returns the owner of the lists on a record's screen. */
export const useWithin = (owner: 'customerId' | 'companyId', id: number): ListOwner =>
  useMemo(() => ({ owner: { [owner]: id }, offset: OFFSET }), [owner, id]);

/** Contacts and roles of a customer or a company, as parts of its screen, for those who may see them. */
export function useOwnedParts(within: ListOwner) {
  const { t } = useTranslation();
  const seesContacts = useAllowed(clientContact.view);
  const seesRoles = useAllowed(clientRole.view);
  return [
    ...(seesContacts
      ? [
          {
            id: 'contacts',
            requiredCalls: requireCalls('clientContact.list'),
            title: t('config.contacts'),
            panel: <ListScreen screen={contactScreen} within={within} />,
          },
        ]
      : []),
    ...(seesRoles
      ? [
          {
            id: 'roles',
            requiredCalls: requireCalls('clientRole.list'),
            title: t('config.contactRoles'),
            panel: <ListScreen screen={roleScreen} within={within} />,
          },
        ]
      : []),
  ];
}
