/** nginx with the configuration of `deploy/`, on other ports and with a certificate of its own. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import https from 'node:https';
import path from 'node:path';
import { freePort } from '../../../tools/free-port.ts';
import type { Deployment } from './deployment.ts';

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'] as const;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export class Front {
  readonly #file: string;
  readonly #tls: number;
  readonly #plain: number;

  private constructor(file: string, [tls, plain]: readonly [number, number]) {
    this.#file = file;
    this.#tls = tls;
    this.#plain = plain;
  }

  static async start(deployment: Deployment): Promise<Front> {
    const folder = path.join(deployment.folder, 'nginx');
    const pages = deployment.placed('/srv/glasshouse-pages');
    for (const one of [folder, pages]) fs.mkdirSync(one);
    deployment.give(pages, 'glasshouse');
    const page = path.join(pages, 'maintenance.html');
    await deployment.shell('glasshouse maintenance page --out "$PAGE"', { PAGE: page });
    const certificate = makeCertificate(folder);
    const [tls, plain] = [await freePort(), await freePort()];
    const given = fs
      .readFileSync(path.join(deployment.folder, 'deploy/nginx/glasshouse.conf'), 'utf8')
      .replaceAll(/^ *listen \[::\].*\n/gm, '')
      .replaceAll('listen 443', `listen 127.0.0.1:${tls}`)
      .replaceAll('listen 80;', `listen 127.0.0.1:${plain};`)
      .replaceAll(/\/etc\/letsencrypt\S+fullchain\.pem/g, certificate.file)
      .replaceAll(/\/etc\/letsencrypt\S+privkey\.pem/g, certificate.key);
    const places = TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
    const file = path.join(folder, 'nginx.conf');
    const main = `pid ${folder}/pid; error_log ${folder}/error.log; events {}`;
    fs.writeFileSync(file, `${main}\nhttp { access_log off; ${places}\n${given} }\n`);
    execFileSync('nginx', ['-c', file, '-e', path.join(folder, 'error.log')]);
    return new Front(file, [tls, plain]);
  }

  stop(): void {
    execFileSync('nginx', ['-c', this.#file, '-s', 'stop'], { stdio: 'ignore' });
  }

  ask(host: string, place: string, { isPlain = false } = {}): Answer {
    const port = isPlain ? this.#plain : this.#tls;
    const url = `${isPlain ? 'http' : 'https'}://${host}:${port}${place}`;
    const where = ['--resolve', `${host}:${port}:127.0.0.1`, '--header', `Host: ${host}`];
    const text = execFileSync('curl', ['-sk', '--dump-header', '-', ...where, url], { encoding: 'utf8' });
    const [head = '', ...rest] = text.split('\r\n\r\n');
    const [first = '', ...lines] = head.split('\r\n');
    const headers = lines.map((line): [string, string] => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    });
    const status = Number(first.split(' ')[1]);
    return { status, headers: Object.fromEntries(headers), body: rest.join('\r\n\r\n') };
  }

  /** The status of the answer to a page of `origin` that opens the stream. */
  async openStream(origin: string): Promise<number> {
    const request = https.request({
      port: this.#tls,
      host: '127.0.0.1',
      path: '/ws',
      rejectUnauthorized: false,
      servername: new URL(origin).host,
      headers: {
        host: new URL(origin).host,
        origin,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      },
    });
    request.end();
    const answers = [once(request, 'upgrade'), once(request, 'response')];
    const [response] = (await Promise.race(answers)) as [{ readonly statusCode: number }];
    request.destroy();
    return response.statusCode;
  }
}

function makeCertificate(folder: string): { readonly file: string; readonly key: string } {
  const [file, key] = [path.join(folder, 'certificate.pem'), path.join(folder, 'key.pem')];
  const subject = ['-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=exchange.example'];
  execFileSync('openssl', ['req', '-x509', ...subject, '-keyout', key, '-out', file], { stdio: 'ignore' });
  return { file, key };
}
