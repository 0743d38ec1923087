export const tokenNames = [
  'bg',
  'surface',
  'surface-raised',
  'surface-sunken',
  'border',
  'border-strong',
  'text',
  'text-muted',
  'brand-solid',
  'brand-solid-hover',
  'on-brand',
  'brand-soft',
  'brand-text',
  'focus',
  'heat',
  'cool',
  'ok',
  'warn',
  'danger',
  'event',
  'event-solid',
  'on-event',
  'event-ground',
  'on-event-ground',
  'event-soft',
  'event-border',
  'heat-soft',
  'cool-soft',
  'ok-soft',
  'warn-soft',
  'danger-soft',
  'danger-solid',
  'on-danger',
  'solar',
  'solar-soft',
  'marketing',
  'on-marketing',
  'series-1',
  'series-2',
  'series-3',
  'series-4',
  'series-5',
  'series-6',
] as const;
export type TokenName = (typeof tokenNames)[number];
export type Tokens = Record<TokenName, string>;

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export type BrandName = Extract<TokenName, `brand-${string}` | 'on-brand' | 'focus'>;
export type SeriesName = Extract<TokenName, `series-${string}`>;
export type FixedName = Exclude<TokenName, BrandName | SeriesName>;
