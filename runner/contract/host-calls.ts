import * as z from 'zod'
import { HostOp } from './journal.ts'
import { Json } from './skill-io.ts'

/**
 * Reserved for the platform, with all subdomains: no manifest may declare them, and they never resolve to an outside
 * host.
 */
export const platformDomain = 'travel.internal'
/** The host to which a container's harness sends its host calls: `POST https://runner.travel.internal/call`. */
export const hostCallsHost = `runner.${platformDomain}`

/**
 * The JSON body of a request to `hostCallsHost`. `args` has the shape that `operations` gives for `op`. `seq` counts
 * the calls from 0 and sets their order.
 */
export const HostCallRequest = z.strictObject({ seq: z.int().nonnegative().optional(), op: HostOp, args: Json })

/** The JSON body of the response; `body` is Base64. A call that ends the execution gets no response. */
export type HostCallReply =
  | { readonly kind: 'value'; readonly value: Json; readonly body?: string }
  | { readonly kind: 'rejected'; readonly name: string; readonly message: string }
  /** The answer arrives later, in another run of the same program. */
  | { readonly kind: 'suspend' }
