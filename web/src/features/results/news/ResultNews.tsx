import { useId } from 'react';
import type { LatestResult } from '#contract/entities/result.ts';
import { useHouse } from '#web/api/house-context.ts';
import { hasFailed } from '#web/api/query-failure.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { receiptPath } from '#web/lib/routing/paths.ts';
import { moneyText } from '#web/lib/language/quantity-text.ts';
import { RetryButton } from '#web/ui/form/RetryButton.tsx';
import { Card } from '#web/ui/container/Card.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import styles from './ResultNews.module.css';
import placeStyles from './ResultNewsPlace.module.css';
import { eventEnergyWithUnit } from '../energy-text.ts';
import { eventRangeText } from '../event-days/event-range-text.ts';
import { earnedBy, isMeasured, versionsOf } from '../receipt/figures.ts';
import { useReceiptsOfDispatch } from '../receipt/use-receipt.ts';
import { useReward } from '../rewards/use-reward.ts';

interface Props {
  readonly result: LatestResult;
  /** The result was read, or dismissed. */
  readonly onSeen: () => void;
}

const titleOf = (t: ReturnType<typeof useT>, savedWh: number | null): string => {
  if (savedWh === null) return t('results.news.over');
  return savedWh < 0
    ? t('receipt.title.more', { energy: eventEnergyWithUnit(-savedWh) })
    : t('receipt.title.saved', { energy: eventEnergyWithUnit(savedWh) });
};

/** The result of the newest event: what it saved and earned, or why there is no number; leads to the receipt. */
export function ResultNews({ result, onSeen }: Props) {
  const t = useT();
  const id = useId();
  const { timezone } = useHouse().house;
  const { savedWh, eventId } = result;
  const receipts = useReceiptsOfDispatch(eventId);
  const reward = useReward();
  const measuredReceipts = receipts.data ?? [];
  const isAwaited = receipts.data?.length === 0;
  const isFailed = hasFailed(receipts);
  const [newest] = versionsOf(measuredReceipts);
  const earned = reward.data
    ? earnedBy(
        reward.data.entries,
        measuredReceipts.map((receipt) => receipt.eventId),
      )
    : null;
  const { code, ...values } = measuredReceipts.find((receipt) => !isMeasured(receipt))?.reason ?? {
    code: null,
  };
  const facts = [
    ...(earned && earned.amount > 0
      ? [t('results.news.earned', { money: moneyText(earned.amount, earned.currency) })]
      : []),
    ...(newest
      ? [t(newest.state === 'provisional' ? 'results.news.provisional' : `receipt.state.${newest.state}`)]
      : []),
  ];
  return (
    <Card labelledBy={id} className={`${styles['news']} ${placeStyles['room']}`}>
      <span className={styles['icon']}>
        <Icon name={savedWh !== null && savedWh >= 0 ? 'leaf' : 'info'} />
      </span>
      <div className={styles['head']}>
        <h2 id={id}>{titleOf(t, savedWh)}</h2>
        <p>
          {t('receipt.when', {
            when: eventRangeText(Date.parse(result.startTime), Date.parse(result.endTime), timezone),
          })}
        </p>
      </div>
      {isAwaited ? null : (
        <button
          type="button"
          className={styles['dismiss']}
          aria-label={t('action.dismiss')}
          onClick={() => {
            onSeen();
            // The button goes away.
            document.querySelector('h1')?.focus();
          }}
        >
          <Icon name="close" size={20} />
        </button>
      )}
      <div className={styles['foot']}>
        <div className={savedWh === null ? styles['reason'] : styles['facts']}>
          {savedWh !== null && savedWh < 0 ? <p>{t('receipt.more.text')}</p> : null}
          <p>
            {savedWh === null && isAwaited ? t('receipt.none.text') : ''}
            {savedWh === null && code ? t(`receipt.reason.${code}`, values) : ''}
            {isFailed && !receipts.data ? t('results.news.failed') : ''}
            {savedWh === null ? '' : facts.join(' · ')}
          </p>
        </div>
        {isFailed ? <RetryButton look="quiet" onRetry={receipts.refetch} /> : null}
        {isAwaited ? null : (
          <a className={styles['link']} href={`#${receiptPath(eventId)}`} onClick={onSeen}>
            {t('receipt.link')}
            <Icon name="chevron-right" size={16} />
          </a>
        )}
      </div>
    </Card>
  );
}
