import { useState } from 'react';
import type { DeviceReceipt } from '#contract/entities/result.ts';
import { labelFor, useT } from '#web/lib/language/i18n.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { Choice } from '#web/ui/form/Choice.tsx';
import { Select } from '#web/ui/form/Select.tsx';
import { InNumbers } from './InNumbers.tsx';
import styles from './Receipt.module.css';
import { UsualDays } from './UsualDays.tsx';
import { isMeasured } from './figures.ts';

/** More devices than that do not fit side by side. */
const MOST_IN_ROW = 3;

interface Props {
  readonly receipts: readonly DeviceReceipt[];
  readonly nameOf: (deviceId: string) => string;
}

interface OneProps {
  readonly receipt: DeviceReceipt;
}

function Rule({ receipt }: OneProps) {
  const t = useT();
  return (
    <p className={styles['muted']}>
      {t('receipt.rule', { rule: labelFor('receipt.rule', receipt.rule), version: receipt.ruleVersion })}
    </p>
  );
}

function Steps({ receipt }: OneProps) {
  // Why there is no number comes before the days that would have been used for it.
  if (!isMeasured(receipt))
    return (
      <>
        <InNumbers receipt={receipt} />
        <div className={styles['stack']}>
          <UsualDays receipt={receipt} />
        </div>
      </>
    );
  return (
    <div className={styles['columns']}>
      <div className={styles['stack']}>
        <UsualDays receipt={receipt} />
      </div>
      <div className={styles['stack']}>
        <InNumbers receipt={receipt} />
      </div>
    </div>
  );
}

/** How the usual of each device was found: the rule, its days and the arithmetic. On paper there is nothing to choose: all follow. */
export function HowFound({ receipts, nameOf }: Props) {
  const t = useT();
  const [chosen, setChosen] = useState(receipts[0]?.deviceId ?? '');
  const receipt = receipts.find(({ deviceId }) => deviceId === chosen) ?? receipts[0];
  if (!receipt) return null;
  const options = receipts.map(({ deviceId }) => ({ value: deviceId, text: nameOf(deviceId) }));
  const chooser = { value: receipt.deviceId, options, onChoose: setChosen };
  const others = receipts.filter((other) => other !== receipt);
  return (
    <Card labelledBy="receipt-how" className={styles['wide'] ?? ''}>
      <header className={styles['how']}>
        <div>
          <h2 id="receipt-how">{t('receipt.how')}</h2>
          <Rule receipt={receipt} />
        </div>
        <p className={others.length > 0 ? styles['print-only'] : undefined}>{nameOf(receipt.deviceId)}</p>
        {others.length > 0 ? (
          <div className={styles['chooser']}>
            {options.length > MOST_IN_ROW ? (
              <Select label={t('event.table.device')} {...chooser} />
            ) : (
              <Choice label={t('event.table.device')} quiet {...chooser} />
            )}
          </div>
        ) : null}
      </header>
      <Steps receipt={receipt} />
      {others.map((other) => (
        <div key={other.deviceId} className={styles['print-only']}>
          <h3>{nameOf(other.deviceId)}</h3>
          <Rule receipt={other} />
          <Steps receipt={other} />
        </div>
      ))}
    </Card>
  );
}
