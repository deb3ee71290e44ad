/** Refusals of preferences. */
import type { RefusalText } from '../../refusal-text.ts';

export const refusals = {
  'preferences/too-many': {
    code: 2801,
    kind: 'final',
    en: 'An account keeps at most {count} preferences',
    zh: '每个账户最多保存 {count} 项偏好设置',
  },
  'preferences/changed': {
    code: 2802,
    kind: 'final',
    en: 'This was changed elsewhere in the meantime. Read it again',
    zh: '该设置已在别处更改，请重新读取',
  },
} as const satisfies Record<string, RefusalText>;
