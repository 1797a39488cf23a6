import type { documentStates } from '@contract/business/document';
import type { ApprovalStep } from '@contract/rules/approval';
import type { ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useKept } from '../../../app/drafts';
import { DetailScreen, FieldGroups } from '../../../resource/DetailScreen';
import { FORM_WIDTH, type PlainRow, type PlainScreen } from '../../../resource/ListScreen';
import { PlainForm } from '../../../resource/PlainForm';
import { SidePanel } from '../../../ui/SidePanel';
import { DocumentFiles } from '../../shared/business/DocumentFiles';
import { type DocumentGroup, docTypeOf } from '../../shared/business/documents';
import { DocumentChanges } from './DocumentChanges';
import { History, Next } from './History';
import { EndsSoon } from './LastDay';
import { useDocument } from './useDocument';

type Row = PlainRow & {
  readonly state: keyof typeof documentStates;
  readonly versionNo: number;
  readonly copiedFromId: number | null;
  readonly terminatedOn: string | null;
  readonly waiting: readonly ApprovalStep[] | null;
  readonly stepNo: number | null;
  readonly stepDueAt: string | null;
};

/** Screen of one document with approval: its contents, its files, its approval history. */
export function DocumentScreen(props: {
  readonly group: DocumentGroup;
  readonly screen: PlainScreen;
  readonly row: Row;
  readonly badges?: ReactNode;
  /** Actions besides those of the approval. */
  readonly actions?: ReactNode;
  readonly subtitle?: string;
  /** Calculated fields, beneath the typed ones. */
  readonly derived?: { readonly title: string; readonly fields: readonly string[] };
  readonly files?: number;
  /** Additional parts, after its contents. */
  readonly after?: readonly {
    readonly id: string;
    readonly title: string;
    readonly count?: number;
    readonly panel: ReactElement;
  }[];
}) {
  const { group, screen, row, after = [] } = props;
  const { t } = useTranslation();
  const [editing, setEditing] = useKept('editing', false);
  const { badges, actions, panel, progress, mayEdit } = useDocument(group, screen, row, () =>
    setEditing(true),
  );
  return (
    <>
      <DetailScreen
        number={screen.nameOf(row)}
        subtitle={props.subtitle}
        badges={
          <>
            {badges}
            {props.badges}
            <EndsSoon row={row} />
            <span className="fc-muted">
              <Next row={row} progress={progress} />
            </span>
          </>
        }
        actions={
          <>
            {props.actions}
            {actions}
          </>
        }
        parts={[
          {
            id: 'facts',
            title: t('common.contents'),
            panel: (
              <FieldGroups<PlainRow>
                schema={screen.resource.row}
                resource={screen.resource.name}
                row={row}
                groups={[
                  ...screen.form
                    // The table of lines has its own part.
                    .filter(({ fields }) => !fields.includes('lines'))
                    .map(({ title, fields }) => ({ title: t(title), fields })),
                  ...(props.derived ? [{ ...props.derived, fields: [...props.derived.fields] }] : []),
                  {
                    title: t('business.groupState'),
                    fields: [
                      'versionNo',
                      'submittedAt',
                      'submittedBy',
                      'approvedAt',
                      'terminatedOn',
                      'terminatedReason',
                      'createdAt',
                      'createdBy',
                      'updatedAt',
                      'updatedBy',
                    ],
                  },
                ]}
              />
            ),
          },
          ...after,
          ...(row.copiedFromId === null
            ? []
            : [
                {
                  id: 'changes',
                  title: t('business.changes'),
                  panel: <DocumentChanges group={group} screen={screen} row={row} from={row.copiedFromId} />,
                },
              ]),
          {
            id: 'files',
            title: t('common.attachments'),
            count: props.files,
            panel: (
              <DocumentFiles
                docType={docTypeOf[group]}
                id={row.id}
                mayEdit={mayEdit}
                {...(group === 'contract' ? { hint: t('business.filesNoneDetail') } : {})}
              />
            ),
          },
          {
            id: 'history',
            title: t('business.history'),
            count: progress?.log.length,
            panel: <History row={row} progress={progress} />,
          },
        ]}
      />
      {panel}
      <SidePanel
        isOpen={editing}
        width={screen.width ?? FORM_WIDTH}
        title={screen.nameOf(row)}
        onClose={() => setEditing(false)}
      >
        {editing && <PlainForm screen={screen} editing={row} onDone={() => setEditing(false)} />}
      </SidePanel>
    </>
  );
}
