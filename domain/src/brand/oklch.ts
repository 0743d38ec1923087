export type Oklch = { l: number; c: number; h: number };
type Triple = readonly [number, number, number];

const CHROMA_CEILING = 0.4;
// Rounding to 8 bits hides anything smaller, and pure sRGB colours land this far outside after a round trip.
const GAMUT_SLACK = 1e-4;

const parseChannels = (color: string): Triple => {
  const digits = /^#(?:([0-9a-f]{6})|([0-9a-f]{3}))$/i.exec(color);
  if (!digits) throw new RangeError(`Not a colour of the form #rgb or #rrggbb: ${JSON.stringify(color)}`);
  const long = digits[1] ?? color.slice(1).replace(/./g, '$&$&');
  const value = Number.parseInt(long, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const formatChannels = (channels: Triple): string =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;

const toLinear = (byte: number): number => {
  const s = byte / 255;
  return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
};

const toByte = (linear: number): number => {
  const clamped = Math.min(1, Math.max(0, linear));
  const s = clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055;
  return Math.round(s * 255);
};

const linearChannels = (color: string): Triple => {
  const [r, g, b] = parseChannels(color);
  return [toLinear(r), toLinear(g), toLinear(b)];
};

// Matrices from Björn Ottosson's definition of Oklab.
export const toOklch = (color: string): Oklch => {
  const [r, g, b] = linearChannels(color);
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const labA = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const labB = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    c: Math.hypot(labA, labB),
    h: ((Math.atan2(labB, labA) * 180) / Math.PI + 360) % 360,
  };
};

const toLinearChannels = ({ l, c, h }: Oklch): Triple => {
  const angle = (h * Math.PI) / 180;
  const labA = c * Math.cos(angle);
  const labB = c * Math.sin(angle);
  const long = (l + 0.3963377774 * labA + 0.2158037573 * labB) ** 3;
  const medium = (l - 0.1055613458 * labA - 0.0638541728 * labB) ** 3;
  const short = (l - 0.0894841775 * labA - 1.291485548 * labB) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
};

const shows = (channel: number): boolean => channel >= -GAMUT_SLACK && channel <= 1 + GAMUT_SLACK;

const inGamut = (color: Oklch): boolean => {
  const [r, g, b] = toLinearChannels(color);
  return shows(r) && shows(g) && shows(b);
};

/** The most chroma sRGB can show at this lightness and hue. */
export const maxChroma = (l: number, h: number): number => {
  let low = 0;
  let high = CHROMA_CEILING;
  for (let i = 0; i < 15; i++) {
    const c = (low + high) / 2;
    if (inGamut({ l, c, h })) low = c;
    else high = c;
  }
  return low;
};

/** Colours sRGB cannot show lose chroma; lightness and hue stay. */
export const toHex = ({ l, c, h }: Oklch): string => {
  const lightness = Math.min(1, Math.max(0, l));
  const wanted = { l: lightness, c, h };
  const shown = inGamut(wanted) ? wanted : { ...wanted, c: Math.min(c, maxChroma(lightness, h)) };
  const [r, g, b] = toLinearChannels(shown);
  return formatChannels([toByte(r), toByte(g), toByte(b)]);
};

export const hueDistance = (a: number, b: number): number => {
  const apart = Math.abs(a - b) % 360;
  return Math.min(apart, 360 - apart);
};

/** WCAG 2 relative luminance. */
export const luminance = (color: string): number => {
  const [r, g, b] = linearChannels(color);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** WCAG 2 contrast ratio, 1 to 21. */
export const contrast = (a: string, b: string): number => {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
};
