/** Copies the address, and switches between dark and light, which the wide site remembers too. */
const root = document.documentElement;
root.classList.toggle('dark', localStorage.getItem('theme') !== 'light');

document.querySelector('#theme').addEventListener('click', () => {
  const isDark = root.classList.toggle('dark');
  localStorage.setItem('theme', isDark ? 'dark' : 'light');
});

const copy = document.querySelector('#copy');
async function copyAddress() {
  try {
    await navigator.clipboard.writeText(document.querySelector('#address').textContent);
    copy.textContent = copy.dataset.done;
  } catch {
    // Some browsers allow it only on https: then the address is marked for the hand.
    getSelection().selectAllChildren(document.querySelector('#address'));
  }
}
copy.addEventListener('click', () => void copyAddress());

const SHOWN = 4;
const DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 8 };

function part(name, text) {
  const element = document.createElement('span');
  element.className = name;
  element.textContent = text;
  return element;
}

/** The change of 24 hours, with a sign of its own. */
function changeOf({ open, close }) {
  const percent = (100 * (close - open)) / open;
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(2)}%`;
}

async function showQuotes() {
  const reply = await fetch('/bb/app/huobi/getHuobiDetailsByQuoteCoin', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"quoteCoin":"USDT"}',
  });
  const { data } = await reply.json();
  const rows = data.slice(0, SHOWN).map(({ baseCoin, tick }) => {
    const row = document.createElement('li');
    const pair = part('pair', baseCoin);
    pair.append(part('quote', '/USDT'));
    const tone = tick.close < tick.open ? 'down' : 'up';
    row.append(pair, part('price', tick.close.toLocaleString('en-US', DECIMALS)), part(tone, changeOf(tick)));
    return row;
  });
  document.querySelector('#quotes').replaceChildren(...rows);
}
// Without quotes the page says what it has to say all the same.
showQuotes().catch(() => undefined);
