/**
 * What the frame of the chat and the page around it say to each other, over a port that the page
 * gives to the frame once. The frame has no origin: the page makes its calls, and only these.
 */

/** The calls that the frame may ask the page to make. */
export const BRIDGE_CALLS = [
  'support/get-desk',
  'support/open-chat',
  'support/get-messages',
  'support/send',
  'support/send-picture',
  'support/get-picture',
  'support/type',
  'support/close',
] as const;
export type BridgeCall = (typeof BRIDGE_CALLS)[number];

/** The first message to the frame, with the port. */
export interface BridgeStart {
  readonly type: 'glasshouse-chat';
  readonly language: 'en-US' | 'zh-CN';
  readonly isDark: boolean;
  readonly isSignedIn: boolean;
  /** The key of the chat that this browser had last; empty without one. */
  readonly chat: string;
  /** The path of the page that the panel was opened on. */
  readonly page: string;
}

/** From the frame. */
export type BridgeRequest =
  | {
      readonly type: 'call';
      readonly id: number;
      readonly name: BridgeCall;
      readonly input: object;
      /** A Blob. */
      readonly file?: unknown;
    }
  /** Hear of changes of this chat, and keep its key; empty: forget it. */
  | { readonly type: 'chat'; readonly chat: string }
  | { readonly type: 'unread'; readonly count: number }
  /** Close the panel. */
  | { readonly type: 'close' }
  /** Open a page of the site, such as '/setting/safty'. `topic`: of the help center. */
  | { readonly type: 'visit'; readonly path: string; readonly topic?: string };

/** From the page. */
export type BridgeReply =
  | { readonly type: 'answer'; readonly id: number; readonly data: unknown }
  | {
      readonly type: 'refused';
      readonly id: number;
      readonly text: string;
      readonly error?: string | undefined;
      readonly field?: string | undefined;
    }
  | { readonly type: 'changed'; readonly isTyping: boolean }
  /** Whether the reader sees the panel, and on which page: what comes meanwhile is unread. */
  | { readonly type: 'shown'; readonly isShown: boolean; readonly page: string }
  | { readonly type: 'look'; readonly language: BridgeStart['language']; readonly isDark: boolean };
