import { FileWizard } from '../shared/bill/FileWizard';

/** Import of time nodes of many bills from a file. */
export default function TimeNodeImport() {
  return <FileWizard kind="time_node" />;
}
