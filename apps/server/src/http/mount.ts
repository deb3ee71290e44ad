/** Mounts every call of the protocol as a route of the framework. */
import { CALLS, OPERATOR_CALLS, type Call } from '@glasshouse/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Asked } from './asked.ts';
import { FrameworkReply } from './framework-reply.ts';
import { MountedCall, type Slots } from './mounted-call.ts';
import { UploadRoute, type UploadOptions } from './upload-route.ts';

/** Returns the calls by their paths; one with several prefixes has several. */
export function mountCalls(
  app: FastifyInstance,
  options: UploadOptions,
  slots: Slots,
): ReadonlyMap<string, MountedCall> {
  const mounted = new Map<string, MountedCall>();
  for (const call of [...CALLS, ...OPERATOR_CALLS] as readonly Call[]) {
    const one = new MountedCall(call, options, slots);
    const { uploadBytesMax } = call;
    const upload =
      uploadBytesMax === null ? {} : new UploadRoute(call, options, slots).options(uploadBytesMax);
    for (const prefix of call.prefixes) {
      mounted.set(prefix + call.path, one);
      app.route({
        method: call.method,
        url: prefix + call.path,
        ...(call.bodyBytesMax === null ? {} : { bodyLimit: call.bodyBytesMax }),
        ...upload,
        handler: (request, reply) => answer(one, request, reply),
      });
    }
  }
  return mounted;
}

async function answer(
  mounted: MountedCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // The client has gone, and its slot among the running requests with it.
  if (reply.raw.destroyed) return reply.hijack();
  await mounted.answer(askedOf(mounted.call, request, reply), new FrameworkReply(reply));
  return reply;
}

function askedOf({ method, uploadBytesMax }: Call, request: FastifyRequest, reply: FastifyReply): Asked {
  const isUpload = uploadBytesMax !== null;
  return {
    request: request.raw,
    response: reply.raw,
    ip: request.ip,
    raw: (method === 'GET' || isUpload ? request.query : request.body) ?? {},
    upload: isUpload && request.body instanceof Uint8Array ? request.body : null,
    userId: 0,
  };
}
