import { FormGroup, HTMLSelect, Tag } from '@blueprintjs/core';
import {
  type DifferenceDirection,
  fittingReason,
  reasonProblem,
  reasonsOfDirection,
} from '@contract/rules/boxDifference';
import type { BoxReason, DifferenceReason, LegDifference, PickView } from '@contract/warehouse/pick';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';

/** Most boxes that are listed with a reason of their own; the others have the reason of their direction. */
const LISTED = 30;
const ASKED = { shortage: 'warehouse.missingReason', surplus: 'warehouse.surplusReason' } as const;
const COUNTED = { shortage: 'warehouse.missing', surplus: 'warehouse.surplus' } as const;
const DIRECTIONS = ['shortage', 'surplus'] as const;

/** The difference of two counts, from a server that does not tell it by box. */
const ofCounts = (actual: number, expected: number): LegDifference => ({
  missing: Math.max(0, expected - actual),
  surplus: Math.max(0, actual - expected),
  missingBoxes: [],
  surplusBoxes: [],
});

/** The boxes that finishing an inbound leg finds missing and surplus, and the reasons that a person gives for them. */
export function useDifference(pick: PickView, asked: boolean) {
  const told = useAllowed(null, 'pickInbound.difference');
  const { data, error } = usePart({
    ...read('pickInbound', 'difference', { params: { id: pick.id } }),
    enabled: asked && told,
  });
  const counts = { actual: pick.inboundBoxes ?? 0, expected: pick.pickupBoxes };
  const found = !asked
    ? ofCounts(0, 0)
    : (data ?? (!told || error ? ofCounts(counts.actual, counts.expected) : undefined));
  const before = pick.differenceReason;
  const [reasons, setReasons] = useState<Record<DifferenceDirection, DifferenceReason | null>>({
    shortage: fittingReason('shortage', before),
    surplus: fittingReason('surplus', before),
  });
  const [own, setOwn] = useState<Readonly<Record<string, DifferenceReason>>>({});
  const reasonsOf = (boxes: readonly string[], direction: DifferenceDirection): BoxReason[] =>
    boxes.flatMap((boxNo) => {
      const reason = own[boxNo] ?? reasons[direction];
      return reason ? [{ boxNo, reason }] : [];
    });
  const differenceReasons = found
    ? [...reasonsOf(found.missingBoxes, 'shortage'), ...reasonsOf(found.surplusBoxes, 'surplus')]
    : [];
  // The one reason is of the boxes without a number.
  const surplusAlone =
    found && found.missing === found.missingBoxes.length && found.surplus > found.surplusBoxes.length;
  const differenceReason =
    found && found.missing > 0 && !surplusAlone ? reasons.shortage : found?.surplus ? reasons.surplus : null;
  return {
    ...{ found, reasons, setReasons, own, setOwn },
    ready:
      found !== undefined &&
      reasonProblem(found, counts, { differenceReason, differenceReasons }) === undefined,
    body: {
      ...(differenceReason ? { differenceReason } : {}),
      ...(differenceReasons.length > 0 ? { differenceReasons } : {}),
    },
  };
}

/** Asks why boxes are missing and why others are surplus: for all of them, and for each that has its own reason. */
export function DifferenceReasons({ of }: { of: ReturnType<typeof useDifference> }) {
  const { t } = useTranslation();
  const { found, reasons, setReasons, own, setOwn } = of;
  if (!found) return null;
  const groups = DIRECTIONS.map((direction) => ({
    direction,
    count: direction === 'shortage' ? found.missing : found.surplus,
    boxes: direction === 'shortage' ? found.missingBoxes : found.surplusBoxes,
  })).filter(({ count }) => count > 0);
  return groups.map(({ direction, count, boxes }, at) => (
    <section key={direction} className="fc-difference">
      <Tag minimal intent={direction === 'shortage' ? 'danger' : 'warning'}>
        {t(COUNTED[direction], { count })}
      </Tag>
      <ReasonSelect
        direction={direction}
        label={t(ASKED[direction])}
        none={t('warehouse.choose')}
        focused={at === 0}
        value={reasons[direction]}
        onChange={(reason) => setReasons((now) => ({ ...now, [direction]: reason }))}
      />
      {count > 1 || groups.length > 1
        ? boxes
            .slice(0, LISTED)
            .map((boxNo) => (
              <ReasonSelect
                key={boxNo}
                direction={direction}
                label={t('warehouse.ownReason', { no: boxNo })}
                none={t('warehouse.sameReason')}
                value={own[boxNo] ?? null}
                onChange={(reason) =>
                  setOwn(({ [boxNo]: _, ...rest }) => (reason ? { ...rest, [boxNo]: reason } : rest))
                }
              />
            ))
        : boxes.map((boxNo) => (
            <span key={boxNo} className="fc-muted">
              {boxNo}
            </span>
          ))}
    </section>
  ));
}

function ReasonSelect(props: {
  direction: DifferenceDirection;
  label: string;
  none: string;
  focused?: boolean;
  value: DifferenceReason | null;
  onChange: (reason: DifferenceReason | null) => void;
}) {
  const { direction, label, none, focused = false, value, onChange } = props;
  const speech = useSpeech();
  const id = useId();
  const reasons = reasonsOfDirection[direction];
  return (
    <FormGroup label={label} labelFor={id}>
      <HTMLSelect
        id={id}
        fill
        autoFocus={focused}
        value={value ?? ''}
        onChange={(event) => onChange(reasons.find((one) => one === event.currentTarget.value) ?? null)}
      >
        <option value="">{none}</option>
        {reasons.map((one) => (
          <option key={one} value={one}>
            {speech.choice('differenceReason', one)}
          </option>
        ))}
      </HTMLSelect>
    </FormGroup>
  );
}
