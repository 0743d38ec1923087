import styles from './PhonePlace.module.css';

/** Keeps the place of the reminder while it is loaded. */
export function PhonePlace() {
  return <div className={`${styles['place']} ${styles['room']}`} aria-busy="true" />;
}
