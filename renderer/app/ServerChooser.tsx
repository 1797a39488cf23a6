import { Button, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Plus, Trash } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop, failureOf } from '../api/bridge';
import { AppDialog } from '../ui/AppDialog';
import { setBoot, useDesk } from './desk';
import { useSpeech } from './language';

/** Which server the client talks to: the embedded one, the operator's, or one added by its address. */
export function ServerChooser() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { environments, environment, managed } = useDesk();
  const [adding, setAdding] = useState(false);
  const chosen = environments.find(({ id }) => id === environment);
  const choose = async (id: string) => setBoot(await desktop.environments.choose({ id }));
  const remove = async () => {
    if (!chosen) return;
    await desktop.environments.choose({ id: 'embedded' });
    setBoot(await desktop.environments.remove({ id: chosen.id }));
  };
  return (
    <FormGroup
      label={speech.label('server')}
      labelFor="server"
      helperText={chosen?.base ?? t('access.serverEmbeddedDetail')}
    >
      <div className="fc-server">
        <HTMLSelect
          id="server"
          large
          fill
          value={environment ?? ''}
          options={environments.map(({ id, name }) => ({
            value: id,
            label: id === 'embedded' ? t('access.serverEmbedded') : name,
          }))}
          onChange={(event) => void choose(event.currentTarget.value)}
        />
        {chosen && !chosen.fixed && (
          <Button
            variant="minimal"
            size="large"
            icon={<Trash />}
            aria-label={t('access.serverRemove')}
            onClick={() => void remove()}
          />
        )}
        {!managed.locked.includes('server') && (
          <Button
            variant="minimal"
            size="large"
            icon={<Plus />}
            aria-label={t('access.serverAdd')}
            onClick={() => setAdding(true)}
          />
        )}
      </div>
      {adding && <AddServer onClose={() => setAdding(false)} />}
    </FormGroup>
  );
}

function AddServer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [base, setBase] = useState('');
  const [error, setError] = useState('');
  const add = async () => {
    try {
      const boot = await desktop.environments.add({ name, base });
      const added = boot.environments.at(-1);
      setBoot(added ? await desktop.environments.choose({ id: added.id }) : boot);
      onClose();
    } catch (thrown) {
      setError(failureOf(thrown).message);
    }
  };
  return (
    <AppDialog
      title={t('access.serverAdd')}
      onClose={onClose}
      onSubmit={() => void add()}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" intent="primary" disabled={!name.trim() || !base.trim()}>
            {t('common.add')}
          </Button>
        </>
      }
    >
      <FormGroup label={t('access.serverName')} labelFor="server-name">
        <InputGroup id="server-name" autoFocus value={name} onValueChange={setName} />
      </FormGroup>
      <FormGroup
        label={t('access.serverAddress')}
        labelFor="server-address"
        intent={error ? 'danger' : 'none'}
        helperText={error || t('access.serverAddressHint')}
      >
        <InputGroup
          id="server-address"
          value={base}
          placeholder="https://"
          onValueChange={(typed) => {
            setBase(typed);
            setError('');
          }}
        />
      </FormGroup>
    </AppDialog>
  );
}
