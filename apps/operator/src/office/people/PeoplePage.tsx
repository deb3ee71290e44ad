/** The page of people: a search, and beside its acts the person who is open. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { FindView } from './FindView.tsx';
import { peopleSearch } from './people-search.ts';
import { PersonPage } from './PersonPage.tsx';

export function PeoplePage() {
  const { user, tab = 'balances' } = useSearch({ from: '/people' });
  const navigate = useNavigate();
  // Kept while a person is open, for the way back.
  const [find, setFind] = useState('');
  if (user === undefined)
    return (
      <FindView
        find={find}
        onFind={setFind}
        onOpen={(opened) => void navigate({ to: '/people', search: { user: opened } })}
      />
    );
  return (
    <PersonPage
      key={user}
      user={user}
      tab={tab}
      onTab={(next) =>
        void navigate({ to: '/people', search: peopleSearch({ user, tab: next }), replace: true })
      }
      onClose={() => void navigate({ to: '/people', search: {} })}
    />
  );
}
