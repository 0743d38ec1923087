let [lastTime, lastText] = [0, new Date(0).toISOString()];

/** ISO text of a time in ms. Remembers the last one: the rows of a batch mostly have the same time. */
export const isoOf = (time: number): string => {
  if (time !== lastTime) [lastTime, lastText] = [time, new Date(time).toISOString()];
  return lastText;
};
