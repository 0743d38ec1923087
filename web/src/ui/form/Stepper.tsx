import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useT } from '#web/lib/language/i18n.ts';
import { runAfter } from '#web/lib/browser/timers.ts';
import { Icon } from '../icon/icons.tsx';
import styles from './Stepper.module.css';

interface Props {
  readonly label: string;
  /** Label and limits stand outside as well. */
  readonly isLabelled?: boolean;
  /** Names of the two buttons, such as "Raise Living Room temperature". */
  readonly buttons: { readonly raise: string; readonly lower: string };
  readonly value: number;
  readonly range: readonly [min: number, max: number];
  readonly unit: string;
  /** aria-valuetext, such as "72 degrees, cooling". */
  readonly spoken: string;
  readonly tone?: 'heat' | 'cool';
  readonly disabled?: boolean;
  readonly onChange: (value: number) => void;
}

const REPEAT = { first: 450, next: 120 } as const;
const PAGE = 5;

/** A number in a range: buttons that repeat while held, arrows, and typing. */
export function Stepper({
  label,
  isLabelled = false,
  buttons,
  value,
  range: [min, max],
  unit,
  spoken,
  tone,
  disabled = false,
  onChange,
}: Props) {
  const t = useT();
  const id = useId();
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  const stop = useRef<() => void>(() => {});
  const [typed, setTyped] = useState<string | null>(null);
  const [missed, setMissed] = useState<'min' | 'max' | null>(null);
  useEffect(() => () => stop.current(), []);

  const set = (wanted: number) => {
    const next = Math.min(max, Math.max(min, Math.round(wanted)));
    if (disabled || next === latest.current || Number.isNaN(next)) return;
    latest.current = next;
    setMissed(null);
    onChange(next);
  };
  const step = (by: number) => set(latest.current + by);
  const repeated = useRef(false);
  const hold = (by: number, wait: number) => {
    stop.current = runAfter(wait, () => {
      repeated.current = true;
      step(by);
      hold(by, REPEAT.next);
    });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, () => void> = {
      ArrowUp: () => step(1),
      ArrowDown: () => step(-1),
      PageUp: () => step(PAGE),
      PageDown: () => step(-PAGE),
      Home: () => set(min),
      End: () => set(max),
      Enter: () => commit(),
      Escape: () => setTyped(null),
    };
    const move = moves[event.key];
    if (move) {
      event.preventDefault();
      move();
    } else if (/^\d$/.test(event.key) && !disabled) setTyped((typed ?? '') + event.key);
    else if (event.key === 'Backspace') setTyped(typed?.slice(0, -1) || null);
  };
  /** A typed value out of range is dropped, not clamped: a typing error must not set the hottest water. */
  const commit = () => {
    if (typed === null) return;
    const wanted = Number(typed);
    setTyped(null);
    setMissed(wanted < min ? 'min' : wanted > max ? 'max' : null);
    if (wanted >= min && wanted <= max) set(wanted);
  };

  const limit = missed ?? (value >= max ? 'max' : value <= min ? 'min' : null);
  const reason =
    limit === null ? null : t(`stepper.${limit}`, { value: `${limit === 'max' ? max : min} ${unit}` });
  const button = (by: 1 | -1) => {
    const atLimit = by === 1 ? value >= max : value <= min;
    return (
      <button
        type="button"
        className={styles['button']}
        aria-label={by === 1 ? buttons.raise : buttons.lower}
        aria-disabled={disabled || atLimit || undefined}
        aria-describedby={atLimit && !disabled ? `${id}-limit` : undefined}
        onClick={() => {
          // Not on pointer down, which may start a scroll.
          if (!repeated.current) step(by);
          repeated.current = false;
        }}
        onPointerDown={(event) => {
          repeated.current = false;
          if (event.button === 0) hold(by, REPEAT.first);
        }}
        onPointerUp={() => stop.current()}
        onPointerLeave={() => stop.current()}
        onPointerCancel={() => stop.current()}
      >
        <Icon name={by === 1 ? 'plus' : 'minus'} size={20} />
      </button>
    );
  };

  return (
    <div className={`${styles['stepper']} ${disabled ? styles['disabled'] : ''}`}>
      <div className={`${styles['track']} ${isLabelled ? styles['bare'] : ''}`}>
        {button(-1)}
        {isLabelled ? (
          <span className="visually-hidden" id={`${id}-limit`}>
            {disabled ? null : reason}
          </span>
        ) : (
          <span className={styles['caption']}>
            {/* At a limit the label gives its place to the reason. */}
            <span aria-hidden="true">{disabled || reason === null ? label : null}</span>
            <span className={styles['limit']} id={`${id}-limit`}>
              {disabled ? null : reason}
            </span>
          </span>
        )}
        <div
          role="spinbutton"
          tabIndex={0}
          className={`${styles['value']} ${tone ? styles[tone] : ''} tabular`}
          aria-label={label}
          aria-valuenow={value}
          aria-valuemin={min}
          aria-valuemax={max}
          aria-valuetext={spoken}
          aria-disabled={disabled || undefined}
          onKeyDown={onKeyDown}
          onBlur={commit}
        >
          {typed ?? value}
          <span className={styles['unit']}>{unit}</span>
        </div>
        {button(1)}
      </div>
    </div>
  );
}
