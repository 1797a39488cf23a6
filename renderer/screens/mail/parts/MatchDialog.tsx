import { Button, FormGroup, InputGroup, Radio, RadioGroup } from '@blueprintjs/core';
import { billName } from '@contract/bill/billName';
import type { Letter } from '@contract/mail/letter';
import { permit } from '@contract/permissions';
import { useDeferredValue, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../../api/answers';
import { read } from '../../../api/queries';
import { useAllowed } from '../../../app/guard';
import { Answered } from '../../../resource/Answered';
import { AppDialog } from '../../../ui/AppDialog';

/** A bill offered for matching: its numbers and boxes. */
interface BillCandidate {
  readonly id: number;
  readonly billNo: string;
  readonly batchNo: string;
  readonly boxCount: number;
}

/** Dialog that matches an email to a bill: candidates are offered, others are found by number. */
export function MatchDialog(props: {
  letter: Letter & { candidates: readonly BillCandidate[] };
  onBill: (billId: number) => void;
  onClose: () => void;
}) {
  const { letter, onBill, onClose } = props;
  const { t } = useTranslation();
  const id = useId();
  const mayLook = useAllowed(permit('bill.manage.view'));
  const [keyword, setKeyword] = useState('');
  const [chosen, setChosen] = useState<number | null>(letter.candidates[0]?.id ?? null);
  const searched = useDeferredValue(keyword.trim());
  const answer = useAnswer({
    ...read('bill', 'list', { query: { keyword: searched, sort: '-eta', pageSize: 10 } }),
    enabled: mayLook && searched.length >= 3,
  });
  const offered: readonly BillCandidate[] =
    searched.length >= 3 ? (answer.data?.list ?? []) : letter.candidates;
  const one = offered.find((bill) => bill.id === chosen) ?? (offered.length === 1 ? offered[0] : undefined);
  const looking = searched.length >= 3 && answer.data === undefined && answer.state !== 'idle';
  return (
    <AppDialog
      title={t('letters.match')}
      onClose={onClose}
      onSubmit={() => one && onBill(one.id)}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" intent="primary" disabled={!one}>
            {t('letters.match')}
          </Button>
        </>
      }
    >
      {letter.statedBillNo && <p>{t('letters.stated', { no: letter.statedBillNo })}</p>}
      <FormGroup label={t('letters.matchFind')} labelFor={id} helperText={t('letters.matchHint')}>
        <InputGroup id={id} autoFocus maxLength={60} value={keyword} onValueChange={setKeyword} />
      </FormGroup>
      {looking ? (
        <Answered answer={answer}>{() => null}</Answered>
      ) : offered.length === 0 ? (
        <p className="fc-muted" role="status">
          {searched.length >= 3 ? t('common.billUnknown') : t('letters.matchNothing')}
        </p>
      ) : (
        <RadioGroup
          aria-label={t('letters.match')}
          selectedValue={one?.id}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        >
          {offered.map((bill) => (
            <Radio
              key={bill.id}
              value={bill.id}
              label={t('letters.matchBill', {
                no: billName(bill),
                count: bill.boxCount,
              })}
            />
          ))}
        </RadioGroup>
      )}
    </AppDialog>
  );
}
