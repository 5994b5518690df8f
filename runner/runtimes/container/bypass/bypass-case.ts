import type { Json } from '../../../contract/skill-io.ts'
import type { EgressMode } from '../messages.ts'

/** One way out of a container that is tried. A case is added to a list below `cases/` in a line. */
export type BypassCase = {
  /** As SECURITY_POLICY.md shows it. One of a kind in its list. */
  readonly tried: string
  /** Python: an expression, or statements that set `report`. It has the helpers of `inside.py`, and `given`. */
  readonly attack: string
  readonly ends: BypassEnd
  /** In the mode `bridge`, where it ends in another way. */
  readonly endsInBridge?: BypassEnd
  /** Where it makes sense. Absent: in every mode of egress. */
  readonly modes?: readonly EgressMode[]
  /** Paths that the provider is asked for, in their order. Absent: it hears nothing. */
  readonly provider?: readonly string[]
  /** What the world's name servers say of a declared name. Absent: names lead to the provider. */
  readonly resolves?: Readonly<Record<string, readonly string[]>>
}

export type BypassEnd =
  /** The execution ends EGRESS_BLOCKED, and this is a part of the reason in the log. */
  | { readonly blocked: string }
  /** The attack goes on to its end, and tells this. */
  | { readonly reports: Json }
  /** As before, in one or several of these words: which of them depends on kernel, engine and mode of egress. */
  | { readonly reportsOnly: readonly string[] }

/** What was tried, and what was seen, in sentences that are the same on every machine. */
export type Evidence = { readonly mode: string; readonly group: string; readonly tried: string; readonly seen: string }

/** What a test knows of the world outside, for the attack: `given` in Python. */
export type Given = {
  /** Every address of this machine but its loopback, IPv4 and IPv6. */
  hostAddresses: string[]
  /** Where a server of the test listens on all of them. */
  hostPort: number
  otherContainer: { address: string; port: number }
  /** An execution that runs at the same time, listens on a port and holds a placeholder. */
  neighbour: { addresses: string[]; port: number; placeholder: string }
  /** The sha256 (hex) of the credential's value in every form that the provider sends back. */
  credentialDigests: string[]
}
