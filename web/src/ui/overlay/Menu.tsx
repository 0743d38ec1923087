import { Fragment, useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Icon } from '../icon/icons.tsx';
import type { IconName } from '../icon/icons.tsx';
import styles from './Menu.module.css';

export interface MenuItem {
  readonly id: string;
  readonly text: string;
  /** A second line in smaller text. */
  readonly note?: string;
  readonly icon?: IconName;
  readonly lang?: string;
  /** When set, the entry is a radio item. */
  readonly checked?: boolean;
  /** Heading of the entries that follow each other with the same section. */
  readonly section?: string;
  readonly onChoose: () => void;
}

interface Props {
  readonly label: string;
  readonly button: ReactNode;
  readonly items: readonly MenuItem[];
  readonly align?: 'start' | 'end';
  /** Above the entries, such as who is signed in. */
  readonly header?: ReactNode;
}

/** Letters typed within this time are searched for as one word. */
const TYPING_MS = 600;

export function Menu({ label, button, items, align = 'end', header }: Props) {
  const id = useId();
  const headerId = useId();
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });

  const entries = () => [...(popup.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
  const focusEntry = (index: number) => {
    const all = entries();
    all.at(index % all.length)?.focus();
  };
  const close = (toButton: boolean) => {
    setOpen(false);
    if (toButton) trigger.current?.focus();
  };

  useEffect(() => {
    if (!open) return undefined;
    // The chosen entry, if the menu is a choice from its first entry on.
    const first = popup.current?.querySelector<HTMLElement>('[role^=menuitem]');
    const chosen = popup.current?.querySelector<HTMLElement>('[aria-checked=true]');
    (first?.role === 'menuitemradio' ? (chosen ?? first) : first)?.focus();
    const outside = (event: PointerEvent) => {
      const target = event.target as Node;
      if (!popup.current?.contains(target) && !trigger.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);

  const find = (key: string, stamp: number) => {
    const { text, at } = typed.current;
    const word = (stamp - at < TYPING_MS ? text : '') + key.toLowerCase();
    typed.current = { text: word, at: stamp };
    const index = items.findIndex((item) => item.text.toLowerCase().startsWith(word));
    if (index >= 0) focusEntry(index);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const moves: Record<string, () => void> = {
      ArrowDown: () => focusEntry(at + 1),
      ArrowUp: () => focusEntry(at - 1),
      Home: () => focusEntry(0),
      End: () => focusEntry(-1),
      Escape: () => close(true),
      Tab: () => close(true),
    };
    const move = moves[event.key];
    if (move) {
      if (event.key !== 'Tab') event.preventDefault();
      event.stopPropagation();
      move();
    } else if (event.key.length === 1 && event.key !== ' ') find(event.key, event.timeStamp);
  };

  return (
    <div className={styles['anchor']}>
      <button
        ref={trigger}
        type="button"
        className={styles['trigger']}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={label}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' && !open) {
            event.preventDefault();
            setOpen(true);
          }
        }}
      >
        {button}
      </button>
      {open ? (
        <div ref={popup} className={`${styles['popup']} ${styles[align]}`}>
          {header ? (
            <div id={headerId} className={styles['header']}>
              {header}
            </div>
          ) : null}
          {/* The arrow keys reach entries only: the header is read as the description of the menu. */}
          <div
            id={id}
            role="menu"
            tabIndex={-1}
            aria-label={label}
            aria-describedby={header ? headerId : undefined}
            onKeyDown={onKeyDown}
          >
            {items.map((item, index) => (
              <Fragment key={item.id}>
                {item.section !== items[index - 1]?.section ? (
                  <p className={styles['section']} role="presentation">
                    {item.section}
                  </p>
                ) : null}
                <button
                  type="button"
                  role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
                  aria-checked={item.checked}
                  lang={item.lang}
                  tabIndex={-1}
                  className={styles['item']}
                  onClick={() => {
                    close(true);
                    item.onChoose();
                  }}
                >
                  {item.icon ? <Icon name={item.icon} size={20} /> : null}
                  <span className={styles['text']}>
                    {item.text}
                    {item.note ? <span className={styles['note']}>{item.note}</span> : null}
                  </span>
                  {item.checked ? <Icon name="check" size={20} /> : null}
                </button>
              </Fragment>
            ))}
          </div>
        </div>
      ) : null}
    </div>
  );
}
