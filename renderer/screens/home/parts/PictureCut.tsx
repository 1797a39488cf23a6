import './pictureCut.css';
import { Button } from '@blueprintjs/core';
import { PICTURE } from '@contract/limits';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppDialog } from '../../../ui/AppDialog';
import { BusyButton } from '../../../ui/BusyButton';
import { middleOf, moved, type Square, sized, sizesOf } from '../../../ui/cutSquare';

/** Area for the picture, in screen pixels. */
const ROOM = { width: 440, height: 320 };

/** Draws a square part of a picture to fill a canvas; transparent parts become white. */
function drawCut(canvas: HTMLCanvasElement, picture: HTMLImageElement, { x, y, size }: Square): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const { width, height } = canvas;
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, width, height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, x, y, size, size, 0, 0, width, height);
}

/** Draws a whole picture to fill a canvas, dimmed except for a square part, in screen pixels per pixel of the picture. */
function drawBoard(canvas: HTMLCanvasElement, picture: HTMLImageElement, part: Square, scale: number): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const { width, height } = canvas;
  const [x, y, size] = [part.x * scale, part.y * scale, part.size * scale];
  pen.clearRect(0, 0, ROOM.width, ROOM.height);
  pen.drawImage(picture, 0, 0, width, height);
  pen.fillStyle = 'rgb(0 0 0 / 55%)';
  pen.beginPath();
  pen.rect(0, 0, width, height);
  pen.rect(x, y, size, size);
  pen.fill('evenodd');
  pen.lineWidth = 2;
  pen.strokeStyle = 'white';
  pen.strokeRect(x + 1, y + 1, Math.max(size - 2, 1), Math.max(size - 2, 1));
}

/** Crops a picture to a square, by mouse or keyboard, and passes it on as a small JPEG without metadata. */
export function PictureCut(props: {
  readonly picture: HTMLImageElement;
  readonly busy: boolean;
  readonly onCut: (cut: string) => void;
  readonly onClose: () => void;
}) {
  const { picture, busy, onCut, onClose } = props;
  const { t } = useTranslation();
  const id = useId();
  const frame = { width: picture.naturalWidth, height: picture.naturalHeight };
  const [square, setSquare] = useState(() => middleOf(frame));
  const board = useRef<HTMLCanvasElement>(null);
  const result = useRef<HTMLCanvasElement>(null);
  const held = useRef<{ x: number; y: number } | null>(null);
  const scale = Math.min(ROOM.width / frame.width, ROOM.height / frame.height);
  const shown = { width: Math.round(frame.width * scale), height: Math.round(frame.height * scale) };
  useEffect(() => {
    if (!board.current || !result.current) return;
    drawBoard(board.current, picture, square, scale);
    drawCut(result.current, picture, square);
  }, [picture, square, scale]);
  const move = (right: number, down: number) => setSquare((now) => moved(frame, now, right, down));
  const grow = (factor: number) => setSquare((now) => sized(frame, now, now.size * factor));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = (event.shiftKey ? 32 : 8) / scale;
    const keys: Record<string, () => void> = {
      ArrowLeft: () => move(-step, 0),
      ArrowRight: () => move(step, 0),
      ArrowUp: () => move(0, -step),
      ArrowDown: () => move(0, step),
      '+': () => grow(1.1),
      '=': () => grow(1.1),
      '-': () => grow(1 / 1.1),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!held.current) return;
    const { x, y } = held.current;
    held.current = { x: event.clientX, y: event.clientY };
    move((event.clientX - x) / scale, (event.clientY - y) / scale);
  };
  const use = () => {
    const canvas = document.createElement('canvas');
    canvas.width = PICTURE.side;
    canvas.height = PICTURE.side;
    drawCut(canvas, picture, square);
    onCut(canvas.toDataURL('image/jpeg', 0.88));
  };
  const { least, most } = sizesOf(frame);
  return (
    <AppDialog
      title={t('access.pictureCut')}
      onClose={onClose}
      onSubmit={use}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <BusyButton type="submit" intent="primary" busy={busy}>
            {t('access.pictureUse')}
          </BusyButton>
        </>
      }
    >
      <div className="fc-cut">
        <div
          className="fc-cut-board"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the square on it
          tabIndex={0}
          role="application"
          aria-label={t('access.pictureSquare')}
          aria-describedby={`${id}-hint ${id}-at`}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            held.current = { x: event.clientX, y: event.clientY };
          }}
          onPointerMove={onPointerMove}
          onPointerUp={() => {
            held.current = null;
          }}
          onWheel={(event) => grow(event.deltaY < 0 ? 1.05 : 1 / 1.05)}
        >
          <canvas ref={board} width={shown.width} height={shown.height} />
        </div>
        <p id={`${id}-hint`} className="fc-muted">
          {t('access.pictureHint')}
        </p>
        <label htmlFor={`${id}-size`}>{t('access.pictureSize')}</label>
        <input
          id={`${id}-size`}
          type="range"
          min={least}
          max={most}
          value={square.size}
          disabled={least === most}
          onChange={({ target }) => setSquare((now) => sized(frame, now, Number(target.value)))}
        />
        <p id={`${id}-at`} className="fc-hidden" role="status">
          {t('access.pictureAt', { size: square.size, x: square.x, y: square.y })}
        </p>
        <div className="fc-cut-result">
          <span>{t('access.pictureResult')}</span>
          <canvas ref={result} width={144} height={144} aria-hidden />
        </div>
      </div>
    </AppDialog>
  );
}
