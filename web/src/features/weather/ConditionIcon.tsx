import type { ReactNode } from 'react';
import { Icon, IconFrame } from '#web/ui/icon/icons.tsx';
import styles from './Weather.module.css';

const CLOUD = 'M7 18.5a4.25 4.25 0 0 1-.4-8.48 5.75 5.75 0 0 1 11.1 1.1 3.75 3.75 0 0 1-.45 7.38Z';

type Draw = (size: number) => ReactNode;

const sun: Draw = (size) => <Icon name="sun" size={size} />;
const moon: Draw = (size) => (
  <IconFrame size={size}>
    <path d="M20.25 14A8.5 8.5 0 1 1 10 3.75 6.75 6.75 0 0 0 20.25 14Z" />
  </IconFrame>
);
const cloud: Draw = (size) => (
  <IconFrame size={size}>
    <path d={CLOUD} />
  </IconFrame>
);
const rain: Draw = (size) => (
  <IconFrame size={size}>
    <path d={CLOUD} transform="translate(0 -3.5)" />
    <path d="m8.5 18-.9 2.75M12.5 18l-.9 2.75M16.5 18l-.9 2.75" />
  </IconFrame>
);
const storm: Draw = (size) => <Icon name="bolt" size={size} />;
const snow: Draw = (size) => <Icon name="snowflake" size={size} />;
const fog: Draw = (size) => (
  <IconFrame size={size}>
    <path d="M3 8.5h7.75a2.5 2.5 0 1 0-2.4-3.2M3 12.5h15.25a2.5 2.5 0 1 0-2.4-3.2M3 16.5h9.75a2.25 2.25 0 1 1-2.15 2.9" />
  </IconFrame>
);

type Look = 'sun' | 'cloud' | 'rain' | 'storm';

/** By the number of OpenWeather's icon. */
const ICONS: Readonly<Record<string, readonly [draw: Draw, look: Look]>> = {
  '01': [sun, 'sun'],
  '02': [cloud, 'cloud'],
  '03': [cloud, 'cloud'],
  '04': [cloud, 'cloud'],
  '09': [rain, 'rain'],
  '10': [rain, 'rain'],
  '11': [storm, 'storm'],
  '13': [snow, 'rain'],
  '50': [fog, 'cloud'],
};
const CLEAR_NIGHT = '01n';

interface Props {
  /** OpenWeather's, such as 10d; null: unknown. */
  readonly code: string | null;
  readonly size: number;
}

/** Decoration of the words beside it; its place is kept where nothing is known. */
export function ConditionIcon({ code, size }: Props) {
  const drawing = code === CLEAR_NIGHT ? ([moon, 'cloud'] as const) : ICONS[code?.slice(0, 2) ?? ''];
  const [draw, look] = drawing ?? [];
  return (
    <span className={look ? styles[look] : undefined} style={{ inlineSize: size, blockSize: size }}>
      {draw?.(size)}
    </span>
  );
}
