/** The commands of those who work on the code: what proves it, how fast it is, and its pictures. */
import type { Command } from './command.ts';

export const PROVING: readonly Command[] = [
  {
    name: 'simulate',
    summary: 'run the pipeline under seeded faults',
    module: 'apps/server/sim/simulate.ts',
    usage: ['[--seeds N] [--seed S] [--failures F]'],
    notes:
      'Runs N seeds, from 1 or from S (only S, unless N is given), until F (5) have failed, and prints each failing seed with the command that repeats it. A long night is --seeds 10000. Exit code 0: none failed; 1: some.',
  },
  {
    name: 'mutations',
    summary: 'plant one bug after the other; the simulation must find each',
    module: 'apps/server/sim/mutations.ts',
    usage: ['[NAME...] [--seeds N]', '--generated [--file FILE] [--sample N] [--seed S]'],
    notes:
      "The bugs are planted in a copy of the sources. N (1,500) seeds without a bug come first, for minutes; with --seeds 50 it takes seconds and finds most. --generated tries the mutants generated from the core's sources instead. Exit code 0: all were found; 1: one survived, is unknown, or no longer fits the sources.",
  },
  {
    name: 'market-strategies',
    summary: 'let strategies play against the market maker and the contracts; none may gain',
    module: 'apps/server/sim/strategies.ts',
    usage: ['[--trades N] [--seed S] [--without-fees]'],
    notes:
      "Momentum, reversion, imbalance, stream first, latency (which knows the next second), and who quotes inside the spread for the platform's own accounts, each with fees as everyone: the mean gain of N (100,000) trades or contracts with its error. Takes some minutes. Exit code 1: one gains beyond its error.",
  },
  {
    name: 'attack',
    summary: 'attack a fresh server over loopback, each figure beside its bar',
    module: 'apps/server/attack/run.ts',
    usage: ['[NAME...] [--short] [--server DIR]'],
    notes:
      '--short is what the tests run; --server attacks another checkout. All attacks take half an hour. Exit code 1: a bar was missed.',
    document: 'docs/operating/attacks.md',
  },
  {
    name: 'faults',
    summary: 'kills, torn journal, full disk, clock jumps, power cuts, as a table',
    module: 'apps/server/test/faults.ts',
    usage: [''],
    notes:
      'The tests of every fault of the writer in their long form. CRASH_CYCLES (200), SERVER_KILLS (20) and POWER_CUTS (20) set the counts. Exit code 0: nothing lost, nothing executed twice.',
  },
  {
    name: 'faults-chains',
    summary: 'let what pays on chains die at every step, on a real node',
    module: 'packages/chains/test/faults.ts',
    usage: ['[--kills 100] [--chain evm] [--scenario NAME] [--part 1/8] [--first]', '--bugs [NAME...]'],
    notes:
      'Compares the chain with what was ordered, stored, signed and reported. --part takes every eighth step, --first ends at the first finding. --bugs plants bugs instead, and must find each. Exit code 0: nothing was paid twice, stuck or wrong, or all bugs were found.',
  },
  {
    name: 'reconcile-rig',
    summary: 'random payments on a real node; the ledger must equal the chain',
    module: 'apps/server/test/reconcile-rig.ts',
    usage: ['[--steps 1000] [--seed 1]'],
    notes:
      'Deposits, withdrawals, sweeps, deaths and reorganisations; the two are compared after each block. Exit code 0: always equal to the unit.',
  },
  {
    name: 'coverage-requirements',
    summary: 'each requirement with its tests, and those without a test',
    module: 'tools/coverage-requirements.ts',
    usage: ['[--check]'],
    notes: '--check prints only the latter, and fails if there are any.',
  },
  {
    name: 'coverage-refusals',
    summary: 'the refusals that calls declare and no test meets over HTTP',
    module: 'tools/coverage-refusals.ts',
    usage: [''],
    notes: "Runs the server's tests, which takes minutes.",
  },
  {
    name: 'structure',
    summary: 'rooms of the source trees, and the arrows between them',
    module: 'tools/structure.ts',
    usage: ['[TREE]'],
    notes: 'TREE is another checkout, for a comparison.',
    document: 'docs/decisions/0040-every-feature-has-one-shape.md',
  },
  {
    name: 'shots',
    summary: 'pictures of every page, in all widths, languages and themes',
    module: 'tools/shots.ts',
    usage: ['[PAGE-OR-STATE...]'],
    notes:
      'Into shots/, with axe and console errors. `shots trade oco` takes some pages and states, `shots operator` the back office. Exits non-zero on a serious violation or a console error. Reviewing the pictures is up to a person.',
  },
];

