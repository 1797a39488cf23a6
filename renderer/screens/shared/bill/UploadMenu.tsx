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

/** Returns the kinds of bill files that the user may send: all, or those that can be sent for one bill. */
export function useKinds(ofOne = false): FileKind[] {
  const may = useFilePermits();
  return billKindNames.filter((kind) => may('send', kind) && (!ofOne || fileKinds[kind].scope !== 'bills'));
}

/** Returns the path of the upload of a kind of file. */
export function uploadPath(kind: FileKind, billId?: number | null): string {
  if (kind === 'bill') return '/bill/bill_import';
  if (kind === 'time_node') return '/bill/tracking-date-import';
  if (kind === 'bill_cost') return '/bil-fee/cost/import';
  if (isToolKind(kind)) return toolPaths[kind];
  if (isSeaKind(kind)) return seaPaths[kind];
  if (recordsOf(kind)) return `${listOf(kind)}?import`;
  return `/bill/files/upload?kind=${kind}${billId && fileKinds[kind].scope !== 'bills' ? `&bill=${billId}` : ''}`;
}

/** Returns the path for correcting the returned rows of a file. */
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

/** Returns the path of the list with the records of a kind of file. */
const listOf = (kind: FileKind): string =>
  screens.find(({ inMenu, permission }) => inMenu && permission && fileKinds[kind].view.includes(permission))
    ?.path ?? '/bill/files';

/** Upload button with a menu of the kinds that the user may send: all, or those given in `of`. */
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
