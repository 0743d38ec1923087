import type { Provider } from '../providers/registry.ts';
import type { Recipient } from '../stores/messages/recipients.ts';

/** Where a mail or text leads: to the message in its home, or home where the home has no message center. */
export const messageLink = (
  baseUrl: string,
  provider: Provider,
  { houseId, settings }: Pick<Recipient, 'houseId' | 'settings'>,
  messageId: string,
): string => {
  const { enableHomeMessageCenterPage } = { ...provider.file.settings, ...settings };
  const path = enableHomeMessageCenterPage ? `/message-center/inbox/message/${messageId}` : '/user-home';
  return `${baseUrl}#${path}?house=${encodeURIComponent(houseId)}`;
};
