/** The settings of the payer and of the signer, which read the server's variables. */
import { httpIn, keysIn, nodesIn, socketsIn, valuesIn, walletTermsIn, type Config } from './config.ts';
import { familyOf, type AllWalletTerms } from './chains/paying/wallet-terms.ts';
import { ConfigError, type Environment, type LogLevel } from './feed-config.ts';

export interface PayerConfig {
  readonly dataDir: string;
  /** Null: in the data folder. */
  readonly payerSocket: string | null;
  readonly walletTerms: AllWalletTerms;
  readonly chainKeys: Config['chainKeys'];
  readonly chainNodes: Config['chainNodes'];
  readonly chainHttp: Config['chainHttp'];
  readonly passMs: number;
  readonly logLevel: LogLevel;
}

/** The settings of the payer's process, which has no secret. */
export function readPayerConfig(env: Environment): PayerConfig {
  const values = valuesIn(env);
  if (values.WALLET_TERMS === undefined) throw new ConfigError('The payer needs WALLET_TERMS.');
  const [walletTerms, chainKeys] = [walletTermsIn(values), keysIn(values)];
  for (const family of new Set(Object.values(walletTerms).map(familyOf)))
    if (chainKeys[family] === undefined) throw new ConfigError(`The payer needs CHAIN_XPUB_${family}.`);
  return {
    dataDir: values.DATA_DIR,
    payerSocket: socketsIn(values).payerSocket,
    walletTerms,
    chainKeys,
    chainNodes: nodesIn(values),
    chainHttp: httpIn(values),
    passMs: values.PAYER_PASS_MS,
    logLevel: values.LOG_LEVEL,
  };
}

export interface SignerConfig {
  readonly signerDir: string;
  readonly dataDir: string;
  /** Null: in the data folder. */
  readonly signingSocket: string | null;
  readonly logLevel: LogLevel;
}

/** The settings of the signer's process, whose secret is in its folder. */
export function readSignerConfig(env: Environment): SignerConfig {
  const values = valuesIn(env);
  const { SIGNER_DIR: signerDir, DATA_DIR: dataDir, LOG_LEVEL } = values;
  if (signerDir === undefined) throw new ConfigError('The signer needs SIGNER_DIR.');
  return { signerDir, dataDir, signingSocket: socketsIn(values).signingSocket, logLevel: LOG_LEVEL };
}
