import { Button, Menu, MenuItem } from '@blueprintjs/core';
import { CaretDown, Upload } from '@blueprintjs/icons';
import type { FileJob } from '@contract/files/fileJobRow';
import {
  billKindNames,
  type FileKind,
  isSeaKind,
  isToolKind,
  recordsOf,
  seaPaths,
  toolPaths,
} from '@contract/files/fileKindNames';
import { fileKinds } from '@contract/files/fileKinds';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useSpeech } from '../../../app/language';
import { DropDown } from '../../../ui/DropDown';
import { screens } from '../../index';
import { useFilePermits } from './filePermits';

/** The kinds of file about bills that a person may send: all, or those that can be sent for one bill. */
export function useKinds(ofOne = false): FileKind[] {
  const may = useFilePermits();
  return billKindNames.filter((kind) => may('send', kind) && (!ofOne || fileKinds[kind].scope !== 'bills'));
}

/** Where a kind of file is sent from. */
export function uploadPath(kind: FileKind, billId?: number | null): string {
  if (kind === 'bill') return '/bill/bill_import';
  if (kind === 'time_node') return '/bill/tracking-date-import';
  if (kind === 'bill_cost') return '/bil-fee/cost/import';
  if (isToolKind(kind)) return toolPaths[kind];
  if (isSeaKind(kind)) return seaPaths[kind];
  if (recordsOf(kind)) return `${listOf(kind)}?import`;
  return `/bill/files/upload?kind=${kind}${billId && fileKinds[kind].scope !== 'bills' ? `&bill=${billId}` : ''}`;
}

/** Where the rows that came back of a file are corrected. */
export const correctPath = ({ id, kind }: Pick<FileJob, 'id' | 'kind'>): string =>
  isToolKind(kind)
    ? `${toolPaths[kind]}?job=${id}`
    : isSeaKind(kind)
      ? `${seaPaths[kind]}${seaPaths[kind].includes('?') ? '&' : '?'}job=${id}`
      : recordsOf(kind)
        ? `${listOf(kind)}?import=${id}`
        : kind === 'bill_cost'
          ? `${uploadPath(kind)}?job=${id}`
          : `/bill/files/upload?kind=${kind}&job=${id}`;

/** The list that files of a kind bring records to. */
const listOf = (kind: FileKind): string =>
  screens.find(({ inMenu, permission }) => inMenu && permission && fileKinds[kind].view.includes(permission))
    ?.path ?? '/bill/files';

/** The button from which files are sent: of any kind a person may send, or of those that belong where it stands. */
export function UploadMenu({ billId = null, of }: { billId?: number | null; of?: readonly FileKind[] }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const permitted = useKinds(billId !== null && !of);
  const kinds = of ? permitted.filter((kind) => of.includes(kind)) : permitted;
  if (kinds.length === 0) return null;
  return (
    <DropDown
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
        {t('common.upload')}
      </Button>
    </DropDown>
  );
}
