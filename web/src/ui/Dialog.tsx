import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useT } from '#web/lib/i18n.ts';
import { Icon } from './icons.tsx';
import styles from './Dialog.module.css';

interface Props {
  readonly open: boolean;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
  /** The content is a form, and this is what Enter in one of its fields does. */
  readonly onSubmit?: () => void;
  /** Escape, the backdrop and the close button all come here. */
  readonly onClose: () => void;
}

/**
 * A centred card; on phones a sheet that comes from below. The browser keeps the focus inside; it begins at the first field
 * of a form, else at the first action, which is the one that changes nothing.
 */
export function Dialog({ open, title, children, actions, onSubmit, onClose }: Props) {
  const t = useT();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (open && element && !element.open) {
      element.showModal();
      // The browser would take the first it finds, which closes the dialog again.
      const first =
        element.querySelector<HTMLElement>('form input') ??
        element.querySelector<HTMLElement>('footer button');
      first?.focus();
    }
    if (!open && element?.open) element.close();
  }, [open]);
  // A dialog that is taken away while it is open would take the focus with it; closing gives it back.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => {
      element?.close();
      // It came by itself, when nothing had the focus yet.
      const { activeElement } = document;
      const lost = activeElement === document.body || element?.contains(activeElement);
      if (lost) document.querySelector('main')?.focus();
    };
  }, []);
  useEffect(() => {
    const element = dialog.current;
    // A click on the dialog itself is one on its backdrop: the content fills the rest.
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
