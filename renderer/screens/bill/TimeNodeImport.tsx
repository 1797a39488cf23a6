import { FileWizard } from '../shared/bill/FileWizard';

/** Time nodes of many bills from a file. */
export default function TimeNodeImport() {
  return <FileWizard kind="time_node" />;
}
