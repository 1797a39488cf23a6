import { Button, NonIdealState } from '@blueprintjs/core';
import { type ClientCompany, clientCompany } from '@contract/customer/clientCompany';
import { customer } from '@contract/customer/customer';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { read } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { requireCalls } from '../../app/offered';
import { idIn } from '../../kinds/recordId';
import { columnsOf } from '../../resource/columns';
import { DetailScreen, FieldGroups } from '../../resource/DetailScreen';
import { ListFoot } from '../../resource/ListFoot';
import type { PlainRow } from '../../resource/ListScreen';
import { PlainForm } from '../../resource/PlainForm';
import { RecordLoader } from '../../resource/RecordLoader';
import { RecordTable } from '../../resource/RecordTable';
import { useRows } from '../../resource/rows';
import { SidePanel } from '../../ui/SidePanel';
import { StateTag } from '../../ui/StateTag';
import { useShortcuts } from '../../ui/shortcuts';
import { companyScreen } from '../shared/config/companyScreen';
import { useLogPart } from '../shared/config/useLogPart';
import { customerPath } from '../shared/customer/customerScreen';
import { useOwnedParts, useWithin } from '../shared/customer/ownedParts';
import { CompanyLogo } from './parts/CompanyLogo';

/** Screen of one company: its data, the customers invoiced to it, and its log. */
export default function CompanyDetail() {
  const id = idIn(useParams().id);
  return (
    <RecordLoader
      query={id === null ? null : read('clientCompany', 'get', { params: { id } })}
      list="/base-data/companies"
      title={({ code }) => code}
    >
      {(company) => <Detail company={company} />}
    </RecordLoader>
  );
}

function Detail({ company }: { company: ClientCompany }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const mayEdit = useAllowed(clientCompany.edit);
  const seesCustomers = useAllowed(customer.view);
  const [editing, setEditing] = useKept('editing', false);
  const owned = useOwnedParts(useWithin('companyId', company.id));
  useShortcuts([{ combo: 'e', label: t('common.edit'), run: () => mayEdit && setEditing(true) }]);
  const log = useLogPart('clientCompany', company.id);
  return (
    <>
      <DetailScreen
        number={company.code}
        subtitle={speech.name(company)}
        badges={
          <>
            <StateTag tone="neutral">{speech.choice('companyKind', company.kind)}</StateTag>
            <StateTag tone={company.active ? 'good' : 'neutral'}>
              {speech.state('active', company.active ? 'active' : 'inactive')}
            </StateTag>
          </>
        }
        actions={
          mayEdit && (
            <Button intent="primary" onClick={() => setEditing(true)}>
              {t('common.edit')}
            </Button>
          )
        }
        parts={[
          {
            id: 'facts',
            title: t('config.companyFacts'),
            panel: (
              <>
                <FieldGroups
                  schema={clientCompany.row}
                  resource="clientCompany"
                  row={company}
                  groups={companyScreen.form.map(({ title, fields }) => ({ title: t(title), fields }))}
                />
                <CompanyLogo company={company} />
              </>
            ),
          },
          ...(seesCustomers
            ? [
                {
                  id: 'customers',
                  requiredCalls: requireCalls('customer.list'),
                  title: t('config.companyCustomers'),
                  panel: <Customers companyId={company.id} />,
                },
              ]
            : []),
          ...owned,
          log,
        ]}
      />
      <SidePanel isOpen={editing} width={560} title={company.code} onClose={() => setEditing(false)}>
        {editing && <PlainForm screen={companyScreen} editing={company} onDone={() => setEditing(false)} />}
      </SidePanel>
    </>
  );
}

/** The customers whose invoices go to this company. */
function Customers({ companyId }: { companyId: number }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const columns = useMemo(
    () =>
      columnsOf<PlainRow>(
        customer.row,
        [
          'code',
          { name: 'nameEn', width: 200 },
          { name: 'nameCn', width: 150 },
          'groupId',
          'contactName',
          { name: 'email', width: 200 },
          'phone',
          'settlement',
          'currency',
        ],
        { sorts: [], speech, label: (field) => speech.label(field, 'customer') },
      ),
    [speech],
  );
  const rows = useRows<PlainRow>((page, pageSize) => ({
    ...read('customer', 'list', { query: { companyId: [companyId], page, pageSize } }),
  }));
  return (
    <section>
      <RecordTable
        list="companyCustomers"
        label={t('config.companyCustomers')}
        columns={columns}
        rows={rows}
        sort=""
        onSort={() => undefined}
        pathOf={(row) => customerPath(row.id)}
        empty={
          <NonIdealState
            title={t('config.companyNoCustomers')}
            description={t('config.companyNoCustomersDetail')}
          />
        }
        offset={60}
      />
      <ListFoot rows={rows} chosen={0} />
    </section>
  );
}
