/** Operators of tests, who log in as people do: with a password and a code. */
import assert from 'node:assert/strict';
import type { OperatorRole } from '@glasshouse/protocol';
import type { ActAnswer } from '@glasshouse/protocol/office-act';
import type { TestReply, TestServer } from './harness.ts';

export interface TestOperator {
  readonly name: string;
  readonly password: string;
  /** The request headers of a browser that has the session. */
  readonly headers: { readonly cookie: string };
}

export async function makeOperator(
  server: TestServer,
  name: string,
  role: OperatorRole = 'support',
): Promise<TestOperator> {
  const { accounts } = server.server.features.open.operators.own;
  const { password } = await accounts.create(name, role);
  const cookie = await logIn(server, { name, password });
  return { name, password, headers: { cookie } };
}

/** Agrees to an act as the page does: to the effect that it has just shown. */
export async function agreeTo(
  server: Pick<TestServer, 'post'>,
  act: number | null,
  { reason, by }: { readonly reason: string; readonly by: TestOperator },
): Promise<TestReply<ActAnswer>> {
  const { headers } = by;
  const call = '/operator/app/operators';
  const { data } = await server.post<{ effectMark: string } | null>(`${call}/getAct`, { act }, { headers });
  return server.post(`${call}/agreeToAct`, { act, reason, effectMark: data?.effectMark ?? '' }, { headers });
}

/** The session's cookie. */
async function logIn(
  { server }: TestServer,
  { name, password }: { readonly name: string; readonly password: string },
): Promise<string> {
  const code = await server.features.open.operators.own.accounts.codeOf(name);
  const response = await fetch(`${server.url}/operator/app/operators/signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, password, code }),
  });
  const reply = (await response.json()) as { code: number; msg: string };
  assert.equal(reply.code, 1, reply.msg);
  const [line = ''] = response.headers.getSetCookie();
  assert.match(line, /^operator=.+; .*HttpOnly; .*SameSite=Strict/i);
  return line.slice(0, line.indexOf(';'));
}
