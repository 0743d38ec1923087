import { useEffect, useState } from 'react';
import { ApiError } from '#web/api/client.ts';
import { boot } from '#web/lib/boot-state.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { navigate } from '#web/lib/routing/router.ts';
import { takeSignOnCode } from '#web/lib/browser/storage.ts';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import { ErrorScreen } from './ResultScreens.tsx';
import { QuietLink, SignInLayout } from './SignInLayout.tsx';
import { beginSignOn, errorPath, failureOf, finishSignOn } from './sign-in-flow.ts';
import type { Failure } from './sign-in-flow.ts';

/** After these errors the sign-on has ended. */
const FINAL_ERRORS: readonly ApiError['code'][] = [
  'sign_on_expired',
  'sign_on_unavailable',
  'account_inactive',
];

/** /auth-proxy: finishes a provider sign-on that the browser is back from; opened without one, begins it. */
export function SignOnScreen() {
  const t = useT();
  const { signOnName } = boot().page.provider;
  // Taken from storage once: an effect may run twice.
  const [code] = useState(takeSignOnCode);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    if (signOnName === null) return;
    const go = async () => {
      try {
        await (code === null ? beginSignOn(paths.home) : finishSignOn(code));
      } catch (error) {
        if (error instanceof ApiError && FINAL_ERRORS.includes(error.code)) {
          navigate(errorPath(error), { replace: true });
        } else setFailure(failureOf(error));
      }
    };
    void go();
  }, [code, signOnName]);
  if (signOnName === null) return <ErrorScreen code={null} />;
  const title = t('signOn.waiting', { name: signOnName });
  return (
    <SignInLayout pageTitle={t('signIn.title')} title={title} failure={failure}>
      {failure ? (
        <QuietLink to={paths.logon}>{t('signIn.back')}</QuietLink>
      ) : (
        <Skeleton height="6rem" label={t('state.loading')} />
      )}
    </SignInLayout>
  );
}
