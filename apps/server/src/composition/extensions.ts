/** The routes that are not calls: probes, pages, the files of the brand, and mail in a demo. */
import path from 'node:path';
import type { Config } from '../config.ts';
import type { Extension } from '../http/app.ts';
import { brandFiles } from '../http/brand-files.ts';
import { devMail } from '../http/dev-mail.ts';
import { metricsReader, probes } from '../http/probes.ts';
import { site } from '../http/site.ts';
import type { Mail } from '../mail/mail.ts';
import { apiPages } from '../pages/api-page/routes.ts';
import { phonePages } from '../pages/phone-page/routes.ts';
import type { Brand } from '../values/brand.ts';

interface ExtensionParts {
  readonly config: Config;
  readonly siteUrl: string;
  readonly chatUrl: () => string;
  readonly mail: Mail;
  readonly brand: () => Brand;
  readonly isReady: () => boolean;
  readonly metrics: () => Promise<string>;
}

const WEB_DIR = path.join(import.meta.dirname, '../../../web/dist');
const OFFICE_DIR = path.join(import.meta.dirname, '../../../operator/dist');

export function extensionsOf(parts: ExtensionParts): readonly Extension[] {
  const { config, siteUrl, chatUrl, mail, brand, isReady, metrics } = parts;
  const pages = site({
    folder: config.webDir ?? WEB_DIR,
    officeFolder: OFFICE_DIR,
    chatUrl,
    isHttps: config.publicUrl?.startsWith('https:') ?? false,
    siteUrl,
    brand,
    mobileUrl: config.mobileUrl ?? '/m',
  });
  const mayRead = metricsReader(config);
  const always: readonly Extension[] = [
    probes({ isReady, metrics, mayReadMetrics: mayRead }),
    apiPages({ rateFactor: config.rateLimitFactor, brand, publicUrl: config.publicUrl }),
    brandFiles(brand),
    phonePages({ siteUrl, brand, isSimulated: config.marketSource.kind === 'simulated' }),
    pages,
  ];
  return config.mode === 'demo' ? [...always, devMail(mail)] : always;
}
