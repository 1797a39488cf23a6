import './paper.css';
import { Button, FormGroup, HTMLSelect, NumericInput, Spinner } from '@blueprintjs/core';
import type { Printer } from '@contract/desktop';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop, failureOf } from '../../api/bridge';
import { AppDialog } from '../../ui/AppDialog';
import { ErrorText } from '../../ui/Failed';
import { notify } from '../../ui/toaster';
import { changeSettings, useDesk } from '../desk';
import { useSaveFile } from '../useSaveFile';
import type { Paper, PaperSize } from './pdf';
import { printPaper, sizeName } from './printPaper';

/** Blob endpoint that returns a PDF, its input, and the suggested file name. */
export interface PaperFile {
  readonly call: string;
  readonly input: unknown;
  readonly name: string;
}

const MOST_COPIES = 99;

/** Print preview of a PDF in a dialog: printed on a selected printer, or saved. */
export function PdfPreview(props: {
  readonly title: string;
  readonly file: PaperFile;
  readonly onClose: () => void;
}) {
  const { title, file, onClose } = props;
  const { t } = useTranslation();
  const save = useSaveFile('open');
  const { paper, printers, failed } = usePaper(file);
  const remembered = useDesk(({ settings }) => settings.printers);
  const [chosen, setChosen] = useState<string | null>(null);
  const [copies, setCopies] = useState(1);
  const [printed, setPrinted] = useState<number | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const size = paper?.sizes[0];
  const last = size && remembered[sizeName(size)];
  const printer = printers?.find(({ name }) => name === (chosen ?? last)) ?? printers?.[0];
  const total = paper?.sizes.length ?? 0;

  const print = async () => {
    if (!paper || !size || !printer || printed !== null) return;
    setPrinted(0);
    setRefused(null);
    try {
      await printPaper(paper, { printer: printer.name, copies }, setPrinted);
      notify({ text: t('paper.printed', { count: total, printer: printer.title }), intent: 'success' });
      await changeSettings({ printers: { ...remembered, [sizeName(size)]: printer.name } });
      onClose();
    } catch (error) {
      setRefused(failureOf(error).message);
    }
    setPrinted(null);
  };
  return (
    <AppDialog
      wide
      title={title}
      onClose={() => printed === null && onClose()}
      onSubmit={() => void print()}
      actions={
        <>
          <Button disabled={printed !== null} onClick={onClose}>
            {t('common.close')}
          </Button>
          <Button disabled={!paper} onClick={() => void save(file)}>
            {t('paper.save')}
          </Button>
          <Button
            type="submit"
            intent="primary"
            disabled={!paper || !printer || printed !== null}
            key={paper && printer ? 'ready' : 'waiting'}
            autoFocus={Boolean(paper && printer)}
          >
            {printed === null ? t('paper.print') : t('paper.printing', { done: printed, total })}
          </Button>
        </>
      }
    >
      <div className="fc-paper-bar">
        {printers?.length === 0 ? (
          <p>
            <b>{t('paper.noPrinter')}</b> {t('paper.noPrinterDetail')}
          </p>
        ) : (
          <>
            <FormGroup inline label={t('paper.printer')} labelFor="paper-printer">
              <HTMLSelect
                id="paper-printer"
                value={printer?.name ?? ''}
                options={(printers ?? []).map(({ name, title: label }) => ({ value: name, label }))}
                onChange={(event) => setChosen(event.currentTarget.value)}
              />
            </FormGroup>
            <FormGroup inline label={t('paper.copies')} labelFor="paper-copies">
              <NumericInput
                id="paper-copies"
                min={1}
                max={MOST_COPIES}
                clampValueOnBlur
                value={copies}
                onValueChange={(value) =>
                  setCopies(Math.min(MOST_COPIES, Math.max(1, Math.round(value) || 1)))
                }
              />
            </FormGroup>
          </>
        )}
        {size && (
          <span>{t('paper.size', { width: Math.round(size.width), height: Math.round(size.height) })}</span>
        )}
      </div>
      <ErrorText text={failed ?? refused} />
      <div className="fc-paper-pages">
        {paper ? (
          paper.sizes.map((one, index) => (
            <Page
              // biome-ignore lint/suspicious/noArrayIndexKey: pages are identified by their number
              key={index}
              paper={paper}
              no={index + 1}
              size={one}
              label={t('paper.page', { no: index + 1, total })}
            />
          ))
        ) : failed ? null : (
          <Spinner />
        )}
      </div>
    </AppDialog>
  );
}

/** Loads the PDF and the available printers. */
function usePaper({ call, input }: PaperFile) {
  const [paper, setPaper] = useState<Paper | null>(null);
  const [printers, setPrinters] = useState<readonly Printer[] | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const inputText = JSON.stringify(input);
  useEffect(() => {
    let isClosed = false;
    let open: Paper | null = null;
    const load = async () => {
      // The PDF renderer is large: load it with the first page.
      const [bytes, { openPaper }, found] = await Promise.all([
        desktop.papers.read({ call, input: JSON.parse(inputText) }),
        import('./pdf'),
        desktop.papers.printers({}),
      ]);
      open = await openPaper(bytes);
      if (isClosed) return open.close();
      setPrinters(found);
      setPaper(open);
    };
    load().catch((error) => !isClosed && setFailed(failureOf(error).message));
    return () => {
      isClosed = true;
      open?.close();
    };
  }, [call, inputText]);
  return { paper, printers, failed };
}

/** Returns a page's width in pixels: slightly larger than life, and no wider than the dialog. */
const widthOf = ({ width }: PaperSize) => Math.min(590, Math.round(width * 5.4));

/** One page, drawn when it comes into view. */
function Page(props: {
  readonly paper: Paper;
  readonly no: number;
  readonly size: PaperSize;
  readonly label: string;
}) {
  const { paper, no, size, label } = props;
  const place = useRef<HTMLDivElement>(null);
  const width = widthOf(size);
  useEffect(() => {
    const sheet = place.current;
    if (!sheet) return;
    const seen = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      seen.disconnect();
      void paper.draw(no, width * devicePixelRatio).then((canvas) => sheet.replaceChildren(canvas));
    });
    seen.observe(sheet);
    return () => seen.disconnect();
  }, [paper, no, width]);
  const style = { width, height: Math.round((width * size.height) / size.width) };
  return <div ref={place} className="fc-paper-page" role="img" aria-label={label} style={style} />;
}
