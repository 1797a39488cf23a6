import type { documentStates } from '@contract/business/document';
import type { ApprovalStep } from '@contract/rules/approval';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DetailScreen, FieldGroups } from '../../../resource/DetailScreen';
import { FORM_WIDTH, PlainForm, type PlainRow, type PlainScreen } from '../../../resource/ListScreen';
import { SidePanel } from '../../../ui/SidePanel';
import { DocumentFiles } from './DocumentFiles';
import type { DocumentGroup } from './documents';
import { History, Next } from './History';
import { useDocument } from './useDocument';

type Row = PlainRow & {
  readonly state: keyof typeof documentStates;
  readonly terminatedOn: string | null;
  readonly waiting: readonly ApprovalStep[] | null;
  readonly stepNo: number | null;
  readonly stepDueAt: string | null;
};

/** The screen of one document with approval: its contents, its files, its way through approval. */
export function DocumentScreen(props: {
  readonly group: DocumentGroup;
  readonly screen: PlainScreen;
  readonly row: object;
  readonly badges?: ReactNode;
  /** What may be done with it besides what its approval allows. */
  readonly actions?: ReactNode;
  readonly subtitle?: string;
  /** Fields that are not typed, beneath those that are. */
  readonly derived?: { readonly title: string; readonly fields: readonly string[] };
  readonly files?: number;
  /** Parts of its own, behind its contents. */
  readonly after?: readonly {
    readonly id: string;
    readonly title: string;
    readonly count?: number;
    readonly panel: ReactElement;
  }[];
}) {
  const { group, screen, after = [] } = props;
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const row = props.row as Row;
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
            title: t('business.facts'),
            panel: (
              <FieldGroups<PlainRow>
                schema={screen.resource.row}
                resource={screen.resource.name}
                row={row}
                groups={[
                  ...screen.form.flatMap(({ title, fields }) => {
                    // A table of lines has a part of its own.
                    const shown = fields.filter((name) => name !== 'lines');
                    return shown.length > 0 ? [{ title: t(title) as string, fields: shown }] : [];
                  }),
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
          {
            id: 'files',
            title: t('business.files'),
            count: props.files,
            panel: <DocumentFiles group={group} id={row.id} mayEdit={mayEdit} />,
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
