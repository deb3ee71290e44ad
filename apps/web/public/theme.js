/* Applies the remembered theme and direction of colours before the first rendering. Dark, and green
   for up, are the defaults. */
if (localStorage.getItem('theme') === 'light') document.documentElement.classList.remove('dark');
if (localStorage.getItem('up') === 'red') document.documentElement.classList.add('red-up');

/* The system may set its own colours while the page is open. */
(() => {
  const forced = matchMedia('(forced-colors: active)');
  const style = document.createElement('link');
  style.rel = 'stylesheet';
  style.href = new URL('forced-colours.css', document.currentScript.src).href;
  const follow = () => forced.matches && document.head.append(style);
  follow();
  forced.addEventListener('change', follow);
})();

/* Says so while the site's scripts or styles do not come: they cannot. */
(() => {
  const LATEST_MS = 120_000;
  const tell = () => {
    const [root, notice] = ['root', 'not-started'].map((id) => document.getElementById(id));
    if (root.childElementCount > 0) return;
    notice.hidden = false;
    new MutationObserver((_, observer) => {
      observer.disconnect();
      notice.hidden = true;
    }).observe(root, { childList: true });
  };
  addEventListener(
    'error',
    ({ target }) => {
      const address =
        target instanceof HTMLScriptElement ? target.src : target.rel === 'stylesheet' && target.href;
      if (!address || new URL(address, location.href).origin !== location.origin) return;
      if (document.readyState === 'loading') addEventListener('DOMContentLoaded', tell);
      else tell();
    },
    true,
  );
  setTimeout(tell, LATEST_MS);
})();
