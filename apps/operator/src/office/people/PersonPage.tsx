/** One person: standing, what the account has and did, and the acts of operators. */
import { Code, Skeleton, Tabs } from '@glasshouse/ui';
import { useLogged } from '../frame/frame-context.ts';
import { Page } from '../frame/Page.tsx';
import { SideBySide } from '../parts/Decision.tsx';
import { useTexts } from '../texts.ts';
import { TABS, type Tab } from './people-search.ts';
import { PersonActs } from './PersonActs.tsx';
import { PersonFacts } from './PersonFacts.tsx';
import { ListTab } from './tabs.tsx';
import { Balances } from './Balances.tsx';
import { usePerson } from './usePeople.ts';
import { Failed } from '../parts/states.tsx';

interface PersonPageProps {
  readonly user: number;
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
  readonly onClose: () => void;
}

export function PersonPage({ user, tab, onTab, onClose }: PersonPageProps) {
  const { t } = useTexts();
  const { data: person, error, refetch } = usePerson(user);
  useLogged(
    person === undefined ? undefined : t('lookLogged', { subject: t('user', { user: String(user) }) }),
  );
  const above = (
    <button type="button" className="hover:text-fg" onClick={onClose}>
      {t('people_title')}
    </button>
  );
  return (
    <Page
      title={String(user)}
      above={above}
      fact={person === undefined ? undefined : <Code className="text-fg">{person.email}</Code>}
    >
      <SideBySide
        side={
          person === undefined ? (
            <section className="bg-panel p-4">{error === null && <Skeleton className="h-40" />}</section>
          ) : (
            <PersonActs person={person} onClose={onClose} />
          )
        }
      >
        {error !== null && <Failed error={error} onRetry={refetch} />}
        {person !== undefined && (
          <>
            <PersonFacts person={person} />
            <Tabs
              label={t('people_parts')}
              className="px-4"
              items={TABS.map((id) => ({ id, label: t(`people_tab_${id}`) }))}
              value={tab}
              onValue={onTab}
            />
            {tab === 'balances' ? <Balances user={user} /> : <ListTab key={tab} tab={tab} user={user} />}
          </>
        )}
      </SideBySide>
    </Page>
  );
}
