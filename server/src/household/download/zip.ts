import { Zip, ZipDeflate, strToU8 } from 'fflate';

export interface ZipFile {
  readonly name: string;
  readonly texts: AsyncIterable<string>;
}

const NOTHING = new Uint8Array(0);

/** A ZIP of the files, made while it is read: of the files only the text at hand is in memory. */
export const zipOf = async function* (
  files: Iterable<ZipFile>,
  madeAt: Date,
): AsyncGenerator<Uint8Array, void, undefined> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const takeReady = (): Uint8Array[] => {
    const taken = ready;
    ready = [];
    return taken;
  };
  for (const { name, texts } of files) {
    const file = new ZipDeflate(name, { level: 6 });
    file.mtime = madeAt;
    zip.add(file);
    for await (const text of texts) {
      file.push(strToU8(text));
      yield* takeReady();
    }
    file.push(NOTHING, true);
    yield* takeReady();
  }
  zip.end();
  yield* takeReady();
};
