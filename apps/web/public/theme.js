/* Applies the remembered theme before the first rendering. Dark is the default. */
if (localStorage.getItem('theme') === 'light') document.documentElement.classList.remove('dark');

/* Says so where the site's scripts or styles do not come: they cannot. */
(() => {
  const LATEST_MS = 120_000;
  const tell = () => {
    if (document.getElementById('root')?.childElementCount === 0)
      document.getElementById('not-started')?.removeAttribute('hidden');
  };
  addEventListener(
    'error',
    ({ target }) => {
      const isPart = target instanceof HTMLScriptElement || target?.rel === 'stylesheet';
      if (!isPart) return;
      if (document.readyState === 'loading') addEventListener('DOMContentLoaded', tell);
      else tell();
    },
    true,
  );
  setTimeout(tell, LATEST_MS);
})();
