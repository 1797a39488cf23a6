import { Button, FormGroup, Menu, MenuItem } from '@blueprintjs/core';
import { type SeaBill, type SeaPaper, seaPapers } from '@contract/sea/seaBill';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';
import { useServed } from '../../../app/offered';
import { PdfPreview } from '../../../app/paper/PdfPreview';
import { LongSelect } from '../../../kinds/ChoiceInput';
import { idOf } from '../../../kinds/recordId';
import { useOptions } from '../../../kinds/ref';
import { AppDialog } from '../../../ui/AppDialog';
import { DropDown } from '../../../ui/DropDown';

/** Button with the papers of a sea bill; an order asks which haulier collects the goods. */
export function SeaPapers({ bill }: { readonly bill: SeaBill }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [asked, setAsked] = useState<SeaPaper | null>(null);
  const [shown, setShown] = useState<{ paper: SeaPaper; carrierCompanyId: number | null } | null>(null);
  const served = useServed('seaBill.paper');
  if (!served) return null;
  const { id, mblNo, hblNo } = bill;
  const choose = (paper: SeaPaper) =>
    paper === 'arrival_notice' ? setShown({ paper, carrierCompanyId: null }) : setAsked(paper);
  return (
    <>
      <DropDown
        placement="bottom-end"
        content={
          <Menu>
            {seaPapers.map((paper) => (
              <MenuItem key={paper} text={speech.choice('seaPaper', paper)} onClick={() => choose(paper)} />
            ))}
          </Menu>
        }
      >
        <Button>{t('cmr.print')}</Button>
      </DropDown>
      {asked && (
        <CarrierDialog
          title={speech.choice('seaPaper', asked)}
          onClose={() => setAsked(null)}
          onChosen={(carrierCompanyId) => {
            setAsked(null);
            setShown({ paper: asked, carrierCompanyId });
          }}
        />
      )}
      {shown && (
        <PdfPreview
          title={`${speech.choice('seaPaper', shown.paper)} ${hblNo ?? mblNo}`}
          file={{
            call: 'seaBill.paper',
            input: { params: { id }, query: shown },
            name: `${hblNo ?? mblNo}-${shown.paper.replace('_', '-')}.pdf`,
          }}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}

/** Dialog that asks which haulier an order is for. */
function CarrierDialog(props: {
  readonly title: string;
  readonly onClose: () => void;
  readonly onChosen: (carrierCompanyId: number | null) => void;
}) {
  const { title, onClose, onChosen } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const id = useId();
  const [carrier, setCarrier] = useState<number | null>(null);
  const listed = useOptions('clientCompany', [], undefined, undefined, 'supplier');
  return (
    <AppDialog
      title={title}
      onClose={onClose}
      onSubmit={() => onChosen(carrier)}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" intent="primary">
            {t('sea.showPaper')}
          </Button>
        </>
      }
    >
      <FormGroup
        label={speech.label('carrierCompanyId', 'seaBill')}
        labelFor={id}
        helperText={t('sea.hintPaperCarrier')}
      >
        {!listed.missing && (
          <LongSelect id={id} {...listed} value={carrier} onChange={(value) => setCarrier(idOf(value))} />
        )}
      </FormGroup>
    </AppDialog>
  );
}
