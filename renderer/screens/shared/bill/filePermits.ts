import type { FileKind } from '@contract/files/fileKindNames';
import { mayFiles } from '@contract/files/fileKinds';
import { usePermits } from '../../../app/guard';

/** Whether the signed-in person may see, send or take back files of a kind; no until their permissions are known. */
export function useFilePermits(): (what: 'view' | 'send' | 'undo', kind: FileKind) => boolean {
  const { permits } = usePermits();
  return (what, kind) => permits !== undefined && mayFiles(what, kind, permits.allows);
}
