import type { ReactNode } from 'react';

const dot = (cx: number, cy: number, r = 1.15) => (
  <circle cx={cx} cy={cy} r={r} fill="currentColor" stroke="none" />
);

/** The outline of a circle, as a part of a path. */
const ring = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

/** The path of each, or its parts where one path cannot draw it: as text they are half as much to load. */
const shapes = {
  home: 'M3.25 11.25 12 3.75l8.75 7.5M5.75 9.25V19a1.25 1.25 0 0 0 1.25 1.25h10A1.25 1.25 0 0 0 18.25 19V9.25M9.75 20.25V15a1 1 0 0 1 1-1h2.5a1 1 0 0 1 1 1v5.25',
  messages:
    'M5.25 4.25h13.5a2 2 0 0 1 2 2v8.5a2 2 0 0 1-2 2H12L7.5 20.25v-3.5H5.25a2 2 0 0 1-2-2v-8.5a2 2 0 0 1 2-2ZM7.75 8.75h8.5M7.75 12.25h5',
  profile: ring(12, 7.75, 3.75) + 'M4.5 20.25c.6-3.75 3.6-5.75 7.5-5.75s6.9 2 7.5 5.75',
  'chevron-down': 'm6 9 6 6 6-6',
  'chevron-left': 'm15 6-6 6 6 6',
  'chevron-right': 'm9 6 6 6-6 6',
  'chevron-up': 'm6 15 6-6 6 6',
  check: 'm4.75 12.75 4.75 4.75L19.25 7',
  close: 'm6 6 12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  settings:
    ring(12, 12, 2.75) +
    'M10.44 5.49 10.56 2.91A9.2 9.2 0 0 1 13.44 2.91L13.56 5.49A6.7 6.7 0 0 1 15.5 6.29L17.41 4.56A9.2 9.2 0 0 1 19.44 6.59L17.71 8.5A6.7 6.7 0 0 1 18.51 10.44L21.09 10.56A9.2 9.2 0 0 1 21.09 13.44L18.51 13.56A6.7 6.7 0 0 1 17.71 15.5L19.44 17.41A9.2 9.2 0 0 1 17.41 19.44L15.5 17.71A6.7 6.7 0 0 1 13.56 18.51L13.44 21.09A9.2 9.2 0 0 1 10.56 21.09L10.44 18.51A6.7 6.7 0 0 1 8.5 17.71L6.59 19.44A9.2 9.2 0 0 1 4.56 17.41L6.29 15.5A6.7 6.7 0 0 1 5.49 13.56L2.91 13.44A9.2 9.2 0 0 1 2.91 10.56L5.49 10.44A6.7 6.7 0 0 1 6.29 8.5L4.56 6.59A9.2 9.2 0 0 1 6.59 4.56L8.5 6.29A6.7 6.7 0 0 1 10.44 5.49Z',
  thermostat: (
    <>
      <path d="M14.5 13.56V5.25a2.5 2.5 0 0 0-5 0v8.31a4.25 4.25 0 1 0 5 0ZM12 8.5V16" />
      {dot(12, 17, 1.9)}
    </>
  ),
  snowflake:
    'M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.8 4.6 12 6.7 14.2 4.6M17.31 6.39 16.59 9.35 19.51 10.21M19.51 13.79 16.59 14.65 17.31 17.61M14.2 19.4 12 17.3 9.8 19.4M6.69 17.61 7.41 14.65 4.49 13.79M4.49 10.21 7.41 9.35 6.69 6.39',
  'water-heater':
    'M12 3c3.4 3.9 6.25 7.5 6.25 11.25a6.25 6.25 0 0 1-12.5 0C5.75 10.5 8.6 6.9 12 3ZM9 14.5a3 3 0 0 0 2.75 3',
  battery: (
    <>
      <rect x="2.5" y="7" width="16.5" height="10" rx="2.25" />
      <path d="M21.75 10.5v3M6.25 10.5v3M9.75 10.5v3M13.25 10.5v3" />
    </>
  ),
  charger: 'M8.75 2.75V8M15.25 2.75V8M6 8h12v3.25a6 6 0 0 1-12 0ZM12 17.25v4',
  car: 'm4.75 11 1.7-4.9A2.25 2.25 0 0 1 8.6 4.75h6.8a2.25 2.25 0 0 1 2.15 1.35L19.25 11M5.5 11h13a2.25 2.25 0 0 1 2.25 2.25v4.25H3.25v-4.25A2.25 2.25 0 0 1 5.5 11ZM5.5 17.5v2M18.5 17.5v2M7 14.25h1.75M15.25 14.25H17',
  bolt: 'M13.25 2.75 4.75 13.5H11l-.5 7.75 8.75-11H12.75Z',
  sun:
    ring(12, 12, 4) +
    'M12 4.9V2.8M17.02 6.98 18.51 5.49M19.1 12H21.2M17.02 17.02 18.51 18.51M12 19.1V21.2M6.98 17.02 5.49 18.51M4.9 12H2.8M6.98 6.98 5.49 5.49',
  flame:
    'M12.25 2.75C12.75 6.5 18.25 8.75 18.25 14.5a6.25 6.25 0 0 1-12.5 0c0-2.5 1-4.25 2.5-5.75.15 1.75.9 2.9 2.1 3.25-.5-3.4.15-6.75 1.9-9.25Z',
  fan:
    ring(12, 12, 1.75) +
    'M10.9 10.4C7.8 7.4 8.4 2.8 12.4 2.8 16.2 2.8 16 6.4 13.4 10.5M13.94 11.85C18.08 10.66 21.77 13.48 19.77 16.95 17.87 20.24 14.85 18.26 12.6 13.96M11.16 13.75C10.12 17.94 5.83 19.72 3.83 16.25 1.93 12.96 5.15 11.34 10 11.54',
  idle: ring(12, 12, 8.25) + 'M10 9.25v5.5M14 9.25v5.5',
  logout: 'M10 3.75H6.25a2 2 0 0 0-2 2v12.5a2 2 0 0 0 2 2H10M15.75 7.75 20 12l-4.25 4.25M20 12H9.5',
  lock: (
    <>
      <rect x="4.75" y="10.5" width="14.5" height="10" rx="2" />
      <path d="M8 10.5V7.25a4 4 0 0 1 8 0v3.25M12 14.25v2.5" />
    </>
  ),
  mail: (
    <>
      <rect x="3" y="5" width="18" height="14" rx="2" />
      <path d="m3.75 7.25 8.25 6 8.25-6" />
    </>
  ),
  phone: (
    <>
      <rect x="6.75" y="2.75" width="10.5" height="18.5" rx="2.25" />
      <path d="M11 18h2" />
    </>
  ),
  bell: 'M6 9.75a6 6 0 0 1 12 0c0 5 2 6.75 2 6.75H4s2-1.75 2-6.75ZM9.75 19.75a2.4 2.4 0 0 0 4.5 0',
  alert: (
    <>
      <path d="M10.5 4.4 2.9 17.5a1.75 1.75 0 0 0 1.5 2.6h15.2a1.75 1.75 0 0 0 1.5-2.6L13.5 4.4a1.75 1.75 0 0 0-3 0ZM12 9.5v4" />
      {dot(12, 16.75)}
    </>
  ),
  info: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 11.25v5" />
      {dot(12, 7.9)}
    </>
  ),
  offline:
    'M17 18.5H7a4.25 4.25 0 0 1-.4-8.48c.2-.55.45-1.05.8-1.5M10.4 6.55a5.75 5.75 0 0 1 7.3 4.57 3.75 3.75 0 0 1 2.45 5.6M3.5 3.5l17 17',
  refresh:
    'M20 11a8.1 8.1 0 0 0-14.4-3.6L4 9.25M4 4.5v4.75h4.75M4 13a8.1 8.1 0 0 0 14.4 3.6L20 14.75M20 19.5v-4.75h-4.75',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z' + ring(12, 12, 3),
  'eye-off':
    'M6.4 7C3.9 8.9 2.5 12 2.5 12S6 18.5 12 18.5a9 9 0 0 0 5.1-1.6M10 5.7a9 9 0 0 1 2-.2c6 0 9.5 6.5 9.5 6.5a15.5 15.5 0 0 1-1.9 2.6M9.9 9.9a3 3 0 0 0 4.2 4.2M3.5 3.5l17 17',
  leaf: 'M6.25 17.75C3.25 10.5 8.75 4 20.25 3.75 20 15.25 13.5 20.75 6.25 17.75ZM3.75 20.25 13 11',
  grid: 'M6.5 21 10.75 3h2.5L17.5 21M4 8h16M4 8v2.25M20 8v2.25M8.6 12.25 17.5 21M15.4 12.25 6.5 21',
  external: 'M14 4h6v6M20 4l-9 9M18 13.75V18a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h4.25',
  'menu-dots': (
    <>
      {dot(5, 12, 1.75)}
      {dot(12, 12, 1.75)}
      {dot(19, 12, 1.75)}
    </>
  ),
  star: 'M12 3.3 14.53 9.12 20.84 9.73 16.09 13.93 17.47 20.12 12 16.9 6.53 20.12 7.91 13.93 3.16 9.73 9.47 9.12Z',
  trash:
    'M4 6.5h16M9 6.5V5a1.5 1.5 0 0 1 1.5-1.5h3A1.5 1.5 0 0 1 15 5v1.5M6 6.5l.75 12.15a2 2 0 0 0 2 1.85h6.5a2 2 0 0 0 2-1.85L18 6.5M10 10.75v5.5M14 10.75v5.5',
  search: ring(10.75, 10.75, 7) + 'M15.75 15.75l5 5',
  calendar: (
    <>
      <rect x="3.5" y="4.75" width="17" height="15.75" rx="2" />
      <path d="M3.5 9.75h17M8 2.75v4M16 2.75v4" />
    </>
  ),
  clock: ring(12, 12, 9) + 'M12 6.75V12l3.5 2.25',
  theme: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 3a9 9 0 0 1 0 18Z" fill="currentColor" />
    </>
  ),
  shield:
    'M12 3 4.5 5.75V11c0 4.75 3.1 8.25 7.5 10 4.4-1.75 7.5-5.25 7.5-10V5.75ZM8.75 11.75l2.4 2.4 4.1-4.4',
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof shapes;

export const iconNames = Object.keys(shapes) as IconName[];

interface IconProps {
  readonly size?: number | undefined;
  readonly label?: string | undefined;
}

/** The drawing area and pen of all icons. */
export function IconFrame({ size = 24, label, children }: IconProps & { readonly children: ReactNode }) {
  const naming = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
      {...naming}
    >
      {children}
    </svg>
  );
}

export function Icon({ name, ...props }: IconProps & { readonly name: IconName }) {
  const shape: ReactNode = shapes[name];
  return <IconFrame {...props}>{typeof shape === 'string' ? <path d={shape} /> : shape}</IconFrame>;
}
