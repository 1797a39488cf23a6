import { Button, Checkbox } from '@blueprintjs/core';
import type { ImportRow } from '@contract/desktop/importing';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop } from '../../api/bridge';
import { AppDialog } from '../../ui/AppDialog';
import { notify, notifyFailed } from '../../ui/toaster';
import type { LeftOut } from './importRun';
import type { Import } from './useImport';

/** Leaves a row out or takes it back in; if other rows begin like it, asks whether to include them. */
export function useLeaving({
  session,
  part,
  left,
  onEdited,
  toNext,
}: {
  session: string;
  part: number;
  /** False if rows are taken back in. */
  left: boolean;
  onEdited: Import['edited'];
  /** Called if errors remain. */
  toNext: () => void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [pending, setPending] = useState<{ row: ImportRow; others: number } | null>(null);
  const leave = async (place: LeftOut) => {
    const { counts } = await desktop.importing.leaveOut({ session, ...place });
    onEdited(counts, place);
    await queries.invalidateQueries({ queryKey: ['importing', session] });
    return counts;
  };
  const carryOut = async (row: ImportRow, alike: boolean) => {
    setPending(null);
    const place = { part, row: row.row, left, alike };
    try {
      const counts = await leave(place);
      if (left && counts.parts[part]?.errors) toNext();
      notify({
        text: t(left ? 'importing.leftOut' : 'importing.takenIn', { row: row.row }),
        action: {
          text: t('common.undo'),
          run: () => void leave({ ...place, left: !left }).catch(notifyFailed),
        },
      });
    } catch (error) {
      notifyFailed(error);
    }
  };
  const start = async (row: ImportRow) => {
    try {
      const others = await desktop.importing.alike({ session, part, row: row.row });
      if (others === 0) await carryOut(row, false);
      else setPending({ row, others });
    } catch (error) {
      notifyFailed(error);
    }
  };
  return {
    ask: start,
    dialog: pending && (
      <LeaveDialog {...pending} left={left} onClose={() => setPending(null)} onLeave={carryOut} />
    ),
  };
}

/** Asks whether to include the rows that begin like this one. */
function LeaveDialog(props: {
  row: ImportRow;
  others: number;
  left: boolean;
  onClose: () => void;
  onLeave: (row: ImportRow, alike: boolean) => Promise<void>;
}) {
  const { row, others, left } = props;
  const { t } = useTranslation();
  const [alike, setAlike] = useState(false);
  const [first = ''] = row.cells.filter((text) => text.trim() !== '');
  const verb = t(left ? 'importing.leaveOut' : 'importing.takeIn');
  return (
    <AppDialog
      title={`${verb} · ${t('importing.rowAt', { row: row.row })}`}
      onClose={props.onClose}
      onSubmit={() => void props.onLeave(row, alike)}
      actions={
        <>
          <Button onClick={props.onClose}>{t('common.cancel')}</Button>
          <Button type="submit" intent="primary">
            {verb}
          </Button>
        </>
      }
    >
      <p>{row.cells.filter((text) => text.trim() !== '').join(' · ')}</p>
      <Checkbox
        autoFocus
        label={t('importing.alikeToo', { count: others, value: first })}
        checked={alike}
        onChange={() => setAlike(!alike)}
      />
    </AppDialog>
  );
}
