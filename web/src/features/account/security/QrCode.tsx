import { encode } from 'uqr';
import styles from './Security.module.css';

const QUIET_ZONE = 4;

/** Dark on light in every theme, because many scanners need it. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 0 });
  const path = data
    .flatMap((row, y) =>
      row.flatMap((dark, x) => (dark ? [`M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z`] : [])),
    )
    .join('');
  const side = size + 2 * QUIET_ZONE;
  return (
    <svg
      className={styles['qr']}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} className={styles['qr-ground']} />
      <path d={path} className={styles['qr-dots']} />
    </svg>
  );
}
