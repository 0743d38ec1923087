import { formatNumber } from '#web/lib/language/format.ts';
import { Icon } from '#web/ui/icon/icons.tsx';
import styles from './CardParts.module.css';
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

/** `isOld`: the values are dimmed. */
export function Figures({
  content,
  hasStepper,
  isOld,
}: {
  readonly content: CardContent;
  readonly hasStepper: boolean;
  readonly isOld: boolean;
}) {
  const { main, side } = content;
  return (
    <div className={`${styles['figures']} ${isOld ? styles['old'] : ''}`}>
      <FigureView figure={main} size="main" />
      {side && !(hasStepper && side.isTarget) ? <FigureView figure={side} size="side" /> : null}
    </div>
  );
}

export function Sentence({ parts }: { readonly parts: readonly SentencePart[] }) {
  if (parts.length === 0) return null;
  return (
    <p className={styles['sentence']}>
      {parts.map(({ icon, tone, text }, index) => {
        const next = parts[index + 1];
        const joined = next && !next.icon ? styles['joined'] : '';
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

export function LevelBar({ level: { fraction, label, start, end } }: { readonly level: Level }) {
  const width = percentText(fraction);
  return (
    <div className={styles['level']}>
      <div className={styles['bar']} role="img" aria-label={`${label}: ${width}`}>
        <span style={{ inlineSize: width.replaceAll(/[^\d.%]/g, '') }} />
      </div>
      <p className={styles['ends']}>
        <span>{start}</span>
        <span>{end}</span>
      </p>
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
