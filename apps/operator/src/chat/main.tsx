/** Entry point of the chat frame: waits for the embedding page, then shows the chat. */
import '../shared/app.css';
import { followTranslation } from '@glasshouse/ui';
import { createRoot } from 'react-dom/client';
import { openBridge } from './bridge.ts';
import { ChatApp } from './ChatApp.tsx';
import { show } from './look.ts';
import { textsIn } from './texts.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');
followTranslation(document.body);
const view = createRoot(root);
if (window.parent === window) {
  const t = textsIn(navigator.language.startsWith('zh') ? 'zh-CN' : 'en-US');
  view.render(<p className="text-mut p-8 text-center text-[13px]">{t('outside')}</p>);
} else {
  void openBridge().then((bridge) => {
    show(bridge.start);
    view.render(<ChatApp bridge={bridge} />);
  });
}
