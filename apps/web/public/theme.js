/* The remembered theme before the first picture: the page's own scripts come after it, and dark is the default. */
if (localStorage.getItem('theme') === 'light') document.documentElement.classList.remove('dark');
