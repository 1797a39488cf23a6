import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { CaretDown, Upload } from '@blueprintjs/icons';
import { type FileKind, fileKindNames, fileKinds } from '@contract/files/fileKinds';
import { permit } from '@contract/permissions';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { usePermits } from '../../../app/guard';
import { useSpeech } from '../../../app/language';

/** The kinds of file a person may send: all, or those that can be sent for one bill. */
export function useKinds(ofOne = false): FileKind[] {
  const { permits } = usePermits();
  if (!permits?.allows(permit('bill.files.upload'))) return [];
  return fileKindNames.filter(
    (kind) => permits.allows(fileKinds[kind].permission) && (!ofOne || fileKinds[kind].scope !== 'bills'),
  );
}

/** Where a kind of file is sent from. */
export const uploadPath = (kind: FileKind, billId?: number | null): string =>
  kind === 'bill'
    ? '/bill/bill_import'
    : kind === 'time_node'
      ? '/bill/tracking-date-import'
      : `/bill/files/upload?kind=${kind}${billId && fileKinds[kind].scope !== 'bills' ? `&bill=${billId}` : ''}`;

/** The button from which files are sent: of any kind a person may send, or of those that belong where it stands. */
export function UploadMenu({ billId = null, of }: { billId?: number | null; of?: readonly FileKind[] }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const permitted = useKinds(billId !== null && !of);
  const kinds = of ? permitted.filter((kind) => of.includes(kind)) : permitted;
  if (kinds.length === 0) return null;
  return (
    <PopoverNext
      placement="bottom-end"
      content={
        <Menu>
          {kinds.map((kind) => (
            <MenuItem
              key={kind}
              text={speech.choice('fileKind', kind)}
              onClick={() => navigate(uploadPath(kind, billId))}
            />
          ))}
        </Menu>
      }
    >
      <Button intent={of ? 'none' : 'primary'} icon={<Upload />} endIcon={<CaretDown />}>
        {t('files.upload')}
      </Button>
    </PopoverNext>
  );
}
