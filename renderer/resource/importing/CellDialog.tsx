import { Button, Checkbox, FormGroup, InputGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppDialog } from '../../ui/AppDialog';

/** Dialog that corrects a cell, alone or with all cells of the same content. */
export function CellDialog(props: {
  title: string;
  value: string;
  message: string;
  onClose: () => void;
  onApply: (value: string, everywhere: boolean) => Promise<void>;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(props.value);
  const [everywhere, setEverywhere] = useState(false);
  return (
    <AppDialog
      title={props.title}
      onClose={props.onClose}
      onSubmit={() => {
        // An unchanged value is no correction.
        if (typed === props.value) props.onClose();
        else void props.onApply(typed, everywhere);
      }}
      actions={
        <>
          <Button onClick={props.onClose}>{t('common.cancel')}</Button>
          <Button type="submit" intent="primary">
            {t('importing.apply')}
          </Button>
        </>
      }
    >
      <FormGroup
        label={t('importing.fixCell')}
        labelFor="import-cell"
        intent={props.message ? 'danger' : 'none'}
        helperText={props.message}
      >
        <InputGroup
          id="import-cell"
          autoFocus
          // Typing replaces the wrong value; an arrow key starts editing it.
          onFocus={({ currentTarget }) => currentTarget.select()}
          value={typed}
          onValueChange={setTyped}
        />
      </FormGroup>
      <Checkbox
        label={t('importing.everywhereAll', { value: props.value })}
        checked={everywhere}
        onChange={() => setEverywhere(!everywhere)}
      />
    </AppDialog>
  );
}
