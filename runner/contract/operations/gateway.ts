import * as z from 'zod'
import { Json } from '../skill-io.ts'
import type { OperationDescriptor, PermissionDescriptor } from './descriptor.ts'

/** The longest payload for the operator's gateway, as JSON in characters. */
const longestPayload = 32 * 1024

export type GatewayGlobal = {
  readonly gateway: {
    /**
     * Posts an object to the operator's OpenClaw gateway, such as `{ tool, action, args }`, at most 32 KB, and returns
     * its answer: untrusted JSON, or text. Only in actions whose effects include `act`. Rejects with `TypeError` for an
     * invalid payload, `GatewayError` without a usable answer, and `CapabilityRevoked` if the permission was withheld.
     */
    post(payload: object): Promise<Json>
  }
}

export const gatewayPermissions = {
  gateway: {
    isFlag: true,
    tiers: ['local'],
    trust: 'full',
    use: /\bgateway\s*\.\s*post/,
    icon: 'external',
    verb: 'Call the OpenClaw gateway',
    detail: 'Only the one in the settings, for actions that act.',
    effect: 'Its posts are refused.',
  },
} as const satisfies Record<string, PermissionDescriptor>

export const gatewayOperations = {
  'gateway.post': {
    args: z.strictObject({
      payload: z
        .record(z.string(), Json, 'must be an object')
        .refine(
          (payload) => JSON.stringify(payload).length <= longestPayload,
          `is longer than ${longestPayload} characters as JSON`,
        ),
    }),
    answer: Json,
    permission: 'gateway',
    acts: true,
    repeats: 'never',
    params: [{ name: 'payload', as: 'value' }],
    does: "posts an object to the operator's OpenClaw gateway; only in actions with effect `act`",
    icon: 'external',
    title: 'The OpenClaw gateway',
    note: (args) => JSON.stringify(args),
  },
} as const satisfies Record<string, OperationDescriptor>
