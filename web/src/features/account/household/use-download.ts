import { useEffect, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Download } from '#contract/entities/download.ts';
import { usePerson } from '#web/api/identity.ts';
import { api } from '#web/api/session.ts';
import { saveFile } from '#web/lib/browser/save-file.ts';
import { REFRESH } from '#web/lib/browser/timers.ts';
import { readInSteps } from './read-in-steps.ts';
import type { Received } from './read-in-steps.ts';

const NONE: Download = { state: 'none', houseId: null, bytes: 0, until: null };

/** As the server named the file: with the provider and the day. */
const nameOf = ({ headers }: Response): string =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'home-data.zip';

interface Options {
  /** Whose data: a home of the person, or one that was. */
  readonly houseId: string;
  /** Makes the call, after a fresh confirmation where the server wants one. */
  readonly run: (call: () => Promise<void>) => Promise<void>;
  readonly onSaved: () => void;
  readonly onFailed: () => void;
}

/** The file with one's data: what has become of it, and the calls that have it made and fetch it. */
export const useDownload = ({ houseId, run, onSaved, onFailed }: Options) => {
  const user = usePerson();
  const queries = useQueryClient();
  const queryKey = ['download', user.id];
  const params = { id: user.id };
  const { data: download = NONE } = useQuery<Download>({
    queryKey,
    queryFn: ({ signal }) => api.get('/account/{id}/download', { params, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'making' ? REFRESH.awaiting : false),
  });
  /** It was asked for on this page, so that it is fetched without another click. */
  const [isAwaited, setIsAwaited] = useState(false);
  const [received, setReceived] = useState<Received | null>(null);
  const [saved, setSaved] = useState<{ readonly name: string; readonly bytes: number } | null>(null);

  const ask = () =>
    run(async () => {
      setSaved(null);
      queries.setQueryData<Download>(
        queryKey,
        await api.post('/account/{id}/download', { params, body: { houseId } }),
      );
      setIsAwaited(true);
    });

  const fetchFile = () =>
    run(async () => {
      setReceived({ bytes: 0, of: null });
      try {
        let name = '';
        const file = await api.get('/account/{id}/download/file', {
          params,
          readFile: (answer) => {
            name = nameOf(answer);
            return readInSteps(answer, setReceived);
          },
        });
        saveFile(name, file);
        queries.setQueryData<Download>(queryKey, NONE);
        setSaved({ name, bytes: file.size });
        onSaved();
      } catch (error) {
        void queries.invalidateQueries({ queryKey });
        throw error;
      } finally {
        setReceived(null);
      }
    });

  const isOfThisHome = download.houseId === houseId;
  const state = isOfThisHome ? download.state : download.state === 'making' ? 'otherHome' : 'none';
  useEffect(() => {
    if (!isAwaited || state === 'making' || state === 'otherHome') return;
    setIsAwaited(false);
    if (state === 'ready') void fetchFile();
    else if (state === 'failed') onFailed();
    // oxlint-disable-next-line react/exhaustive-deps -- the functions are new with every render; what happens follows from the state
  }, [isAwaited, state]);

  return { state, bytes: download.bytes, until: download.until, received, saved, ask, fetchFile } as const;
};
