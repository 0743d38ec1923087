import { useT } from '#web/lib/language/i18n.ts';
import { useLeaveQuestion } from '#web/lib/routing/router.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';

/** Asks before a screen with unsaved input is left. */
export function LeaveDialog() {
  const t = useT();
  const question = useLeaveQuestion();
  if (!question) return null;
  return (
    <Dialog
      open
      title={t('leave.title')}
      onClose={question.stay}
      actions={
        <>
          <Button look="primary" onClick={question.stay}>
            {t('leave.stay')}
          </Button>
          <Button onClick={question.leave}>{t('leave.go')}</Button>
        </>
      }
    >
      <p>{t('leave.text')}</p>
    </Dialog>
  );
}
