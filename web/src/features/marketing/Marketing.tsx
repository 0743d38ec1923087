import { useId } from 'react';
import type { MarketingMessage } from '#contract/entities/marketing.ts';
import { mayChangeHome, useHouse } from '#web/api/house-context.ts';
import { hasFailed } from '#web/api/query-failure.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { Failure } from '#web/ui/container/Failure.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import { SafeHtml } from '#web/ui/text/SafeHtml.tsx';
import styles from './Marketing.module.css';
import { linkTargetOf } from './link-target.ts';
import { useDismiss, useMarketing } from './use-marketing.ts';

/** The words of the provider lead to a page of the portal, or say where else they lead. */
function OfferLink({ link, title }: { readonly link: string; readonly title: string }) {
  const t = useT();
  const target = linkTargetOf(link);
  if (!target) return null;
  const { kind, name } = target;
  const isElsewhere = kind === 'page';
  return (
    <div className={styles['way']}>
      <a
        className={styles['link']}
        href={link}
        {...(isElsewhere ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      >
        <bdi>{title}</bdi>
        {isElsewhere ? <Icon name="external" size={16} /> : null}
      </a>
      {kind === 'portal' ? null : (
        <p className={styles['target']}>
          {t(`marketing.target.${kind}`)} <bdi>{name}</bdi>
        </p>
      )}
    </div>
  );
}

interface OfferProps {
  readonly message: MarketingMessage;
  /** null: the person may only read. */
  readonly onDismiss: (() => void) | null;
}

function Offer({ message: { title, body, linkTitle, link }, onDismiss }: OfferProps) {
  const t = useT();
  const id = useId();
  return (
    <section className={styles['offer']} aria-labelledby={id}>
      <div className={styles['words']}>
        <h2 id={id} dir="auto">
          {title}
        </h2>
        <SafeHtml html={body} className={styles['body']} namesTargets />
      </div>
      <OfferLink link={link} title={linkTitle} />
      {onDismiss ? (
        <button
          type="button"
          className={styles['dismiss']}
          aria-label={`${t('action.dismiss')}: ${title}`}
          onClick={({ currentTarget }) => {
            const offer = currentTarget.closest('section');
            const neighbour = offer?.nextElementSibling ?? offer?.previousElementSibling;
            onDismiss();
            // The button goes away.
            (neighbour?.querySelector('button') ?? document.querySelector('h1'))?.focus({
              preventScroll: true,
            });
          }}
        >
          <Icon name="close" size={20} />
        </button>
      ) : null}
    </section>
  );
}

/** Cards of the provider, newest first. */
export function Marketing() {
  const t = useT();
  const { user, house } = useHouse();
  const query = useMarketing();
  const { data, refetch } = query;
  const dismiss = useDismiss();
  const mayDismiss = mayChangeHome({ user, house });
  if (!data && hasFailed(query)) {
    return (
      <Card>
        <Failure title={t('marketing.failed')} subject={t('marketing.title')} onRetry={refetch} />
      </Card>
    );
  }
  if (!data || data.length === 0) return null;
  return (
    <div className={styles['offers']} role="group" aria-label={t('marketing.title')}>
      {data.map((message) => (
        <Offer key={message.id} message={message} onDismiss={mayDismiss ? () => dismiss(message.id) : null} />
      ))}
    </div>
  );
}
