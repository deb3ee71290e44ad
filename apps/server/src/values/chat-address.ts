/** Where the chat of customer service is: ours, or a provider's. */

/** Where our own chat is. */
export const OWN_CHAT = '/chat/';

/** Names and addresses as a policy can name them: a URL may hold ';' and ',' in its host. */
const HOST = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])$/;

/**
 * Our own, a provider's by https, or '' for none. What a frame loads by http can be changed on the
 * way.
 */
export function isChatAddress(value: string): boolean {
  if (value === '' || value === OWN_CHAT) return true;
  if (!URL.canParse(value) || /\s/.test(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' && HOST.test(hostname);
}
