/** The site's entry point: language before the first rendering, then the router. */
import './app/app.css';
import { startSite } from '#app/start.tsx';

void startSite();
