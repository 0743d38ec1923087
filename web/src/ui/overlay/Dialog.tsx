import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useT } from '#web/lib/language/i18n.ts';
import { noteDialog } from '#web/lib/feedback/open-dialogs.ts';
import { Icon } from '../icon/icons.tsx';
import styles from './Dialog.module.css';

interface Props {
  readonly open: boolean;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
  /** Makes the content a form, and is called when it is submitted. */
  readonly onSubmit?: () => void;
  /** Called for Escape, a click on the backdrop and the close button. */
  readonly onClose: () => void;
}

/**
 * A modal dialog: a centred card, on phones a sheet at the bottom. The browser keeps the focus inside. The focus starts at
 * the first field of a form, else at the first action, which is the one that changes nothing.
 */
export function Dialog({ open, title, children, actions, onSubmit, onClose }: Props) {
  const t = useT();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (open && element && !element.open) {
      element.showModal();
      noteDialog(element, true);
      // By itself the browser would focus the close button.
      const first =
        element.querySelector<HTMLElement>('form input') ??
        element.querySelector<HTMLElement>('footer button');
      first?.focus();
    }
    if (!open && element?.open) {
      element.close();
      noteDialog(element, false);
    }
  }, [open]);
  // Removing an open dialog would lose the focus; closing it first returns the focus to where it was.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => {
      if (element) {
        element.close();
        noteDialog(element, false);
      }
      // A dialog that opened by itself has no earlier focus to return to.
      const { activeElement } = document;
      const lost = activeElement === document.body || element?.contains(activeElement);
      if (lost) document.querySelector('main')?.focus();
    };
  }, []);
  useEffect(() => {
    const element = dialog.current;
    // The content fills the dialog, so a click whose target is the dialog itself hit the backdrop.
    const onBackdrop = (event: MouseEvent) => {
      if (event.target === element) onClose();
    };
    element?.addEventListener('click', onBackdrop);
    return () => element?.removeEventListener('click', onBackdrop);
  }, [onClose]);
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles['content']}>
        <header className={styles['header']}>
          <h2 id={id}>{title}</h2>
          <button type="button" className={styles['close']} aria-label={t('action.close')} onClick={onClose}>
            <Icon name="close" size={20} />
          </button>
        </header>
        {onSubmit ? (
          <form
            className={styles['body']}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              onSubmit();
            }}
          >
            {children}
          </form>
        ) : (
          <div className={styles['body']}>{children}</div>
        )}
        <footer className={styles['actions']}>{actions}</footer>
      </div>
    </dialog>
  );
}
