import { useEffect } from 'react';
import { boot } from '#web/lib/boot-state.ts';
import { currentLanguage, useT } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { navigate } from '#web/lib/routing/router.ts';
import { useMayOpen } from '#web/lib/feedback/use-may-open.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { SafeHtml } from '#web/ui/text/SafeHtml.tsx';

interface Props {
  readonly onShown: () => void;
  readonly onClose: () => void;
}

/** The provider's words to a person who signed in for the first time, in the current language if it has them. */
export function WelcomeDialog({ onShown, onClose }: Props) {
  const t = useT();
  const mayOpen = useMayOpen();
  useEffect(() => {
    if (mayOpen) onShown();
  }, [mayOpen, onShown]);
  const { name, homeAppConfig } = boot().page.provider;
  const { welcomeModalTitle, welcomeModalBody, translations } = homeAppConfig;
  const translation = translations.find(({ language }) => language === currentLanguage());
  const body = translation?.body ?? welcomeModalBody;
  return (
    <Dialog
      open={mayOpen}
      title={translation?.title ?? welcomeModalTitle ?? name}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            look="primary"
            onClick={() => {
              onClose();
              navigate(paths.profile);
            }}
          >
            {t('welcome.profile')}
          </Button>
        </>
      }
    >
      {body ? <SafeHtml html={body} /> : null}
    </Dialog>
  );
}
