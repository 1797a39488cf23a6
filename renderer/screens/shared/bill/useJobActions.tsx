import { Button, FormGroup, HTMLSelect, HTMLTable } from '@blueprintjs/core';
import { type FileJobAction, isQuestion, jobProblem } from '@contract/files/fileJob';
import type { FileJob } from '@contract/files/fileJobRow';
import { isToolKind } from '@contract/files/fileKindNames';
import type { LeftRow } from '@contract/files/fileReading';
import { ENCODINGS, type Encoding } from '@contract/importing/encodings';
import type { DecimalSign } from '@contract/importing/numberText';
import type { DateOrder } from '@contract/importing/timeText';
import type { Param } from '@contract/words';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client, type OutputOf } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { useSaveFile } from '../../../app/useSaveFile';
import { AppDialog } from '../../../ui/AppDialog';
import { ask } from '../../../ui/ask';
import { notify, notifyFailed } from '../../../ui/toaster';

/** Actions on a conversion for users; `start` is reserved for the worker. */
export const JOB_ACTIONS = [
  'accept',
  'restart',
  'cancel',
  'undo',
  'delete',
] as const satisfies FileJobAction[];
export type JobAction = (typeof JOB_ACTIONS)[number];
type Undone = OutputOf<'fileJob', 'undo'>;

/** Returns the extension of the file of refused rows, with its dot. */
export const endingOf = ({ errorFileName }: Pick<FileJob, 'errorFileName'>): string =>
  /\.[^.]+$/.exec(errorFileName ?? '')?.[0] ?? '.xlsx';

/** Carries out actions on conversions: asks for confirmation, and lists the records that an undo has kept. */
export function useJobActions(): {
  readonly act: (action: JobAction, job: FileJob) => Promise<boolean>;
  /** Saves the original file, or the returned rows. */
  readonly save: (job: FileJob, which: 'file' | 'errorFile') => Promise<void>;
  /** Converts a file again without some of its rows; false if refused. */
  readonly leaveOut: (job: FileJob, leave: readonly LeftRow[]) => Promise<boolean>;
  readonly dialogs: ReactNode;
} {
  const { t } = useTranslation();
  const speech = useSpeech();
  const saveFile = useSaveFile('open');
  const [kept, setKept] = useState<Undone | null>(null);
  const [pending, setPending] = useState<FileJob | null>(null);

  const confirm = async (action: JobAction, job: FileJob): Promise<boolean> => {
    const inPlace = job.appliedAt !== null && job.undoneAt === null;
    const question = {
      undo: { title: t('files.undoAsk', { name: job.fileName }), detail: t('files.undoDetail') },
      delete: {
        title: t('common.deleteOf', { name: job.fileName }),
        detail: t(isToolKind(job.kind) && job.kind !== 'tariff' ? 'files.deleteMade' : 'files.deleteDetail'),
      },
      restart: inPlace ? { title: t('files.restartAsk'), detail: t('files.restartDetail') } : null,
      accept: null,
      cancel: null,
    }[action];
    if (!question) return true;
    return ask({
      ...question,
      confirm: speech.action('fileJob', action),
      cancel: t('common.cancel'),
      intent: action === 'restart' ? 'warning' : 'danger',
    });
  };

  const act = async (action: JobAction, job: FileJob): Promise<boolean> => {
    if (!(await confirm(action, job))) return false;
    const params = { id: job.id };
    try {
      if (action === 'undo') {
        const undone = await client.fileJob.undo({ params });
        if (undone.kept.length > 0) setKept(undone);
        else {
          const { restored } = undone;
          const text = restored
            ? t('files.undoneRestored', { count: undone.undone, name: restored.fileName })
            : t('files.undone', { count: undone.undone });
          notify({ text, intent: 'success' });
        }
      } else if (action === 'restart') {
        const found = jobProblem(job);
        if (found && isQuestion(found)) {
          setPending(job);
          return false;
        }
        await client.fileJob.restart({ params, body: { replace: job.appliedAt !== null && !job.undoneAt } });
      } else if (action === 'delete') {
        await client.fileJob.remove({ params });
        notify({ text: t('common.deleted'), intent: 'success' });
      } else await client.fileJob[action]({ params });
      return true;
    } catch (error) {
      notifyFailed(error);
      return false;
    } finally {
      await invalidate(queryClient, 'fileJob');
    }
  };

  const save = (job: FileJob, which: 'file' | 'errorFile') => {
    const dot = job.fileName.lastIndexOf('.');
    const bare = dot > 0 ? job.fileName.slice(0, dot) : job.fileName;
    return saveFile({
      call: `fileJob.${which}`,
      input: { params: { id: job.id } },
      name: which === 'file' ? job.fileName : `${bare} ${speech.words.desktop.errorColumn}${endingOf(job)}`,
    });
  };

  const restartAs = async (job: FileJob, answer: Answer) => {
    try {
      await client.fileJob.restart({ params: { id: job.id }, body: { replace: false, ...answer } });
      setPending(null);
      return true;
    } catch (error) {
      notifyFailed(error);
      return false;
    } finally {
      await invalidate(queryClient, 'fileJob');
    }
  };
  const leaveOut = (job: FileJob, leave: readonly LeftRow[]) => restartAs(job, { leave: [...leave] });

  const dialogs = pending ? (
    <QuestionDialog job={pending} onClose={() => setPending(null)} onChoose={restartAs} />
  ) : (
    kept && <KeptDialog of={kept} onClose={() => setKept(null)} />
  );
  return { act, save, leaveOut, dialogs };
}

