import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../icon/icons.tsx';
import styles from './Tip.module.css';

interface Props {
  /** Accessible name of the button. */
  readonly label: string;
  readonly text: string;
}

/** A help text that opens on hover, focus or tap and closes on Escape. */
export function Tip({ label, text }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const outside = (event: PointerEvent) => {
      if (!anchor.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);
  return (
    <span
      ref={anchor}
      className={styles['anchor']}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setOpen(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setOpen(false)}
    >
      <button
        type="button"
        className={styles['button']}
        aria-label={label}
        aria-describedby={id}
        onClick={() => setOpen(true)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && open) {
            event.stopPropagation();
            setOpen(false);
          }
        }}
      >
        <Icon name="info" size={18} />
      </button>
      <span id={id} role="tooltip" className={open ? styles['tip'] : 'visually-hidden'}>
        {text}
      </span>
    </span>
  );
}
