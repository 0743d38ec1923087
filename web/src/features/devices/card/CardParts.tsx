import type { ReactNode } from 'react';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import { formatNumber } from '#web/lib/language/format.ts';
import { t } from '#web/lib/language/i18n.ts';
import { temperatureText } from '#web/lib/language/quantity-text.ts';
import { Icon } from '#web/ui/icon/icons.tsx';
import styles from './CardParts.module.css';
import { DayLine } from './lazy-parts.tsx';
import type { SentencePart } from './current-operation.ts';
import type { CardContent, Figure, Level } from './card-content.ts';

const percentText = (fraction: number): string =>
  `${formatNumber(Math.min(1, Math.max(0, fraction)) * 100)}%`;

interface FigureProps {
  readonly figure: Figure;
  readonly size: 'main' | 'side';
  readonly note?: string | null;
}

function FigureView({ figure, size, note = null }: FigureProps) {
  return (
    <div className={styles[size]}>
      <p className={styles['label']}>{figure.label}</p>
      <p className={`${styles['value']} ${figure.tone ? styles[figure.tone] : ''} tabular`}>
        {figure.value}
        <span className={styles['unit']}>{figure.unit}</span>
      </p>
      {note === null ? null : <p className={styles['note']}>{note}</p>}
    </div>
  );
}

interface FiguresProps {
  readonly device: Pick<DashboardDevice, 'id' | 'kind'>;
  readonly content: CardContent;
  /** °F that its owner set, while an event holds the device at another; null: as it is shown. */
  readonly own: number | null;
  /** The setpoint stands beside the main figure, in the place of the day. */
  readonly isSideShown: boolean;
  /** The values are dimmed. */
  readonly isOld: boolean;
  readonly hasDay: boolean;
}

export function Figures({ device, content, own, isSideShown, isOld, hasDay }: FiguresProps) {
  const { main, side, day } = content;
  return (
    <div className={`${styles['figures']} ${isOld ? styles['old'] : ''}`}>
      <FigureView figure={main} size="main" />
      {side && isSideShown ? (
        <FigureView
          figure={side}
          size="side"
          note={own === null ? null : t('device.yours', { temperature: temperatureText(own) })}
        />
      ) : day && hasDay ? (
        <div className={`${styles['day']} ${day.tone ? styles[day.tone] : ''}`}>
          <DayLine device={device} day={day} />
        </div>
      ) : null}
    </div>
  );
}

export function Sentence({ parts }: { readonly parts: readonly SentencePart[] }) {
  const [first] = parts;
  if (!first) return null;
  return (
    <p className={styles['sentence']}>
      {first.icon ? (
        <span className={first.tone ? styles[first.tone] : ''}>
          <Icon name={first.icon} size={16} />
        </span>
      ) : null}
      <span className={styles['parts']}>
        {parts.map(({ tone, text }, index) => (
          <span key={text} className={`${tone ? styles[tone] : ''} ${index > 0 ? styles['joined'] : ''}`}>
            {text}
          </span>
        ))}
      </span>
    </p>
  );
}

interface LevelBarProps {
  readonly level: Level;
  /** Over the bar. */
  readonly children: ReactNode;
}

export function LevelBar({ level: { fraction, label, text }, children }: LevelBarProps) {
  const width = percentText(fraction);
  return (
    <div className={styles['level']}>
      <div className={styles['bar']} role="img" aria-label={`${label}: ${width}`}>
        {fraction > 0 ? <span style={{ inlineSize: width.replaceAll(/[^\d.%]/g, '') }} /> : null}
      </div>
      {/* Where there is more room. */}
      <p className={fraction < 0.5 ? styles['at-end'] : undefined}>{text}</p>
      {children}
    </div>
  );
}

export function Tiles({ tiles }: { readonly tiles: CardContent['tiles'] }) {
  if (tiles.length === 0) return null;
  return (
    <dl className={styles['tiles']}>
      {tiles.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
