/** Where the site starts: language before the first picture, then the router. */
import './app/app.css';
import { startSite } from '#app/start.tsx';

void startSite();
