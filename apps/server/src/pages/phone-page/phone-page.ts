/**
 * The page for phones while the mobile site is not built: says so, shows quotes, and leads on to
 * the wide site. Made by the server, with one small script.
 */
import { html } from '../api-page/markup.ts';
import { BRAND_BASE } from '../../http/brand-files.ts';
import type { Language } from '../../http/handler.ts';
import type { Brand } from '../../values/brand.ts';

export interface PhonePageParts {
  readonly language: Language;
  /** The site's address, as one would type it. */
  readonly address: string;
  /** Where "anyway" leads. */
  readonly onward: string;
  readonly isSimulated: boolean;
  readonly brand: Brand;
}

export const STYLE_PATH = '/m/phone-page.css';
export const SCRIPT_PATH = '/m/phone-page.js';

const TEXTS = {
  en: {
    title: 'Trading needs a wider window',
    lead: 'The site for phones is not built yet. Open this address on a computer; your account, orders and messages are the same there.',
    copy: 'Copy',
    copied: 'Copied',
    anyway: 'Open the wide site anyway',
    wide: 'It is 1300 px wide and scrolls sideways. This browser remembers your choice.',
    quotes: 'Quotes',
    simulated: 'Simulated market',
    wrong: 'Something wrong with your account?',
    freeze:
      'Each of our security mails has a link that freezes your account with one press, on a phone too. In the security center of the wide site you can freeze it as well.',
    other: '简体中文',
    theme: 'Switch the theme',
  },
  zh: {
    title: '交易需要更宽的窗口',
    lead: '手机站尚未建成。请在电脑上打开下面的地址，账户、委托与消息都在那里。',
    copy: '复制',
    copied: '已复制',
    anyway: '仍然打开电脑版',
    wide: '页面宽 1300 像素，需要左右滑动。此浏览器会记住你的选择。',
    quotes: '行情',
    simulated: '模拟行情',
    wrong: '账户有异常？',
    freeze:
      '我们的每封安全邮件都有一个链接，点击即可冻结账户，在手机上同样有效。也可以在电脑版的安全中心冻结。',
    other: 'English',
    theme: '切换主题',
  },
} as const;

export function phonePage(parts: PhonePageParts): string {
  const { language, address, onward, isSimulated, brand } = parts;
  const texts = TEXTS[language];
  const other = language === 'zh' ? 'en' : 'zh';
  const page = html`<!doctype html>
    <html lang="${language === 'zh' ? 'zh-Hans' : 'en'}" class="dark">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="${brand.colour}" />
        <meta name="description" content="${texts.lead}" />
        <title>${texts.title} | ${brand.name}</title>
        <link rel="icon" href="${BRAND_BASE}/${brand.digest}/icon" />
        <link rel="stylesheet" href="${STYLE_PATH}" />
        <link rel="stylesheet" href="${BRAND_BASE}/${brand.digest}/theme.css" />
        <script src="${SCRIPT_PATH}" defer></script>
      </head>
      <body>
        <header>
          <p class="brand"><i class="logo" aria-hidden="true"></i>${brand.name}</p>
          <a
            class="quiet"
            lang="${other === 'zh' ? 'zh-Hans' : 'en'}"
            href="?lang=${other}&to=${encodeURIComponent(onward)}"
            >${texts.other}</a
          >
          <button class="quiet" id="theme" type="button" aria-label="${texts.theme}">◐</button>
        </header>
        <main>
          <h1>${texts.title}</h1>
          <p class="lead">${texts.lead}</p>
          <p class="address">
            <span id="address">${address}</span>
            <button id="copy" type="button" data-done="${texts.copied}">${texts.copy}</button>
          </p>
          <a class="onward" href="${onward}">${texts.anyway}</a>
          <p class="hint">${texts.wide}</p>
          <section class="card">
            <h2>${texts.quotes}${isSimulated ? html`<span>${texts.simulated}</span>` : ''}</h2>
            <ul id="quotes"></ul>
          </section>
          <section class="urgent">
            <h2>${texts.wrong}</h2>
            <p>${texts.freeze}</p>
          </section>
        </main>
      </body>
    </html>`;
  return page.text;
}
