import type { FileKind } from '@contract/files/fileKindNames';
import { mayFiles } from '@contract/files/fileKinds';
import { usePermits } from '../../../app/guard';

/** Returns a check of whether the user may view, send or undo files of a kind; false until permissions are loaded. */
export function useFilePermits(): (what: 'view' | 'send' | 'undo', kind: FileKind) => boolean {
  const { permits } = usePermits();
  return (what, kind) => permits !== undefined && mayFiles(what, kind, permits.allows);
}
