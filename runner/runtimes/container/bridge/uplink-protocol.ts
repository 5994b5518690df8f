/** The name in the app's certificate for connections from the relay. No container can resolve it. */
export const uplinkName = 'uplink.travel.internal'

/**
 * A connection from the relay to the app begins with a line with the token. For a container's connection, the next line
 * has the address and port to which the container connected; the container's data follows.
 */
export const tokenLine = (token: string): string => `${token}\n`
export const targetLine = (address: string, port: number): string => `${address} ${port}\n`

/** The app's messages on a relay's stdin, one line of JSON each. `start` comes first and once. */
export type ToRelay =
  | {
      readonly type: 'start'
      /** The app's address. */
      readonly host: string
      readonly port: number
      /** PEM of the only authority whose certificates the relay accepts from the app. */
      readonly authority: string
      readonly token: string
    }
  /** Requests to listen on this address, which the relay has on the network of one execution. */
  | { readonly type: 'open'; readonly address: string; readonly ports: readonly number[] }
  | { readonly type: 'close'; readonly address: string }
