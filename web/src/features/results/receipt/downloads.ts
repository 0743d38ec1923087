import type { DeviceReceipt } from '#contract/entities/result.ts';
import { csvOf } from '#domain/text/csv.ts';
import { saveFile } from '#web/lib/browser/save-file.ts';

/** One line per device and quarter hour. */
export const downloadCsv = (name: string, receipts: readonly DeviceReceipt[]): void => {
  const rows = receipts.flatMap(({ deviceId, intervals }) =>
    intervals.map(({ time, baselineWh, actualWh }) => [
      deviceId,
      time,
      baselineWh,
      actualWh,
      baselineWh === null ? null : baselineWh - actualWh,
    ]),
  );
  saveFile(`${name}.csv`, csvOf([['deviceId', 'time', 'baselineWh', 'actualWh', 'reductionWh'], ...rows]));
};
