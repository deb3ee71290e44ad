/** The footer of reading pages. The sections define its links. */
import { LogoMark, zoneOf } from '@glasshouse/ui';
import { FOOTER } from '#app/sections.ts';
import { serverNow } from '#data/server-time.ts';
import { BRAND_NAME, LEGAL_NAME } from '#shared/brand.ts';
import { useTranslation } from '#shared/i18n.ts';
import { PageLink } from '#shared/PageLink.tsx';

export function Footer() {
  const { t, language } = useTranslation();
  return (
    <footer className="border-line bg-panel border-t">
      <div className="mx-auto grid w-reading grid-cols-[1.6fr_repeat(3,1fr)] gap-8 py-12 text-[13px] leading-5">
        <div>
          <span className="font-display flex items-center gap-2 text-[16px] font-semibold">
            <LogoMark />
            {BRAND_NAME}
          </span>
          <p className="text-mut mt-3 max-w-[300px]">{t('footer.claim')}</p>
        </div>
        {FOOTER.map(({ column, links }) => (
          <div key={column}>
            <h2 className="font-semibold">{t(`footer.${column}`)}</h2>
            <ul className="mt-3 grid gap-2.5">
              {links.map(({ text, to, search, isOutside }) => (
                <li key={text}>
                  {isOutside === true ? (
                    <a href={`${to}?lang=${language}`} className="text-mut hover:text-fg">
                      {t(text)}
                    </a>
                  ) : (
                    <PageLink
                      to={to}
                      {...(search === undefined ? {} : { search })}
                      className="text-mut hover:text-fg"
                    >
                      {t(text)}
                    </PageLink>
                  )}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <p className="border-line text-mut mx-auto flex w-reading justify-between gap-8 border-t py-5">
        <span>
          {LEGAL_NAME !== '' && `${LEGAL_NAME} · `}
          {t('footer.risk')}
        </span>
        <span className="shrink-0">{t('footer.times', { zone: zoneOf(serverNow()) })}</span>
      </p>
    </footer>
  );
}
