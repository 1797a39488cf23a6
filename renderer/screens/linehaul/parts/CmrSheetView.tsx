import {
  CMR_HEAD,
  type CmrSheet,
  cmrCells,
  SHEET,
  sheetHeads,
  sheetTitles,
} from '@contract/linehaul/cmrSheet';
import type { CSSProperties } from 'react';
import { useLanguage } from '../../../app/language';

const placed = ({ x, y, width, height }: typeof CMR_HEAD): CSSProperties => ({
  gridColumn: `${x + 1} / span ${width}`,
  gridRow: `${y + 1} / span ${height}`,
});

/** On-screen view of a consignment note, with each box in its place on paper. */
export function CmrSheetView({ sheet }: { sheet: CmrSheet }) {
  const language = useLanguage();
  return (
    <div
      className="fc-cmr-sheet"
      style={{
        gridTemplateColumns: `repeat(${SHEET.width}, 1fr)`,
        gridTemplateRows: `repeat(${SHEET.height}, minmax(22px, auto))`,
      }}
    >
      <div className="fc-cmr-head" style={placed(CMR_HEAD)}>
        <b>{sheetHeads[sheet.form].name}</b> {sheet.cmrNo}
        <small className="fc-muted">
          {sheetHeads[sheet.form][language].join(language === 'cn' ? '。' : '. ')}
        </small>
      </div>
      {sheet.boxes.map(({ no, lines }) => (
        <section key={no} style={placed(cmrCells[no])}>
          <h3>
            <span>{no}</span> {sheetTitles[sheet.form][no][language]}
          </h3>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text are identified by their position
            <p key={index}>{line}</p>
          ))}
        </section>
      ))}
    </div>
  );
}
