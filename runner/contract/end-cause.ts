import * as z from 'zod'
import { permissionKinds } from './operations/host-operations.ts'

/**
 * Why a host call ended the execution: the permission that it lacks, or one of these. Cures and remedies follow from
 * the cause, never from the words of the log.
 */
export const EndCause = z.enum([
  ...permissionKinds,
  /** The action does not have the effect `act`. */
  'effects',
  'host_calls',
  /** The answers so far are too large to wait for one from outside. */
  'stored_answers',
  /** The placeholder of a credential that the gateway adds by itself. */
  'managed_secret',
  /** The credential may not go to this host. */
  'secret_host',
  /** The operator has not allowed the credential's placeholder in this part of a request. */
  'secret_path',
  'secret_query',
  'secret_body',
  /** The gateway cannot add the host's credentials as they are stored. */
  'added_credentials',
  /** The host is declared, but was withheld. */
  'withheld',
  'scheme',
  'header',
  'header_twice',
  'url',
  'address',
  'closed',
])
export type EndCause = z.infer<typeof EndCause>

/** A request that the policy of the network refuses. `reason` is a sentence for the log. */
export type Blocked = { readonly kind: 'blocked'; readonly cause: EndCause; readonly reason: string }

export const blocked = (cause: EndCause, reason: string): Blocked => ({ kind: 'blocked', cause, reason })