/** Records that an undo has kept, each with its reason. */
function KeptDialog({ of: { undone, kept }, onClose }: { of: Undone; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <AppDialog
      wide
      title={t('files.keptTitle', { undone })}
      onClose={onClose}
      actions={
        <Button intent="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <HTMLTable compact striped>
        <thead>
          <tr>
            <th>{t('common.number')}</th>
            <th>{t('files.keptReason')}</th>
          </tr>
        </thead>
        <tbody>
          {kept.map(({ number, reason }) => (
            <tr key={number}>
              <td>{number}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </AppDialog>
  );
}

const ORDERS = {
  DMY: 'importing.dateDmy',
  MDY: 'importing.dateMdy',
  YMD: 'importing.dateYmd',
} as const;

const SIGNS = { point: 'importing.decimalPoint', comma: 'importing.decimalComma' } as const;
const QUESTIONS: Readonly<Record<string, 'order' | 'decimal'>> = {
  DATE_ORDER_AMBIGUOUS: 'order',
  DECIMAL_AMBIGUOUS: 'decimal',
};
type Answer =
  | { readonly encoding: Encoding }
  | { readonly order: DateOrder }
  | { readonly decimal: DecimalSign }
  | { readonly leave: LeftRow[] };

interface Option {
  readonly value: string;
  readonly label: string;
  /** Sample of the file's content if this option is right. */
  readonly example?: string;
  /** Undefined for the placeholder option. */
  readonly answer?: Answer;
}

const NOT_CHOSEN: Option = { value: '', label: '—' };

/** Values of a parameter that is a list; none of a job that was stored before these were lists. */
const listOf = (param: Param | undefined): readonly string[] =>
  typeof param === 'object' && 'list' in param ? param.list : [];

/**
 * Dialog for the detail that a file needs: its encoding (those that fit come first), the order of its dates, or the
 * decimal sign of its numbers.
 */
function QuestionDialog({
  job,
  onClose,
  onChoose,
}: {
  job: FileJob;
  onClose: () => void;
  onChoose: (job: FileJob, answer: Answer) => Promise<boolean>;
}) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const found = jobProblem(job);
  const { encodings, orders } = found?.params ?? {};
  const [fitting, fittingOrders] = [listOf(encodings), listOf(orders)];
  const question = {
    order: {
      label: t('importing.dateOrder'),
      options: [
        NOT_CHOSEN,
        ...(['DMY', 'MDY', 'YMD'] as const)
          .filter((one) => fittingOrders.length === 0 || fittingOrders.includes(one))
          .map((order): Option => ({ value: order, label: t(ORDERS[order]), answer: { order } })),
      ],
    },
    decimal: {
      label: t('importing.decimal'),
      options: [
        NOT_CHOSEN,
        ...(['point', 'comma'] as const).map(
          (decimal): Option => ({ value: decimal, label: t(SIGNS[decimal]), answer: { decimal } }),
        ),
      ],
    },
    encoding: {
      label: t('importing.encoding'),
      options: ENCODINGS.toSorted((a, b) => placeIn(fitting, a) - placeIn(fitting, b)).map(
        (encoding): Option => ({
          value: encoding,
          label: encoding,
          example: String(found?.params?.[encoding] ?? ''),
          answer: { encoding },
        }),
      ),
    },
  }[QUESTIONS[found?.code ?? ''] ?? 'encoding'];
  const [chosen, setChosen] = useState<string>(question.options[0]?.value ?? '');
  const { answer, example } = question.options.find(({ value }) => value === chosen) ?? {};
  return (
    <AppDialog
      title={job.fileName}
      onClose={onClose}
      onSubmit={() => answer && void onChoose(job, answer)}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" intent="primary" disabled={!answer}>
            {speech.action('fileJob', 'restart')}
          </Button>
        </>
      }
    >
      {found && <p>{speech.message(found)}</p>}
      <FormGroup
        label={question.label}
        labelFor="job-answer"
        helperText={
          example && (
            <span role="status">
              {t('files.readSo')} <strong>{example}</strong>
            </span>
          )
        }
      >
        <HTMLSelect
          id="job-answer"
          autoFocus
          value={chosen}
          options={question.options.map(({ value, label }) => ({ value, label }))}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      </FormGroup>
    </AppDialog>
  );
}

/** Returns the index in a list; the length of the list if absent. */
const placeIn = (list: readonly string[], one: string): number =>
  list.includes(one) ? list.indexOf(one) : list.length;
