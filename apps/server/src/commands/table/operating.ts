/** The commands of those who run a platform. */
import type { Command } from './command.ts';

const FOLDER = 'apps/server/src/commands';
const BY_SERVER = 'The server must be running on DATA_DIR.';
const BY_EITHER = 'A running server on DATA_DIR performs it; without one the database is opened.';
const DONE = 'Exit code 0: done; 1: refused; 2: it could not run.';

export const OPERATING: readonly Command[] = [
  {
    name: 'setup',
    summary: 'write the settings of a production, and check what they name',
    module: `${FOLDER}/setup.ts`,
    usage: [
      '[--file FILE] [--answers FILE]... [--yes] [--replace] [NAME=VALUE...]',
      '--check [--file FILE] [--mail-to ADDRESS] [--dkim-selector NAME]',
    ],
    notes:
      "FILE is glasshouse.env by default. It asks at a terminal for what nobody has given; with --yes it never asks. Settings are taken from the command line, then from the files of --answers, the last first, then from the environment. It makes MASTER_KEY and METRICS_TOKEN, never replaces the former, and replaces a file only with --replace. An empty value takes a setting out. Checks: settings, PostgreSQL, mail and the sender's DNS records, exchanges and the clock, nodes of chains, folders, the built site. Exit code 0: production can start; 1: a check failed; 2: it could not run.",
    document: 'docs/operating/deploy.md',
  },
  {
    name: 'backup',
    summary: 'an encrypted backup of everything, while it runs',
    module: `${FOLDER}/backup.ts`,
    usage: ['--to FOLDER --recipient KEYFILE [--keep N] [--with FILE]...'],
    notes:
      "It makes a folder in FOLDER with PostgreSQL's dump, and DATA_DIR, FEED_DIR, SIGNER_DIR and each FILE, encrypted by gpg to the public key in KEYFILE. The seed of the signer is left out. --keep removes all but the newest N. It needs pg_dump, tar and gpg, and reads folders of several users: run it as root. Exit code 0: done; 2: not done, and nothing has the name of a backup.",
    document: 'docs/operating/deploy.md',
  },
  {
    name: 'withdrawals',
    summary: 'decide on withdrawals, and record payouts made by hand',
    module: `${FOLDER}/withdrawals.ts`,
    usage: [
      'list',
      'show ID',
      'approve ID [--reason TEXT] [--dry-run] --by NAME',
      'reject ID --rejection REASON --reason TEXT [--nothing-was-sent] [--dry-run] --by NAME',
      'settle ID --txid T --output N --cost AMOUNT [--reason TEXT] [--dry-run] --by NAME',
    ],
    notes: `Every act is recorded. The owner reads --rejection, operators --reason. '--dry-run' only says what would happen. ${BY_SERVER} ${DONE}`,
    document: 'docs/operating/withdrawals.md',
  },
  {
    name: 'vouchers',
    summary: 'review deposits by voucher',
    module: `${FOLDER}/vouchers.ts`,
    usage: [
      'list',
      'show ID --by NAME --to FOLDER',
      'approve ID --txid T --amount A [--output N] [--reason TEXT] [--dry-run] --by NAME',
      'reject ID --rejection REASON --reason TEXT [--seen A] [--note TEXT] [--dry-run] --by NAME',
    ],
    notes: `'show' writes the picture to a folder that only its owner can read, and records the view. Two people approve, each with the transfer as they found it. The owner reads --rejection and --note, operators --reason. '--dry-run' only says what would happen. ${BY_SERVER} ${DONE}`,
    document: 'docs/operating/vouchers.md',
  },
  {
    name: 'kyc',
    summary: 'review identity documents',
    module: `${FOLDER}/kyc.ts`,
    usage: [
      'list',
      'show CASE --by NAME --to FOLDER',
      'approve CASE [--reason TEXT] [--dry-run] --by NAME',
      'reject CASE --rejection REASON --reason TEXT [--note TEXT] [--dry-run] --by NAME',
    ],
    notes: `'show' writes the photos to a folder that only its owner can read, and records the view. The user reads --rejection and --note, operators --reason. '--dry-run' only says what would happen. ${BY_SERVER} ${DONE}`,
    document: 'docs/features/kyc.md',
  },
  {
    name: 'operators',
    summary: 'who works in the back office, and the log of what they did',
    module: `${FOLDER}/operators.ts`,
    usage: [
      'list',
      'create NAME --role admin|support|auditor --by NAME',
      'reset NAME --by NAME',
      'show NAME --as TEXT --by NAME',
      'disable NAME --by NAME',
      'enable NAME --by NAME',
      'verify [--head ENTRY:HASH]',
      'code NAME',
    ],
    notes: `'reset' makes a new password and a new key. 'show' sets the name that customers read; without --as they read that customer service answers. 'verify' recomputes the log, and with --head also that it has an entry that was kept elsewhere. 'code' tells the code of this moment, in a demo. ${BY_EITHER} Exit code 0: done; 1: refused, or the log is broken; 2: it could not run.`,
    document: 'docs/operating/back-office.md',
  },
  {
    name: 'parameters',
    summary: 'what operators set while the platform runs',
    module: `${FOLDER}/parameters.ts`,
    usage: ['list', 'history', 'set NAME VALUE [--reason TEXT] [--dry-run] --by NAME'],
    notes: `An empty value is ''. What moves or risks money waits for a second person ('npx glasshouse acts'); one is enough for texts, links and claims. ${BY_SERVER} ${DONE}`,
    document: 'docs/operating/back-office.md',
  },
  {
    name: 'brand',
    summary: 'the name, the look and the owner that the platform shows',
    module: `${FOLDER}/brand.ts`,
    usage: [
      'show',
      'history',
      'set FIELD VALUE --by NAME',
      'logo FILE [--dark] --by NAME',
      'icon FILE --by NAME',
    ],
    notes: `FIELD is name, colour, mail_sender, legal_name, legal_address, legal_contact or website. A FILE is a square PNG, WebP or SVG; a PNG and a WebP are written anew. An empty VALUE or FILE, '', takes back what was set. Pages follow when they are loaded next. ${BY_EITHER} ${DONE}`,
    document: 'docs/operating/brand.md',
  },
  {
    name: 'networks',
    summary: 'which coins are on which network, what they cost and may there, and where they are open',
    module: `${FOLDER}/networks.ts`,
    usage: [
      'list',
      'set COIN NETWORK FIELD VALUE [--reason TEXT] [--dry-run] --by NAME',
      'set-confirmations NETWORK NUMBER [--reason TEXT] [--dry-run] --by NAME',
      'list-coin COIN NETWORK CONTRACT --minimum-deposit AMOUNT --withdrawal-fee AMOUNT --withdrawal-minimum AMOUNT --withdrawal-maximum AMOUNT [--symbol SYMBOL] [--reason TEXT] [--dry-run] --by NAME',
    ],
    notes: `FIELD is minimum-deposit, withdrawal-fee, withdrawal-minimum or withdrawal-maximum, an amount of the coin; or withdrawals or deposits, which are open or closed. One person opens and closes; all else waits for a second one ('npx glasshouse acts'). 'npx glasshouse parameters history' has the versions. 'list-coin' asks the network's nodes for the contract's decimals and symbol; a symbol that is not the coin's code is confirmed by --symbol. ${BY_SERVER} ${DONE}`,
    document: 'docs/operating/withdrawals.md',
  },
  {
    name: 'acts',
    summary: 'acts that wait for a second person: list, agree, refuse, take back',
    module: `${FOLDER}/acts.ts`,
    usage: [
      'list',
      'agree NUMBER [--reason TEXT] --by NAME',
      'refuse NUMBER [--reason TEXT] --by NAME',
      'withdraw NUMBER [--reason TEXT] --by NAME',
    ],
    notes: `What an act does is worked out anew when somebody agrees, and done at once. The second person must be somebody else than the one who asked; only who asked takes an act back. After 24 hours an act lapses. ${BY_SERVER} ${DONE}`,
    document: 'docs/features/operators.md',
  },
  {
    name: 'markets',
    summary: 'coins and pairs: list, change, halt, open, delist',
    module: `${FOLDER}/markets.ts`,
    usage: [
      'list',
      'history',
      'coin CODE NAME DECIMALS [--reason TEXT] --by NAME',
      'pair BASE/QUOTE --price-decimals N --lot-decimals N --index-decimals N --min AMOUNT --max AMOUNT [--maker-fee PERCENT] [--taker-fee PERCENT] [--band PERCENT] [--market-band PERCENT] [--max-orders N] [--opens TIME] [--reason TEXT] --by NAME',
      'terms BASE/QUOTE [--min AMOUNT] [--max AMOUNT] [--maker-fee PERCENT] [--taker-fee PERCENT] [--band PERCENT] [--market-band PERCENT] [--max-orders N] [--reason TEXT] --by NAME',
      'halt BASE/QUOTE [--cancel-only] [--reason TEXT] --by NAME',
      'resume BASE/QUOTE [--reason TEXT] --by NAME',
      'open BASE/QUOTE --on TIME [--reason TEXT] --by NAME',
      'delist BASE/QUOTE --on TIME [--reason TEXT] --by NAME',
      'keep BASE/QUOTE [--reason TEXT] --by NAME',
      'maker BASE/QUOTE [--off | --on-again] [--spread PERCENT] [--levels N] [--size AMOUNT] [--keep AMOUNT] [--most AMOUNT] [--skew PERCENT] [--aside AMOUNT] [--reason TEXT] --by NAME',
    ],
    notes: `Each act says what it does before it does it; with --dry-run it only says so. A new pair is listed halted: 'resume' opens it, or the time of --opens, which 'open' names or moves and 'halt' takes back. 'halt' stops everything, with --cancel-only orders can still be cancelled. TIME is such as 2027-01-31T08:00:00Z; 'keep' takes a notice back before its time. 'maker' says how the market maker quotes: half of its spread, quotes on each side, the value of the first in the quote coin (0: as usual), what it keeps of the base coin and holds of it at most (0: no bound), and how far it leans against what it holds. 'pair', 'terms', 'delist' and 'maker' wait for a second person ('npx glasshouse acts'). Every act is recorded. ${BY_SERVER} ${DONE}`,
    document: 'docs/features/market.md',
  },
  {
    name: 'terms',
    summary: 'fee tiers, and the terms of seconds contracts',
    module: `${FOLDER}/terms.ts`,
    usage: [
      'list',
      'history',
      'fee-tiers --tier VOLUME:MAKER:TAKER… [--reason TEXT] [--dry-run] --by NAME',
      'contracts --duration SECONDS:PROFIT:MIN:MAX… [--reason TEXT] [--dry-run] --by NAME',
      'contracts BASE/QUOTE [--max-positions N] [--max-user-stake AMOUNT] [--max-open-stake AMOUNT] [--reason TEXT] [--dry-run] --by NAME',
    ],
    notes: `A tier says from which volume of 30 days (USDT) which percent of a pair's maker and taker fees is charged; all tiers are given, the first from 0. PROFIT is percent of the stake, MIN and MAX are the smallest and largest stake; all durations are given, and all pairs have them. A pair has limits of its own on open contracts; with all three of them contracts begin on another pair. Open contracts keep their terms. Each act says what it changes before it does, and waits for a second person ('npx glasshouse acts'). Every act is recorded. ${BY_SERVER} ${DONE}`,
    document: 'docs/operating/back-office.md',
  },
  {
    name: 'offers',
    summary: 'what customers can buy, of all products',
    module: `${FOLDER}/offers.ts`,
    usage: ['list', 'define --product PRODUCT --file FILE [--reason TEXT] [--dry-run] --by NAME'],
    notes: `FILE is JSON: the terms of one offer and its texts in both languages. Defined again, an offer changes what is bought from then on. It says what changes, and waits for a second person ('npx glasshouse acts'). ${BY_SERVER} ${DONE}`,
    document: 'docs/operating/offers.md',
  },
  {
    name: 'treasury',
    summary: "the house's own money and each product's reserve",
    module: `${FOLDER}/treasury.ts`,
    usage: [
      'list',
      'move --from ACCOUNT --to ACCOUNT --coin COIN --amount AMOUNT [--reason TEXT] [--dry-run] --by NAME',
      'pay-out --coin COIN --network NETWORK --address ADDRESS --amount AMOUNT [--memo MEMO] --by NAME',
      'waiting',
      'approve ID --by NAME',
      'refuse ID --note TEXT [--nothing-was-sent] --by NAME',
    ],
    notes: `'list' shows the treasury, the fees it has earned, each reserve, which has the name of its product, with what is promised of it, and what the market maker has ('maker'). 'move' takes what no promise has frozen, once a second person agrees ('acts'); the maker's coins come from the treasury and go back there, but for those that its quotes hold. 'pay-out' asks to send coins of the treasury to an address: another person approves, or anybody refuses; 'waiting' lists those that are open. What people pay by hand is settled as a withdrawal is. ${BY_SERVER} ${DONE}`,
    document: 'docs/decisions/0036-capital-moves-by-name.md',
  },
  {
    name: 'house',
    summary: 'what each product has earned, paid and owes',
    module: `${FOLDER}/house.ts`,
    usage: ['report --from DAY --to DAY [--json]'],
    notes: `A day is such as 2026-11-30 (UTC); both are included. 'fees' are what was charged, less what was shared of it; 'received' and 'paid' are of reserves, treasury and networks: profits, losses, interest, costs. What was moved, brought in or paid out is 'capital'. With --json it also has each reason of each account by day. ${BY_SERVER} ${DONE}`,
    document: 'docs/decisions/0046-the-house-pays-out.md',
  },
  {
    name: 'notices',
    summary: 'publish a notice to everybody, in both languages',
    module: `${FOLDER}/notices.ts`,
    usage: [
      'publish --title-en T --text-en T --title-zh T --text-zh T [--reason TEXT] [--dry-run] --by NAME',
      'list',
      'withdraw NUMBER [--reason TEXT] [--dry-run] --by NAME',
    ],
    notes: `Users find it under Messages, visitors on the home page. 'list' shows the numbers, newest first, also without a server. ${BY_SERVER} ${DONE}`,
  },
  {
    name: 'maintenance',
    summary: 'nobody begins to move money until it ends; reading goes on',
    module: `${FOLDER}/maintenance.ts`,
    usage: ['begin --until TIME --by NAME', 'show', 'end --by NAME', 'page [--until TIME] [--out FILE]'],
    notes:
      "TIME has a zone, such as 2026-11-24T02:20Z. 'page' writes the page that a proxy serves while the server is stopped. A running server on DATA_DIR performs the rest at once; without one it is stored for the next start. Exit code 0: done; 1: there is none to end; 2: it could not run.",
    document: 'docs/operating/maintenance.md',
  },
  {
    name: 'sessions',
    summary: 'end the sessions of a user, or of everybody',
    module: `${FOLDER}/sessions.ts`,
    usage: ['end USER --by NAME [--reason TEXT] [--dry-run]', 'end all --by NAME'],
    notes: `USER is a number: an act as in the back office, which a running server on DATA_DIR does at once, open streams too; the user finds it in the account's history. Those of everybody also end without a server. Exit code 0: done; 1: refused; 2: it could not run.`,
    document: 'docs/operating/back-office.md',
  },
  {
    name: 'api-keys',
    summary: 'end the API keys of a user, or of everybody',
    module: `${FOLDER}/api-keys.ts`,
    usage: ['end USER --by NAME', 'end all --by NAME'],
    notes: `USER is a number. A running server on DATA_DIR ends them at once; without one the database is opened. Their owners are told. Exit code 0: done; 2: it could not run.`,
  },
  {
    name: 'people',
    summary: 'reset a second factor that its owner has lost',
    module: `${FOLDER}/people.ts`,
    usage: [
      'reset-second-factor USER google --by NAME [--reason TEXT] [--dry-run]',
      'reset-second-factor USER passkeys --by NAME [--reason TEXT] [--dry-run]',
      'stop-reset USER --by NAME [--reason TEXT] [--dry-run]',
    ],
    notes: `USER is a number. A reset waits for a second person ('npx glasshouse acts'), and then for the hours of the parameter second_factor_reset_hours, in which its owner, any use of the second factor and one operator can stop it. ${BY_SERVER} ${DONE}`,
    document: 'docs/operating/back-office.md',
  },
  {
    name: 'purchase',
    summary: 'who may buy products and subscribe',
    module: `${FOLDER}/purchase.ts`,
    usage: [
      'allow USER --by NAME [--reason TEXT] [--dry-run]',
      'stop USER --by NAME [--reason TEXT] [--dry-run]',
    ],
    notes: `USER is a number. Everybody may, until it is stopped. An act as in the back office: it holds at once, the user is told, and what was bought goes on. ${BY_SERVER} Exit code 0: changed; 1: it was so, or there is no such user; 2: it could not run.`,
    document: 'docs/operating/back-office.md',
  },
  {
    name: 'help-center',
    summary: 'which articles of the help center helped',
    module: `${FOLDER}/help-center.ts`,
    usage: [''],
    notes:
      'For each article, how often readers said that it helped and that it did not. The least helpful comes first. Exit code 0: printed; 2: it could not run.',
  },
  {
    name: 'clock',
    summary: 'move a demo ahead in time, to see what the end of a term brings',
    module: `${FOLDER}/clock.ts`,
    usage: ['forward DAYS'],
    notes: `DAYS may have a fraction. It cannot be moved back: remove the data folder for that. ${BY_SERVER} ${DONE}`,
    document: 'docs/operating/offers.md',
  },
];

