import { ConsoleKeyRing } from '../../shared/console-credential.ts'
import { useConsoleChange, useConsoleQuery } from './use-console.ts'

const rotatingMs = 500
const restingMs = 30_000

/** Another process may rotate too: then values are left, but no rotation runs here. */
export const useKeyRing = () =>
  useConsoleQuery(ConsoleKeyRing, '/key-ring', {
    pollMs: (ring) => (ring?.rotation === 'running' ? rotatingMs : restingMs),
  })

export const useRotateKey = () =>
  useConsoleChange(ConsoleKeyRing, {
    method: 'POST',
    path: (_: undefined) => '/key-ring',
    body: () => undefined,
    invalidates: ['/key-ring'],
  })
