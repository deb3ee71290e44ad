/* Applies the remembered theme before the first rendering. Dark is the default. */
if (localStorage.getItem('theme') === 'light') document.documentElement.classList.remove('dark');
