// Loaded into a server by --import: its clock is off by WRONG_CLOCK_MS, and housekeeping has a round every second.
const off = Number(process.env.WRONG_CLOCK_MS);
const RightDate = Date;
const rightInterval = setInterval;
const HOUSEKEEPING = 600_000;

globalThis.Date = class extends RightDate {
  constructor(...parts) {
    if (parts.length === 0) super(RightDate.now() + off);
    else super(...parts);
  }

  static now() {
    return RightDate.now() + off;
  }
};
globalThis.setInterval = (work, ms, ...rest) =>
  rightInterval(work, ms === HOUSEKEEPING ? 1_000 : ms, ...rest);