export const CHAINS: readonly Command[] = [
  {
    name: 'chains',
    summary: 'how the chains are, and whether they pay out',
    module: `${FOLDER}/chains.ts`,
    usage: [
      'list',
      'halt CHAIN --by NAME',
      'open CHAIN --by NAME',
      'credit CHAIN --txid T --by NAME',
      'cost CHAIN --txid T --by NAME',
      'found',
      'credit-found ID --txid T --by NAME',
    ],
    notes: `'credit' books for the treasury what a transaction brought to the hot wallet or cold address when two people have named it; 'cost' what a transaction of the cold address was charged. 'found' lists what waits, and coins that contracts sent to users' addresses; 'credit-found' credits them when two people have named the same transaction. ${BY_SERVER} Exit code 0: done; 1: it was refused, something waits in 'found', or a chain is halted or down, or a payment does not go on; 2: it could not run.`,
    document: 'docs/operating/chains.md',
  },
  {
    name: 'feed',
    summary: 'the process that reads prices from exchanges and makes ticks of them',
    module: `${FOLDER}/feed.ts`,
    usage: [''],
    notes:
      "It reads what MARKET_SOURCE names, keeps its ticks in FEED_DIR (DATA_DIR/market), and answers the server at FEED_SOCKET (feed.sock there). MARKET_SOURCE_SETTINGS names a file of JSON by exchange, for ccxt's classes. It needs no server, and goes on while there is none. Exit code 78: a setting is wrong; 2: it could not run, or a tick could not be kept.",
    document: 'docs/operating/market.md',
  },
  {
    name: 'chain-payer',
    summary: 'the process that pays approved withdrawals',
    module: `${FOLDER}/chain-payer.ts`,
    usage: [''],
    notes:
      'It pays on the chains of WALLET_TERMS, sweeps deposits and keeps the hot wallets within their limits. PAYER_SOCKET names the socket of the server (DATA_DIR/payer.sock), PAYER_PASS_MS the milliseconds between two passes; WALLET_TERMS, CHAIN_XPUB_… and CHAIN_NODES_… are as the server has them. The server has the same PAYER_SOCKET, and makes it for the group of its folder. Without a server it waits for one. Exit code 78: a setting is wrong; 2: another payer is at work.',
    document: 'docs/operating/wallets.md',
  },
  {
    name: 'chain-signer',
    summary: 'the process that holds the keys and signs what its rules allow',
    module: `${FOLDER}/chain-signer.ts`,
    usage: [''],
    notes:
      'It listens nowhere. SIGNER_DIR is its folder, with seed, rules.json and its record signed.log; SIGNING_SOCKET names the socket of the server (DATA_DIR/signing.sock). Without a server it waits for one. Exit code 78: a setting is wrong; 2: it cannot write its record, or another signer works on its folder.',
    document: 'docs/operating/wallets.md',
  },
  {
    name: 'wallet',
    summary: "the seed in the signer's folder",
    module: `${FOLDER}/wallet.ts`,
    usage: ['create', 'restore --xpub KEY', 'check'],
    notes:
      "On the signer's machine, in SIGNER_DIR; no server is asked. 'create' makes a new seed, 'restore' takes the words from standard input, 'check' says what the folder holds. Neither replaces a seed. KEY is the CHAIN_XPUB of any family: words of another wallet are refused. Nothing prints the words: they are in the file 'seed'. Exit code 0: done; 1: refused; 2: it could not run.",
    document: 'docs/operating/wallets.md',
  },
  {
    name: 'reconcile',
    summary: 'the ledger beside the chains, to the smallest unit',
    module: `${FOLDER}/reconcile.ts`,
    usage: [''],
    notes: `By coin, at one block of each chain. ${BY_SERVER} Exit code 0: equal; 1: a difference; 2: it could not be compared.`,
    document: 'docs/operating/chains.md',
  },
];

