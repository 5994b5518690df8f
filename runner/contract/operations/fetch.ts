import * as z from 'zod'
import { type OperationDescriptor, type PermissionDescriptor, shortPath } from './descriptor.ts'

/** The largest request that a skill may send: its body in bytes, its headers in characters, names included. */
export const maxRequestBodyBytes = 1024 * 1024
export const maxRequestHeaderSize = 32 * 1024

const wrongTimeout = 'must be above 0 and at most 600000'

export const FetchArgs = z.strictObject({
  url: z.string().max(16_384, 'has more than 16384 characters'),
  method: z.string().max(16, 'is not a method').default('GET'),
  headers: z
    .array(
      z.tuple([
        z.string().max(256, 'is a name with more than 256 characters'),
        z.string().max(16_384, 'is a value with more than 16384 characters'),
      ]),
    )
    .max(64, 'has more than 64 headers')
    .default([]),
  /** Text, or bytes as base64. */
  body: z
    .union([z.strictObject({ text: z.string() }), z.strictObject({ base64: z.base64() })])
    .nullable()
    .default(null),
  timeoutMs: z.number(wrongTimeout).positive(wrongTimeout).max(600_000, wrongTimeout).nullable().default(null),
  /** The latest start, in milliseconds after that of the execution. Absent: the request waits for its turn. */
  startByMs: z.number(wrongTimeout).positive(wrongTimeout).max(600_000, wrongTimeout).exactOptional(),
  /** Returns a redirect as it is. Absent: the host follows it. */
  redirect: z.literal('manual', 'must be follow or manual').exactOptional(),
})
export type FetchArgs = z.infer<typeof FetchArgs>

/** The JSON part of a fetch's answer. The body's bytes travel separately. */
export const FetchHead = z.strictObject({
  status: z.int(),
  url: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
})
export type FetchHead = z.infer<typeof FetchHead>

/** For a request, the journal stores a hash of its body. */
const Shown = z.object({ url: FetchArgs.shape.url, method: FetchArgs.shape.method }).partial()

const shownOf = (args: unknown) => {
  const { url, method = 'GET' } = Shown.safeParse(args).data ?? {}
  return { url, method, parsed: URL.parse(url ?? '') }
}

export const fetchPermissions = {
  'network.egress': {
    tiers: ['local', 'verified', 'untrusted'],
    trust: 'network',
    icon: 'globe',
    verb: 'Contact {item}',
    detail: 'Over HTTPS, with the methods that it may use.',
    effect: 'Requests to {item} are refused. The skill can go on without them.',
  },
  'network.methods': {
    tiers: ['local', 'verified', 'untrusted'],
    trust: 'network',
    icon: 'globe',
    verb: 'Send {item} requests',
    detail: 'To the hosts that it may contact.',
    effect: '{item} requests are refused, to every host.',
  },
} as const satisfies Record<string, PermissionDescriptor>

export const fetchOperations = {
  fetch: {
    args: FetchArgs,
    answer: FetchHead,
    permission: 'network.egress',
    scripts: ['javascript'],
    does: 'a request to a declared host',
    icon: 'external',
    title(args) {
      const { url, method, parsed } = shownOf(args)
      return parsed ? `${method} ${parsed.host}` : (url ?? 'A request')
    },
    note(args) {
      const { parsed } = shownOf(args)
      return parsed ? shortPath(parsed.pathname + parsed.search) : ''
    },
  },
} as const satisfies Record<string, OperationDescriptor>
