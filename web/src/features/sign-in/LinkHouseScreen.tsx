import { useEffect, useState } from 'react';
import { ApiError } from '#web/api/client.ts';
import { api } from '#web/api/session.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { navigate } from '#web/lib/routing/router.ts';
import { clearInvitation, storedInvitation } from '#web/lib/browser/storage.ts';
import { RetryButton } from '#web/ui/form/RetryButton.tsx';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import { ErrorScreen } from './ResultScreens.tsx';
import { QuietLink, SignInLayout } from './SignInLayout.tsx';
import { errorPath, failureOf } from './sign-in-flow.ts';
import type { Failure } from './sign-in-flow.ts';
import type { InvitationFacts } from './RegisterForm.tsx';

function FormWaiting() {
  const t = useT();
  return <Skeleton height="20rem" label={t('state.loading')} />;
}

const RegisterForm = lazyPart(async () => (await import('./RegisterForm.tsx')).RegisterForm, FormWaiting);

/** An invitation that cannot be used is forgotten; the error screen says what to do. */
const leaveExpired = (error: unknown): boolean => {
  if (!(error instanceof ApiError) || !error.code.startsWith('invitation_')) return false;
  clearInvitation();
  navigate(errorPath(error), { replace: true });
  return true;
};

/** /link-house, the target of a mailed invitation: a new person registers, one with an account signs in and is asked then. */
export function LinkHouseScreen() {
  const t = useT();
  const [code] = useState(storedInvitation);
  const [facts, setFacts] = useState<InvitationFacts | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [isRetrying, setIsRetrying] = useState(false);
  useEffect(() => {
    if (code === null) return undefined;
    let isCurrent = true;
    const load = async () => {
      try {
        const answer = await api.post('/auth/invitation', { body: { code } });
        if (!isCurrent) return;
        setFacts(answer);
        setFailure(null);
      } catch (error) {
        if (isCurrent && !leaveExpired(error)) setFailure(failureOf(error));
      }
      if (isCurrent) setIsRetrying(false);
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, [code, attempt]);
  if (code === null) return <ErrorScreen code="invitation_expired" />;

  const leadOf = ({ access, address, invitedBy }: InvitationFacts): string =>
    [
      ...(invitedBy === null ? [] : [t('join.by', { name: invitedBy })]),
      t(`join.lead.${access}`, { address }),
    ].join(' ');
  const retry = () => {
    setIsRetrying(true);
    setAttempt((before) => before + 1);
  };
  return (
    <SignInLayout
      pageTitle={t('join.title')}
      title={t('join.title')}
      lead={facts ? leadOf(facts) : undefined}
      failure={failure}
    >
      {facts ? (
        <>
          <RegisterForm
            code={code}
            facts={facts}
            onFailure={(error) => {
              if (error === null) setFailure(null);
              else if (!leaveExpired(error)) setFailure(failureOf(error));
            }}
          />
          <QuietLink to={paths.logon}>{t('join.haveAccount')}</QuietLink>
        </>
      ) : null}
      {facts === null && failure === null ? <FormWaiting /> : null}
      {facts === null && failure !== null ? (
        <RetryButton look="primary" busy={isRetrying} onRetry={retry} />
      ) : null}
    </SignInLayout>
  );
}
