/** FNV-1a, then mixed so that names that differ in their last letter lie far apart. */
const hash = (text: string): number => {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
};

/**
 * ms from the start of a spread of `length` ms until a device is commanded: at least 0 and below `length`, evenly over
 * devices, and always the same for the same event and device.
 */
export const spreadDelay = (eventId: string, deviceId: string, length: number): number =>
  Math.floor((hash(`${eventId}/${deviceId}`) / 2 ** 32) * length);
