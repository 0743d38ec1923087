import { useEffect } from 'react';
import { useT } from '#web/lib/language/i18n.ts';
import { signOut } from '#web/api/session.ts';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import { usePageHeading } from '#web/ui/page/page-heading.ts';

export function SignOut() {
  const t = useT();
  const heading = usePageHeading(t('signOut.title'));
  useEffect(() => {
    void signOut();
  }, []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {t('signOut.title')}
      </h1>
      <Skeleton height="8rem" label={t('signOut.title')} />
    </>
  );
}
