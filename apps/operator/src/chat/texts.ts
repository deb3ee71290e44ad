/** The texts of the chat. */
import { translator, type Translate } from '../shared/texts.ts';
import en from './locales/en-US.json';
import zh from './locales/zh-CN.json';

export type TextKey = keyof typeof en;
export type T = Translate<TextKey>;
export const textsIn = translator(en, zh);
