import { Button, NonIdealState } from '@blueprintjs/core';
import { refusalOf } from '@contract/machine';
import { manyIn } from '@contract/rules/codes';
import {
  containerDraft,
  containerFields,
  type SeaContainer,
  type SeaTransport,
  seaContainer,
  seaMachine,
} from '@contract/scheduling/seaTransport';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useKept } from '../../../app/drafts';
import { RecordForm } from '../../../resource/RecordForm';
import { recordValues } from '../../../resource/recordValues';
import { AddButton } from '../../../ui/AddButton';
import { SidePanel } from '../../../ui/SidePanel';
import { notify, notifyFailed } from '../../../ui/toaster';
import { PartTable } from '../../shared/transport/PartTable';

const EMPTY = Object.fromEntries(containerFields.map((name) => [name, null]));

/** Containers of a voyage with known numbers, out of all booked ones. */
export function Containers(props: {
  readonly voyage: SeaTransport;
  readonly containers: readonly SeaContainer[];
  readonly mayEdit: boolean;
}) {
  const { voyage, containers, mayEdit } = props;
  const { t } = useTranslation();
  const [editing, setEditing] = useKept<SeaContainer | 'new' | null>('container', null);
  const open = mayEdit && !refusalOf(seaMachine, 'containers', voyage);
  const params = { id: voyage.id };
  const saved = async () => {
    setEditing(null);
    await invalidate(queryClient, 'seaTransport');
  };
  const take = async ({ containerNo }: SeaContainer) => {
    try {
      await client.seaTransport.takeContainer({ params, query: { containerNo } });
      notify({ text: t('transport.containerTaken', { no: containerNo }), intent: 'success' });
    } catch (error) {
      notifyFailed(error);
    }
    await saved();
  };
  return (
    <section className="fc-plan">
      <div className="fc-plan-head">
        <span className="fc-muted">
          {t('transport.containersOf', {
            known: containers.length,
            booked: manyIn(voyage.containersBooked),
            types: voyage.containersBooked,
          })}
        </span>
        <span className="fc-spring" />
        {open && <AddButton onAdd={() => setEditing('new')}>{t('transport.addContainer')}</AddButton>}
      </div>
      {containers.length === 0 ? (
        <NonIdealState title={t('transport.noContainers')} description={t('transport.noContainersDetail')} />
      ) : (
        <PartTable
          label={t('transport.containers')}
          schema={seaContainer}
          resource="seaContainer"
          rows={containers}
          fields={containerFields}
          {...(open
            ? {
                end: (container: SeaContainer) => (
                  <span className="fc-plan-head">
                    <Button
                      size="small"
                      aria-label={t('transport.editContainer', { no: container.containerNo })}
                      onClick={() => setEditing(container)}
                    >
                      {t('common.edit')}
                    </Button>
                    <Button
                      size="small"
                      aria-label={t('transport.takeContainer', { no: container.containerNo })}
                      onClick={() => void take(container)}
                    >
                      {t('common.delete')}
                    </Button>
                  </span>
                ),
              }
            : {})}
        />
      )}
      <SidePanel
        isOpen={editing !== null}
        width={480}
        title={editing === 'new' || !editing ? t('transport.addContainer') : editing.containerNo}
        onClose={() => setEditing(null)}
      >
        {editing && (
          <RecordForm
            resource="seaContainer"
            row={seaContainer}
            schema={containerDraft}
            groups={[{ title: t('transport.container'), fields: [...containerFields] }]}
            initial={
              editing === 'new' ? { ...EMPTY, containerType: '40HQ' } : recordValues(editing, containerFields)
            }
            // A different number is a different container.
            fixed={editing === 'new' ? [] : ['containerNo']}
            draft={`seaContainer/${voyage.id}/${editing === 'new' ? 'new' : editing.id}`}
            save={(sent, _, { containerNo }) =>
              client.seaTransport.putContainer({ params, body: { ...sent, containerNo } as never })
            }
            onSaved={() => void saved()}
            onCancel={() => setEditing(null)}
          />
        )}
      </SidePanel>
    </section>
  );
}
