import { useId } from 'react';
import type { Ref } from 'react';
import type { ProgramName } from '#contract/entities/program.ts';
import type { Terms } from '#contract/entities/terms.ts';
import { boot } from '#web/lib/boot-state.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { programsText } from '#web/lib/language/program-name.ts';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import { RetryButton } from '#web/ui/form/RetryButton.tsx';
import { Checkbox } from '#web/ui/form/Toggle.tsx';
import { TermsTexts } from '#web/ui/terms/TermsTexts.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import styles from './AgreeField.module.css';

interface Props {
  /** null: not loaded yet. */
  readonly terms: Terms | null;
  readonly isFailed: boolean;
  readonly reload: () => void;
  /** That wait for the agreement. */
  readonly programs: readonly ProgramName[];
  readonly checked: boolean;
  readonly error: string | null;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly onChange: (checked: boolean) => void;
}

/** The texts of the provider, and the box to agree to them. */
export function AgreeField({ terms, isFailed, reload, programs, checked, error, inputRef, onChange }: Props) {
  const t = useT();
  const [id, problem] = [useId(), useId()];
  const { name: provider } = boot().page.provider;
  if (isFailed) {
    return (
      <Notice tone="warn" title={t('terms.failed')} action={<RetryButton onRetry={async () => reload()} />} />
    );
  }
  if (terms === null) return <Skeleton height="9rem" label={t('state.loading')} />;
  return (
    <div className={styles['field']}>
      <TermsTexts terms={terms} />
      {programs.length > 0 ? <p>{t('terms.programs', { programs: programsText(programs) })}</p> : null}
      <div className={styles['agree']}>
        <Checkbox
          id={id}
          ref={inputRef}
          checked={checked}
          aria-invalid={error === null ? undefined : true}
          aria-describedby={error === null ? undefined : problem}
          onChange={(event) => onChange(event.target.checked)}
        />
        <label htmlFor={id}>{t('terms.agree', { provider })}</label>
      </div>
      {error === null ? null : (
        <p id={problem} className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  );
}
