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
 * Where in a spread of `length` ms a device has its turn: from 0 on and below `length`, evenly over devices, and the same
 * whenever it is asked.
 */
export const spreadDelay = (eventId: string, deviceId: string, length: number): number =>
  Math.floor((hash(`${eventId}/${deviceId}`) / 2 ** 32) * length);
