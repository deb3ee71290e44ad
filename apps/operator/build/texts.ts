/** Compiles the ICU messages of locales/<language>.json to functions. */
import fs from 'node:fs';
import { moduleSource, type MessageGroup } from '@glasshouse/texts/module';
import type { Plugin } from 'vite';

const TEXT_FILE = /\/locales\/(en-US|zh-CN)\.json$/;

export const texts: Plugin = {
  name: 'texts',
  enforce: 'pre',
  load: {
    filter: { id: TEXT_FILE },
    handler(id) {
      const language = TEXT_FILE.exec(id)?.[1] === 'zh-CN' ? 'zh' : 'en';
      const messages = JSON.parse(fs.readFileSync(id, 'utf8')) as MessageGroup;
      return { code: moduleSource(language, messages), moduleType: 'js' };
    },
  },
};
