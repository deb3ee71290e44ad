/** The notice that every new user gets. */
import { defineText, inBothLanguages } from '@glasshouse/texts';
import type { NewMessage } from '../../contract/messages.ts';

const TITLE = defineText({ en: 'Welcome to {brand}', zh: '欢迎来到 {brand}' });
const CONTENT = defineText({
  en: 'Your account is open.{mode, select, demo { This is a demo: prices are simulated, and your play money is in the exchange account and the seconds-contract account.} other {}} Every posting on your accounts is listed under My assets, and every seconds contract shows the two public prices that settled it. Set a fund password in the security center before you withdraw.',
  zh: '你的账户已开通。{mode, select, demo {当前为演示环境：行情为模拟，体验资金已存入你的币币账户和秒合约账户。} other {}}账户的每一笔变动都可在“我的资产”中查看，每笔秒合约都会显示其结算所依据的两个公开价格。提现前请先在安全中心设置资金密码。',
});

export function welcomeNotice(brand: string, isDemo: boolean): NewMessage {
  const values = { mode: isDemo ? 'demo' : 'production' };
  return {
    type: 'system',
    cause: 'welcome',
    title: inBothLanguages((language) => TITLE(language, { brand })),
    content: inBothLanguages((language) => CONTENT(language, values)),
  };
}
