import { Checkbox, FormGroup } from '@blueprintjs/core';
import type { CmrDetail } from '@contract/linehaul/cmr';
import type { CmrFile } from '@contract/linehaul/cmrFile';
import { type CmrProposal, cmrMailApi } from '@contract/linehaul/cmrMail';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../../api/answers';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { ShortSelect } from '../../../kinds/ChoiceInput';
import { Answered } from '../../../resource/Answered';
import { LetterForm } from '../../../resource/LetterForm';
import { SidePanel } from '../../../ui/SidePanel';
import { notify } from '../../../ui/toaster';

const written = cmrMailApi.send.body.omit({ attachPod: true, fileIds: true });

/** Form that sends a note by email with selected files, prefilled from a matching setting and editable. */
export function SendNote({ cmr, onClose }: { cmr: CmrDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const params = { id: cmr.id };
  const proposals = useAnswer(read('cmrMail', 'proposals', { params }));
  const files = useAnswer(read('cmrFile', 'list', { params }));
  return (
    <SidePanel isOpen width={640} title={`${t('common.sendByEmail')}: ${cmr.cmrNo}`} onClose={onClose}>
      <Answered answer={proposals} lines={10} whole>
        {(found) => (
          <Answered answer={files} lines={10} whole>
            {(all) => <Letter cmr={cmr} proposals={found} files={all} onClose={onClose} />}
          </Answered>
        )}
      </Answered>
    </SidePanel>
  );
}

/** Sorts settings for manual sending before those sent by a step. */
const byHandFirst = (proposals: readonly CmrProposal[]) =>
  [...proposals].sort((a, b) => Number(b.trigger === 'manual') - Number(a.trigger === 'manual'));

function Letter(props: {
  cmr: CmrDetail;
  proposals: readonly CmrProposal[];
  files: readonly CmrFile[];
  onClose: () => void;
}) {
  const { cmr, files, onClose } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const proposals = byHandFirst(props.proposals);
  const [settingId, setSettingId] = useState<number | null>(proposals[0]?.id ?? null);
  const setting = proposals.find(({ id }) => id === settingId);
  const signed = () => files.filter(({ kind }) => kind === 'pod').map(({ id }) => id);
  const [chosen, setChosen] = useState<readonly string[]>(setting?.attachPod ? signed() : []);
  const follow = (id: number | null) => {
    setSettingId(id);
    setChosen(proposals.find((one) => one.id === id)?.attachPod ? signed() : []);
  };
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const initial = {
    toEmails: setting?.toEmails ?? [],
    ccEmails: setting?.ccEmails ?? [],
    subject: setting?.subject ?? cmr.cmrNo,
    text: setting?.text ?? '',
    attachPdf: setting?.attachPdf ?? true,
    attachExcel: setting?.attachExcel ?? false,
  };
  return (
    <>
      {proposals.length > 0 ? (
        <FormGroup label={t('cmr.sendSetting')} labelFor="cmr-send-setting">
          <ShortSelect
            id="cmr-send-setting"
            none={t('cmr.sendNoSetting')}
            options={proposals.map(({ id, name }) => ({ value: id, label: name, search: name }))}
            value={settingId}
            onChange={follow}
          />
        </FormGroup>
      ) : (
        <p className="fc-muted">{t('cmr.sendNoneMatches')}</p>
      )}
      <LetterForm
        key={settingId}
        resource="cmrMail"
        schema={written}
        files={['attachPdf', 'attachExcel']}
        initial={initial}
        draft={`cmr/${cmr.id}/send/${settingId ?? ''}`}
        more={() => (
          <fieldset className="fc-form-group">
            <legend>{t('cmr.sendFiles')}</legend>
            {files.length === 0 && <p className="fc-muted">{t('cmr.sendNoFiles')}</p>}
            {files.map(({ id, fileName, kind }) => (
              <Checkbox
                key={id}
                checked={chosen.includes(id)}
                onChange={() => toggle(id)}
                label={`${fileName} (${speech.choice('cmrFileKind', kind)})`}
              />
            ))}
          </fieldset>
        )}
        send={(values, key) =>
          client.cmrMail.send({ params: { id: cmr.id }, body: { ...values, fileIds: [...chosen] } }, { key })
        }
        onSent={() => {
          notify({ text: t('cmr.sendDone'), intent: 'success' });
          void invalidate(queryClient, 'cmrMail');
          onClose();
        }}
        onCancel={onClose}
      />
    </>
  );
}
