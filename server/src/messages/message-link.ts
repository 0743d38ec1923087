import { linkInHome } from '../notify/home-link.ts';
import type { Provider } from '../providers/registry.ts';
import type { Recipient } from '../stores/messages/recipients.ts';

/** Where a mail or text leads: to the message in its home, or home where the home has no message center. */
export const messageLink = (
  publicUrl: string,
  provider: Provider,
  { houseId, settings }: Pick<Recipient, 'houseId' | 'settings'>,
  messageId: string,
): string => {
  const { enableHomeMessageCenterPage } = { ...provider.file.settings, ...settings };
  return linkInHome(
    publicUrl,
    houseId,
    enableHomeMessageCenterPage ? `/message-center/inbox/message/${messageId}` : undefined,
  );
};
