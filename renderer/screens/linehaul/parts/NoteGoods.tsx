import './cmr.css';
import { Button, Checkbox } from '@blueprintjs/core';
import { ChevronDown, ChevronRight } from '@blueprintjs/icons';
import { billName } from '@contract/bill/billName';
import type { CmrDetail } from '@contract/linehaul/cmr';
import { type NamedGoods, NO_GOODS, type NoteBox } from '@contract/linehaul/noteGoods';
import { mayStart } from '@contract/rules/custody';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { Loaded } from '../../../resource/Answered';
import { ScanTick, type TickResult } from '../../shared/warehouse/ScanTick';

interface Props {
  readonly cmr: CmrDetail;
  readonly legend: string;
  /** Ticked goods; null for all, before anything is changed. */
  readonly value: NamedGoods | null;
  /** Called with the ticked goods and their boxes. */
  readonly onChange: (value: NamedGoods, ticked: readonly NoteBox[]) => void;
}

/** The pallets and boxes that a truck carries, to tick by hand or by scanner. */
export function NoteGoods(props: Props) {
  const answer = usePart(read('cmr', 'boxes', { params: { id: props.cmr.id } }));
  return (
    <fieldset className="fc-form-group">
      <legend>{props.legend}</legend>
      <Loaded answer={answer} lines={3}>
        {(data) => <Goods {...props} boxes={data.filter(({ place }) => mayStart('deliver', place))} />}
      </Loaded>
    </fieldset>
  );
}

/** Names boxes in the shortest way: whole pallets by their id. */
function namesOf(boxes: readonly NoteBox[], ticked: ReadonlySet<number>): NamedGoods {
  const isWhole = (palletId: number) => boxes.every((box) => box.palletId !== palletId || ticked.has(box.id));
  const chosen = boxes.filter(({ id }) => ticked.has(id));
  return {
    palletIds: [...new Set(chosen.map(({ palletId }) => palletId))].filter(isWhole),
    boxIds: chosen.flatMap(({ id, palletId }) => (isWhole(palletId) ? [] : id)),
    boxNos: [],
  };
}

function Goods({ cmr, value, onChange, boxes }: Props & { readonly boxes: readonly NoteBox[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const { palletIds, boxIds } = value ?? NO_GOODS;
  const isTicked = ({ id, palletId }: NoteBox) =>
    value === null || palletIds.includes(palletId) || boxIds.includes(id);
  const ticked = boxes.filter(isTicked);
  const tick = (some: readonly NoteBox[], on: boolean) => {
    const ids = new Set(ticked.map(({ id }) => id));
    for (const { id } of some) {
      if (on) ids.add(id);
      else ids.delete(id);
    }
    onChange(
      namesOf(boxes, ids),
      boxes.filter(({ id }) => ids.has(id)),
    );
  };
  const only = (some: readonly NoteBox[]) =>
    onChange(namesOf(boxes, new Set(some.map(({ id }) => id))), some);
  const toggle = (id: number) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  /** Ticks a box, or the boxes of a pallet. */
  const take = (no: string): TickResult => {
    const pallet = cmr.pallets.find(({ palletNo, sscc }) => palletNo === no || sscc === no);
    const found = boxes.filter(({ boxNo, palletId }) => boxNo === no || palletId === pallet?.id);
    if (found.length === 0) return { text: t('cmr.goodsUnknown', { no }), isWrong: true };
    if (!pallet && found.length > 1) return { text: t('cmr.goodsTwice', { no }), isWrong: true };
    // The first scan starts a new list.
    const isAgain = value !== null && found.every(isTicked);
    if (value === null) only(found);
    else tick(found, true);
    return { text: t(isAgain ? 'cmr.goodsAgain' : 'cmr.goodsFound', { no }), isWrong: false };
  };
  return (
    <>
      <ScanTick label={t('cmr.goodsScan')} take={take} />
      <ul className="fc-note-goods">
        {cmr.pallets.map(({ id, palletNo }) => {
          const own = boxes.filter(({ palletId }) => palletId === id);
          const count = own.filter(isTicked).length;
          const isOpen = open.has(id);
          return (
            <li key={id}>
              <div className="fc-note-pallet">
                <Button
                  size="small"
                  variant="minimal"
                  icon={isOpen ? <ChevronDown /> : <ChevronRight />}
                  aria-expanded={isOpen}
                  aria-label={t('cmr.goodsShow', { no: palletNo })}
                  onClick={() => toggle(id)}
                />
                <Checkbox
                  className="fc-bare-check"
                  label={palletNo}
                  checked={own.length > 0 && count === own.length}
                  indeterminate={count > 0 && count < own.length}
                  onChange={() => tick(own, count < own.length)}
                />
                <span className="fc-muted fc-note-bills">{[...new Set(own.map(billName))].join(', ')}</span>
                <span className="fc-note-count">
                  {count} / {own.length}
                </span>
              </div>
              {isOpen && (
                <ul className="fc-note-boxes">
                  {own.map((box) => (
                    <li key={box.id}>
                      <Checkbox
                        className="fc-bare-check"
                        label={box.boxNo}
                        checked={isTicked(box)}
                        onChange={() => tick([box], !isTicked(box))}
                      />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
      <p className="fc-note-sum" data-testid="goods-ticked">
        {t('cmr.goodsTicked', { ticked: ticked.length, total: boxes.length })}
      </p>
    </>
  );
}
