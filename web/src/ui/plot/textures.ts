/** px */
const SIZE = 6;

/** Drawn over the colour of a bar. */
export const TEXTURES = [
  { name: 'slant', size: SIZE, d: 'M-1 1l2 -2M0 6l6 -6M5 7l2 -2' },
  { name: 'dots', size: SIZE, d: 'M1.5 1.5h0.01M4.5 4.5h0.01' },
  { name: 'lines', size: SIZE, d: 'M0 1.5h6M0 4.5h6' },
] as const;

export type Texture = (typeof TEXTURES)[number]['name'];

export const textureId = (id: string, texture: Texture): string => `${id}-${texture}`;
