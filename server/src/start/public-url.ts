import type { Config } from '../config.ts';
import type { Provider } from '../providers/registry.ts';

/** Base of the links to a provider's portal. `address` is where the server listens. */
export const publicUrlOf = (
  config: Pick<Config, 'publicUrl' | 'demo'>,
  address: string,
  { id, file }: Provider,
): string => {
  if (config.publicUrl !== null) return `${config.publicUrl}/?pid=${id}`;
  const [host] = file.hosts;
  return config.demo || host === undefined ? `${address}/?pid=${id}` : `https://${host}/`;
};
