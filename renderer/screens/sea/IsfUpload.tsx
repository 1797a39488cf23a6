import { FilingUpload } from './parts/FilingUpload';

/** Upload of ISFs from a workbook. */
export default function IsfUpload() {
  return <FilingUpload kind="isf" list="/sea/isf" />;
}