const bench = (name: string, module: string, rest: Pick<Command, 'summary' | 'notes'>): Command => ({
  name: `bench-${name}`,
  module: `bench/${module}.ts`,
  usage: [''],
  ...rest,
});

export const BENCHES: readonly Command[] = [
  {
    ...bench('core', 'core/run', {
      summary: "the order book workload XB1 compared with npm's nodejs-order-book",
      notes: 'By our book and our full core, in turns, each play in a process of its own.',
    }),
    usage: ['[xb1] [deep]'],
  },
  {
    ...bench('against', 'core/against', {
      summary: 'XB1 by the cores of this checkout and of another one, in turns',
      notes:
        "TREE is a checkout with its packages installed. Exits non-zero below 0.97 of the other one's speed.",
    }),
    usage: ['TREE [SHAPE]'],
  },
  bench('growth', 'core/growth', {
    summary: 'the core from a thousand to a million orders and accounts',
    notes: 'Time, bytes, single operations, and contracts that end in the same second.',
  }),
  bench('offers', 'offers/run', {
    summary: '300,000 orders of fixed terms that end in one tick',
    notes: 'How long they hold the writer, matching meanwhile, and a purchase beside a transfer.',
  }),
  bench('journal', 'journal/run', {
    summary: 'the binary journal compared with JSON, and its cost to the core',
    notes: 'Exits non-zero below the bars.',
  }),
  {
    ...bench('api', 'api/run', {
      summary: 'durable orders per second over HTTP',
      notes:
        "At 64 and 256 connections, on both databases, beside a bare HTTP echo and the database's own commit rate. With TREE, a checkout with its packages installed, in turns with its server: exits non-zero where an order costs 1.15 times as much.",
    }),
    usage: ['[TREE]'],
  },
  {
    name: 'speed',
    summary: 'orders, start, memory and pages in multiples, against the last release',
    module: 'bench/speed/run.ts',
    usage: ['[TREE] [--only PART]', '--write'],
    notes:
      'The short form of the benches that runs at night, some ten minutes. TREE is a checkout to compare with instead, with its packages installed; PART is none, postgres or embedded, the database of orders, or demo; --write notes the row of the version in package.json. Exit code 1: a figure is more than 1.15 times its own of the other.',
    document: 'docs/generated/speed.md',
  },
  bench('programs', 'programs/run', {
    summary: 'measure orders of programs by HTTP, by socket and in batches',
    notes:
      'Some four minutes, on PostgreSQL, at 64 programs, beside the bare echo of each form. Exit code 1: by socket fewer than 1.8 times as many as by HTTP, in batches of 20 fewer than 4 times, or an answer in a hundred later than 50 ms.',
  }),
  bench('data', 'data/run', {
    summary: 'lists, orders and starts on 10,000,000 orders, on PostgreSQL',
    notes: 'Beside an empty database; about 17 GB of disk. ORDERS sets the number of orders.',
  }),
  bench('export', 'data/export', {
    summary: 'a file of 1,000,000 postings of one user',
    notes: "Rows a second, memory, and the longest time that another user's call took. ROWS sets the number.",
  }),
  bench('restart', 'restart/run', {
    summary: 'a million accounts and ten million commands: restart, replay, snapshot',
    notes: 'On the embedded database. ACCOUNTS and COMMANDS reduce the size.',
  }),
  bench('chains', 'chains/run', {
    summary: 'blocks of 5,000 transfers matched against a million addresses',
    notes:
      'And 10,000 blocks followed, beside a plain scan of them. ADDRESSES, BLOCKS and ROUNDS set the size.',
  }),
  bench('support', 'support/run', {
    summary: '1,000 visitors of the support chat at once, and orders beside them',
    notes: 'On both databases, or on the one that DATABASE names.',
  }),
  bench('web', 'web/run', {
    summary: 'the pages against their budgets',
    notes:
      'Sizes, paint, blocking, shifts, a busy market, axe, content security policy. On a quiet machine. RUNS sets how often each page is opened.',
  }),
  bench('site', 'web/site', {
    summary: 'every public page by Lighthouse, with layout shifts and axe',
    notes: 'npm fetches Lighthouse for it. RUNS sets how often it runs, PAGES names some, between commas.',
  }),
  bench('soak', 'web/soak', {
    summary: 'the trading page for twenty minutes in a busy market',
    notes: 'Memory and console errors. MINUTES sets the time, GROWTH_MAX_MB the growth allowed in an hour.',
  }),
  bench('neighbour', 'neighbour/run', {
    summary: 'the cost of an idle demo: CPU, memory, growth of its data',
    notes: 'Measured over MINUTES (10).',
  }),
];
