import { Button, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Edit, Plus, Trash, Undo } from '@blueprintjs/icons';
import type { Environment } from '@contract/desktop/boot';
import { problem } from '@contract/errors';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop, failureOf } from '../api/bridge';
import { AppDialog } from '../ui/AppDialog';
import { ask } from '../ui/ask';
import { setBoot, useDesk } from './desk';
import { useSpeech } from './language';

/** Selects the server: the embedded one, the operator's, or one added by its address. */
export function ServerChooser() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { environments, environment, hidden, managed } = useDesk();
  const [form, setForm] = useState<'add' | 'edit' | null>(null);
  const chosen = environments.find(({ id }) => id === environment);
  const locked = managed.locked.includes('server');
  // The embedded server has no address; any other fixed one is set by the administrator.
  const ownAddress = chosen && chosen.base !== null ? chosen : undefined;
  const laidDown =
    ownAddress && (locked || ownAddress.fixed) ? speech.message(problem('MANAGED')) : undefined;
  const choose = async (id: string) => setBoot(await desktop.environments.choose({ id }));
  const remove = async ({ id, name }: Environment) => {
    const yes = await ask({
      title: t('access.serverRemoveAsk', { name }),
      detail: t('access.serverRemoveDetail'),
      confirm: t('common.delete'),
      cancel: t('common.cancel'),
      intent: 'danger',
    });
    if (!yes) return;
    await desktop.environments.choose({ id: 'embedded' });
    setBoot(await desktop.environments.remove({ id }));
  };
  return (
    <FormGroup
      label={speech.label('server')}
      labelFor="server"
      helperText={
        <>
          {chosen?.base ?? t('access.serverEmbeddedDetail')}
          {laidDown && <div>{laidDown}</div>}
        </>
      }
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
        {ownAddress && (
          <>
            <Button
              variant="minimal"
              size="large"
              icon={<Edit />}
              aria-label={t('access.serverEdit')}
              title={laidDown ?? t('access.serverEdit')}
              disabled={laidDown !== undefined}
              onClick={() => setForm('edit')}
            />
            <Button
              variant="minimal"
              size="large"
              icon={<Trash />}
              aria-label={t('access.serverRemove')}
              title={laidDown ?? t('access.serverRemove')}
              disabled={laidDown !== undefined}
              onClick={() => void remove(ownAddress)}
            />
          </>
        )}
        {!locked && (
          <Button
            variant="minimal"
            size="large"
            icon={<Plus />}
            aria-label={t('access.serverAdd')}
            title={t('access.serverAdd')}
            onClick={() => setForm('add')}
          />
        )}
      </div>
      {hidden.length > 0 && (
        <Button
          variant="minimal"
          size="small"
          icon={<Undo />}
          onClick={async () => setBoot(await desktop.environments.bringBack())}
        >
          {t('access.serverBringBack', { names: hidden.map(({ name }) => name) })}
        </Button>
      )}
      {form && <ServerForm edited={form === 'edit' ? ownAddress : undefined} onClose={() => setForm(null)} />}
    </FormGroup>
  );
}

/** Form for the name and address of a new or existing server. */
function ServerForm({ edited, onClose }: { edited: Environment | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState(edited?.name ?? '');
  const [base, setBase] = useState(edited?.base ?? '');
  const [error, setError] = useState('');
  const title = t(edited ? 'access.serverEdit' : 'access.serverAdd');
  const save = async () => {
    try {
      if (edited) setBoot(await desktop.environments.edit({ id: edited.id, name, base }));
      else {
        const boot = await desktop.environments.add({ name, base });
        const added = boot.environments.at(-1);
        setBoot(added ? await desktop.environments.choose({ id: added.id }) : boot);
      }
      onClose();
    } catch (thrown) {
      setError(failureOf(thrown).message);
    }
  };
  return (
    <AppDialog
      title={title}
      onClose={onClose}
      onSubmit={() => void save()}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" intent="primary" disabled={!name.trim() || !base.trim()}>
            {t(edited ? 'common.save' : 'common.add')}
          </Button>
        </>
      }
    >
      <FormGroup label={t('common.name')} labelFor="server-name">
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
