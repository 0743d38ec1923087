export interface Received {
  readonly bytes: number;
  /** null: the server does not say how many there will be. */
  readonly of: number | null;
}

/** The file of an answer; tells after each part how much of it has arrived. */
export const readInSteps = async (
  answer: Response,
  onReceived: (received: Received) => void,
): Promise<Blob> => {
  const length = Number(answer.headers.get('content-length'));
  const of = length > 0 ? length : null;
  const parts: BlobPart[] = [];
  let bytes = 0;
  const reader = answer.body?.getReader();
  for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
    parts.push(step.value);
    bytes += step.value.length;
    onReceived({ bytes, of });
  }
  return new Blob(parts, { type: answer.headers.get('content-type') ?? '' });
};
