/* Applies the remembered theme and direction of colours before the first rendering. Dark, and green
   for up, are the defaults. */
if (localStorage.getItem('theme') === 'light') document.documentElement.classList.remove('dark');
if (localStorage.getItem('up') === 'red') document.documentElement.classList.add('red-up');

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
