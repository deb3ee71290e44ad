/** Where the site starts: theme and language before the first picture, then the router. */
import { startTheme } from '#shared/theme.ts';
import './app/app.css';
import { startSite } from '#app/start.tsx';

startTheme();
void startSite();