export const BOOKS: readonly Command[] = [
  {
    name: 'audit',
    summary: 'every invariant of the ledger with its figures',
    module: `${FOLDER}/audit.ts`,
    usage: [''],
    notes:
      'Sums per asset, nothing below zero, books, tables against memory, the chain of the journal, recovery from the last two snapshots; it recomputes fees, settlements and the other sides of postings from the rows. A server on the embedded database audits itself and accepts no commands meanwhile; on PostgreSQL the command runs beside it. Exit code 0: all hold; 1: a breach; 2: the audit could not run.',
  },
  {
    name: 'replay',
    summary: 'rebuild the state from the journal and compare its hash',
    module: `${FOLDER}/replay.ts`,
    usage: [''],
    notes:
      'It begins with the first command, or with the oldest snapshot where a demo has dropped the journal before it, and compares every stored snapshot and the state that a server would recover. Exit code 0: equal; 1: different; 2: it could not run.',
  },
  {
    name: 'state',
    summary: 'an account after any command of the journal',
    module: `${FOLDER}/state.ts`,
    usage: ['--user NUMBER-OR-EMAIL [--at SEQ]'],
    notes:
      "Balances, open orders, open positions; the last command by default. 'Before this fill' is the number of the fill minus one. Exit code 0: shown; 1: the journal does not reach back that far; 2: it could not run.",
  },
  {
    name: 'snapshot',
    summary: 'save a snapshot of the state now, so that the next start replays little',
    module: `${FOLDER}/snapshot.ts`,
    usage: [''],
    notes:
      'A running server on the embedded database makes it; otherwise the state is recovered from the tables. Exit code 0: saved; 2: not saved.',
  },
  {
    name: 'rebuild',
    summary: 'rewrite the tables of orders, fills, positions and postings from the journal',
    module: `${FOLDER}/rebuild.ts`,
    usage: [''],
    notes:
      'For tables that an audit found damaged, in one transaction. The server must be stopped. Published ticks and candles stay as they are. Exit code 0: written; 1: the journal is damaged, or a demo has dropped its beginning; 2: not done.',
  },
];
