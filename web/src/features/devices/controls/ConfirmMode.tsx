import { labelFor, useT } from '#web/lib/language/i18n.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';

interface Props {
  readonly mode: string;
  readonly label: string;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** Asks before a mode that cuts the home off from the grid or from its battery. The focus starts at Cancel. */
export function ConfirmMode({ mode, label, onCancel, onConfirm }: Props) {
  const t = useT();
  return (
    <Dialog
      open
      title={t('confirmMode.title', { mode: label })}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{t('action.cancel')}</Button>
          <Button look="danger" onClick={onConfirm}>
            {t('confirmMode.action')}
          </Button>
        </>
      }
    >
      <p>{labelFor('confirmMode', mode)}</p>
    </Dialog>
  );
}
