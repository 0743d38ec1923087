import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import { formatNumber } from '#web/lib/language/format.ts';
import { Icon } from '#web/ui/icon/icons.tsx';
import styles from './CardParts.module.css';
import { DayLine } from './day-parts.tsx';
import type { SentencePart } from './current-operation.ts';
import type { CardContent, Figure, Level } from './card-content.ts';

const percentText = (fraction: number): string =>
  `${formatNumber(Math.min(1, Math.max(0, fraction)) * 100)}%`;

function FigureView({ figure, size }: { readonly figure: Figure; readonly size: 'main' | 'side' }) {
  return (
    <div className={styles[size]}>
      <p className={styles['label']}>{figure.label}</p>
      <p className={`${styles['value']} ${figure.tone ? styles[figure.tone] : ''} tabular`}>
        {figure.value}
        <span className={styles['unit']}>{figure.unit}</span>
      </p>
    </div>
  );
}

interface FiguresProps {
  readonly device: Pick<DashboardDevice, 'id' | 'kind'>;
  readonly content: CardContent;
  readonly hasStepper: boolean;
  /** The values are dimmed. */
  readonly isOld: boolean;
  readonly hasDay: boolean;
}

export function Figures({ device, content, hasStepper, isOld, hasDay }: FiguresProps) {
  const { main, side, day } = content;
  return (
    <div className={`${styles['figures']} ${isOld ? styles['old'] : ''}`}>
      <FigureView figure={main} size="main" />
      {side && !hasStepper ? (
        <FigureView figure={side} size="side" />
      ) : day && hasDay ? (
        <div className={`${styles['day']} ${day.tone ? styles[day.tone] : ''}`}>
          <DayLine device={device} day={day} />
        </div>
      ) : null}
    </div>
  );
}

export function Sentence({ parts }: { readonly parts: readonly SentencePart[] }) {
  if (parts.length === 0) return null;
  return (
    <p className={styles['sentence']}>
      {parts.map(({ icon, tone, text }, index) => {
        const joined = index > 0 && !icon ? styles['joined'] : '';
        return (
          <span key={text} className={`${tone ? styles[tone] : ''} ${joined}`}>
            {icon ? <Icon name={icon} size={16} /> : null}
            {text}
          </span>
        );
      })}
    </p>
  );
}

export function LevelBar({ level: { fraction, label, text } }: { readonly level: Level }) {
  const width = percentText(fraction);
  return (
    <div className={styles['level']}>
      <div className={styles['bar']} role="img" aria-label={`${label}: ${width}`}>
        {fraction > 0 ? <span style={{ inlineSize: width.replaceAll(/[^\d.%]/g, '') }} /> : null}
      </div>
      {/* Where there is more room. */}
      <p className={fraction < 0.5 ? styles['at-end'] : undefined}>{text}</p>
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
