/**
 * `npx glasshouse wallet`: makes and checks the signer's folder. The words of a seed are printed by
 * nothing.
 */
import fs from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { ChainAddresses, extendedKeyOf, HOT_WALLET, newSeedWords } from '@glasshouse/chains';
import { LOG_FILE, readSeed, RULES_FILE, SEED_FILE, wordsIn } from '../chains/paying/signer-folder.ts';
import { readWalletTerms, type AnyWalletTerms } from '../chains/paying/wallet-terms.ts';
import { UTXO_FAMILIES } from '../chains/paying/utxo-terms.ts';
import { readSignerConfig } from '../process-configs.ts';
import { usageOf } from './help.ts';
import { EXIT, runCommand, say } from './outcome.ts';

const USAGE = usageOf('wallet');
/** Of the chains that are paid on by this signer. */
const FAMILIES = ['EVM', 'TRON', ...UTXO_FAMILIES] as const;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

await runCommand(async () => {
  const options = { xpub: { type: 'string', default: '' } } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const { signerDir } = readSignerConfig(process.env);
  const [act] = positionals;
  if (act === 'create') return write(signerDir, newSeedWords());
  if (act === 'check') return check(signerDir);
  if (act !== 'restore' || values.xpub === '') throw new Error(USAGE);
  const words = wordsIn(await text(process.stdin));
  if (FAMILIES.some((family) => extendedKeyOf(words, family) === values.xpub)) return write(signerDir, words);
  say('Nothing is written: these words are of another wallet.');
  return EXIT.breach;
});

function write(folder: string, words: string): number {
  fs.mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  const file = path.join(folder, SEED_FILE);
  if (fs.existsSync(file)) {
    say(`Nothing is written: ${file} exists.`);
    return EXIT.breach;
  }
  fs.writeFileSync(file, `${words}\n`, { mode: FILE_MODE, flag: 'wx', flush: true });
  say(`The seed is in ${file}.`);
  sayKeys(words);
  return EXIT.ok;
}

function sayKeys(words: string): void {
  for (const family of FAMILIES) {
    const key = extendedKeyOf(words, family);
    say(`CHAIN_XPUB_${family}=${key}`);
    say(`${family} hot wallet ${new ChainAddresses(family, key).of(HOT_WALLET)}`);
  }
}

function check(folder: string): number {
  sayKeys(readSeed(folder));
  const rules = Object.entries(readWalletTerms(path.join(folder, RULES_FILE)));
  for (const [chain, terms] of rules) sayLimits(chain, terms);
  const file = path.join(folder, LOG_FILE);
  // A line each. Beside a signer that works, the last one may not be whole yet.
  const record = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  say(`transactions signed: ${record.split('\n').length - 1}`);
  return EXIT.ok;
}

function sayLimits(chain: string, terms: AnyWalletTerms): void {
  const { nativeCoin, feesPerDay } = terms;
  if ('cold' in terms) say(`${chain} cold address ${terms.cold}`);
  say(`${chain} at most ${feesPerDay} ${nativeCoin} of fees in a day`);
  const coins = 'coins' in terms ? terms.coins : { [nativeCoin]: terms };
  for (const [coin, { perPayment, perDay }] of Object.entries(coins))
    say(`${chain} at most ${perPayment} ${coin} in a withdrawal and ${perDay} in a day`);
}
