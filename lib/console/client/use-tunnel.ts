import { type NewTunnel, TunnelView } from '#lib/platform/model/tunnel-view.ts'
import { useConsoleChange, useConsoleQuery } from './use-console.ts'

const pollMs = 10_000
/** While the program waits for its address. */
const startingMs = 1_000

export const useTunnel = () =>
  useConsoleQuery(TunnelView, '/tunnel', {
    pollMs: (read) => (read?.now.state === 'starting' ? startingMs : pollMs),
  })

export const useOpenTunnel = () =>
  useConsoleChange(TunnelView, { path: (_: NewTunnel) => '/tunnel', invalidates: ['/tunnel'] })

export const useCloseTunnel = () =>
  useConsoleChange(TunnelView, {
    method: 'DELETE',
    path: (_: undefined) => '/tunnel',
    invalidates: ['/tunnel'],
  })
