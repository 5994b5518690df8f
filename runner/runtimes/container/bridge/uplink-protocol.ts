/** The name that the app's certificate has on the relay's leg to it. No container can resolve it. */
export const uplinkName = 'uplink.travel.internal'

/**
 * A connection of the relay to the app begins with a line that is the token, and once it carries something, a line of the
 * address and the port that a container connected to; what the container sent follows.
 */
export const tokenLine = (token: string): string => `${token}\n`
export const targetLine = (address: string, port: number): string => `${address} ${port}\n`

/** What the app writes to a relay's stdin, a line of JSON each. `start` comes first, and once. */
export type ToRelay =
  | {
      readonly type: 'start'
      /** Where the app listens. */
      readonly host: string
      readonly port: number
      /** PEM of the one authority whose certificate the app shows. */
      readonly authority: string
      readonly token: string
    }
  /** Listen on this address of the relay's own, which is that of one execution's network. */
  | { readonly type: 'open'; readonly address: string; readonly ports: readonly number[] }
  | { readonly type: 'close'; readonly address: string }

/** What a relay writes to its stdout, a line of JSON each. */
export type FromRelay =
  /** It reached the app. */
  | { readonly type: 'ready' }
  | { readonly type: 'unreachable'; readonly reason: string }
  | { readonly type: 'opened'; readonly address: string }
  | { readonly type: 'refused'; readonly address: string; readonly reason: string }
