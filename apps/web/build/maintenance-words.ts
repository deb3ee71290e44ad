/** The texts, styles and script of the page that is shown while the server is down. */

export interface MaintenanceWords {
  readonly language: 'en' | 'zh-Hans';
  /** Whether the stop was announced with its end. */
  readonly isPlanned: boolean;
  readonly name: string;
  readonly title: string;
  readonly lead: string;
  readonly facts: readonly (readonly [string, string])[];
  readonly again: string;
  readonly auto: string;
}

const UNTIL = '<time class="until"></time>';
const SECONDS = '<span class="seconds">30</span>';

const EN = {
  language: 'en',
  facts: [
    ['Open orders', 'stay on the book, in their place'],
    ['Contracts due meanwhile', 'settle by their ticks, or come back in full'],
    ['Deposits', 'are counted and credited after'],
    ['Withdrawals', 'wait; each is sent once'],
  ],
  again: 'Look again',
  auto: `Looks by itself in ${SECONDS} s`,
} as const;
const ZH = {
  language: 'zh-Hans',
  facts: [
    ['当前委托', '保留在订单簿上，顺序不变'],
    ['期间到期的合约', '按价格记录结算，或全额退回'],
    ['充值', '照常计入，恢复后入账'],
    ['提现', '等待恢复，只广播一次'],
  ],
  again: '重新检查',
  auto: `${SECONDS} 秒后自动检查`,
} as const;

export const WORDS: readonly MaintenanceWords[] = [
  {
    ...EN,
    isPlanned: true,
    name: 'Maintenance',
    title: `Closed until<br>about ${UNTIL}`,
    lead: 'The platform is being worked on. What was acknowledged before is kept.',
  },
  {
    ...EN,
    isPlanned: false,
    name: 'Not reachable',
    title: 'The platform<br>does not answer',
    lead: 'This stop was not announced, and it is not known yet when it ends. What was acknowledged before is kept: nothing is lost, and nothing is done twice.',
  },
  {
    ...ZH,
    isPlanned: true,
    name: '系统维护',
    title: `正在维护，<br>约 ${UNTIL} 恢复`,
    lead: '平台正在维护。此前已确认的一切都已保存。',
  },
  {
    ...ZH,
    isPlanned: false,
    name: '无法连接',
    title: '平台暂时<br>没有响应',
    lead: '此次中断未经公告，恢复时间尚不确定。此前已确认的一切都已保存：不会丢失，也不会重复执行。',
  },
];

export const STYLE = `
*{box-sizing:border-box;margin:0}
body{min-height:100dvh;display:flex;flex-direction:column;background:var(--bg);color:var(--fg);font:13px/20px Inter,system-ui,'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif;-webkit-font-smoothing:antialiased}
header{height:56px;display:flex;align-items:center;padding:0 24px;background:var(--panel);border-bottom:1px solid var(--line)}
.brand{font-size:16px;font-weight:600}
.mark{width:24px;height:24px;margin-right:10px}
.end{margin-left:auto}
header button{border:0;background:none;color:var(--mut);font:inherit;padding:8px;border-radius:6px;cursor:pointer}
header button:hover{color:var(--fg);background:var(--raised)}
main{flex:1;display:flex;align-items:center;justify-content:center;gap:80px;padding:40px 24px;background:radial-gradient(900px 560px at 30% 52%,var(--brand-soft) 0,transparent 70%)}
.house{width:440px;max-width:40vw;flex-shrink:0;overflow:visible}
section{max-width:580px;display:none}
html[lang=en]:not([data-until='']) section[lang=en][data-planned=true],html[lang=en][data-until=''] section[lang=en][data-planned=false],html[lang=zh-Hans]:not([data-until='']) section[lang=zh-Hans][data-planned=true],html[lang=zh-Hans][data-until=''] section[lang=zh-Hans][data-planned=false]{display:block}
.name{color:var(--brand-ink);font-size:15px;font-weight:600}
h1{font-size:40px;line-height:46px;font-weight:600;letter-spacing:-.025em;margin-top:8px;font-variant-numeric:tabular-nums}
html[lang=zh-Hans] h1{letter-spacing:0}
.lead{color:var(--mut);font-size:15px;line-height:24px;margin-top:16px;max-width:480px}
dl{max-width:520px;margin-top:24px;border:solid var(--line);border-width:1px 0}
dl div{display:flex;justify-content:space-between;align-items:center;gap:24px;min-height:40px;border-bottom:1px solid var(--line)}
dl div:last-child{border:0}
dt{color:var(--mut)}dd{font-weight:500;text-align:right}
.acts{display:flex;align-items:center;gap:16px;margin-top:24px;color:var(--mut)}
.button{background:var(--brand);color:var(--on-brand);font-weight:600;padding:8px 16px;border-radius:6px;text-decoration:none}
.button:hover{filter:brightness(1.08)}
:focus-visible{outline:2px solid var(--brand);outline-offset:2px}
html:not(.scripted) .auto,html:not(.scripted) #language{display:none}
@media (max-width:900px){main{flex-direction:column;gap:24px}.house{width:260px}h1{font-size:30px;line-height:36px}}
`;

/** Applies the language and theme chosen on the site, and reloads the page every half minute. */
export const SCRIPT = `
(function () {
  var root = document.documentElement;
  root.classList.add('scripted');
  var read = function (key) { try { return localStorage.getItem(key); } catch (e) { return null; } };
  root.classList.toggle('dark', read('theme') !== 'light');
  var button = document.getElementById('language');
  var show = function (chinese) {
    root.lang = chinese ? 'zh-Hans' : 'en';
    button.textContent = chinese ? 'English' : '简体中文';
    button.lang = chinese ? 'en' : 'zh-Hans';
  };
  show(read('User-Lang') === 'zh-CN');
  button.onclick = function () {
    var chinese = root.lang !== 'zh-Hans';
    try { localStorage.setItem('User-Lang', chinese ? 'zh-CN' : 'en-US'); } catch (e) {}
    show(chinese);
  };
  var until = root.dataset.until;
  document.querySelectorAll('.until').forEach(function (time) {
    time.dateTime = until;
    time.textContent = until.slice(11, 16) + ' UTC';
  });
  var left = 30;
  setInterval(function () {
    left -= 1;
    if (left <= 0) location.reload();
    document.querySelectorAll('.seconds').forEach(function (each) { each.textContent = Math.max(0, left); });
  }, 1000);
})();
`;
