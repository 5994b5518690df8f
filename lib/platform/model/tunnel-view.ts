import * as z from 'zod'

/** The programs with which a tunnel can be opened. */
export const TunnelProgram = z.enum(['cloudflared', 'ngrok'])
export type TunnelProgram = z.infer<typeof TunnelProgram>

/** Why this app opens no tunnel. */
export const TunnelHindrance = z.enum(['development', 'public_url', 'role', 'host'])
export type TunnelHindrance = z.infer<typeof TunnelHindrance>

/** `ended`: by itself, killed or crashed. `left`: a program of an earlier tunnel could not be ended. */
const TunnelFailure = z.enum(['not_started', 'no_address', 'ended', 'left'])
export type TunnelFailure = z.infer<typeof TunnelFailure>

export const TunnelState = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('off') }),
  z.strictObject({ state: z.literal('starting'), program: TunnelProgram }),
  /** `password`: of the tunnel, which every visitor needs. */
  z.strictObject({
    state: z.literal('on'),
    program: TunnelProgram,
    url: z.url({ protocol: /^https$/ }),
    password: z.string(),
  }),
  /** `said`: the last line of the program. */
  z.strictObject({ state: z.literal('failed'), program: TunnelProgram, why: TunnelFailure, said: z.string() }),
])
export type TunnelState = z.infer<typeof TunnelState>

export const TunnelView = z.strictObject({
  now: TunnelState,
  /** The programs on this machine. bore is known, but opens no tunnel: it has no https. */
  found: z.array(z.enum([...TunnelProgram.options, 'bore'])),
  hindrance: TunnelHindrance.nullable(),
})
export type TunnelView = z.infer<typeof TunnelView>

export const NewTunnel = z.strictObject({ program: TunnelProgram })
export type NewTunnel = z.infer<typeof NewTunnel>

export const hindranceText: Readonly<Record<TunnelHindrance, string>> = {
  development: 'A development server opens no tunnel: its web sockets are not checked. Start the built app.',
  public_url: 'NEXTAUTH_URL is set, so this app has a public URL already. Remove the setting, then restart the app.',
  role: 'Only a process with TRAVEL_ROLE=all opens a tunnel: it serves the pages of one process.',
  host: 'HOST names an address of the network, so the tunnel cannot reach the app. Set it to 127.0.0.1, then restart the app.',
}
