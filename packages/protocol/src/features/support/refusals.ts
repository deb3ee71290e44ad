/** Refusals of the support chat, for visitors and for operators. */
import type { RefusalText } from '../../refusal-text.ts';

export const refusals = {
  'support/chat-unknown': {
    code: 2711,
    kind: 'final',
    en: 'This chat is not there any more. Start a new one',
    zh: '该会话已不存在，请重新开始',
  },
  'support/chat-closed': {
    code: 2712,
    kind: 'final',
    en: 'This chat is closed. Start a new one',
    zh: '该会话已结束，请重新开始',
  },
  'support/email-missing': {
    code: 2713,
    kind: 'final',
    en: 'Enter your e-mail: nobody is here right now, the answer comes by mail',
    zh: '请填写邮箱：目前无人在线，回复将通过邮件发送',
  },
  'support/full': {
    code: 2714,
    kind: 'transient',
    en: 'Please try again later',
    zh: '请稍后再试',
  },
  'support/pictures-full': {
    code: 2715,
    kind: 'final',
    en: 'A chat holds {count} pictures',
    zh: '每个会话最多 {count} 张图片',
  },
  'support/pictures-no-room': {
    code: 2717,
    kind: 'transient',
    en: 'There is no room for pictures of visitors right now. Describe it in words, or log in',
    zh: '访客图片空间已满，请用文字描述，或登录后再发送',
  },
  'support/messages-full': {
    code: 2716,
    kind: 'final',
    en: 'This chat has reached its length. Start a new one',
    zh: '该会话已达上限，请重新开始',
  },
} as const satisfies Record<string, RefusalText>;
