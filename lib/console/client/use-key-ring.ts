import { ConsoleKeyRing } from '../model/console-credential.ts'
import { useConsoleChange, useConsoleQuery } from './use-console.ts'

const rotatingMs = 500
const restingMs = 30_000

/** Polls even if no rotation runs in this process, because another process may rotate the key. */
export const useKeyRing = () =>
  useConsoleQuery(ConsoleKeyRing, '/key-ring', {
    pollMs: (ring) => (ring?.rotation === 'running' ? rotatingMs : restingMs),
  })

export const useRotateKey = () =>
  useConsoleChange(ConsoleKeyRing, {
    path: (_: undefined) => '/key-ring',
    invalidates: ['/key-ring'],
  })
