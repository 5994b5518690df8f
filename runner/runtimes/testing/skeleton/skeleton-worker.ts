import { runWorker } from '../../pool/run-worker.ts'

/** Ends every execution at once, with the constant from `skeleton-runtime.ts`. */
await runWorker(async ({ own: { answer }, post }) => ({
  handle: (message) => {
    const { type, execution } = message
    if (type === 'drop') post({ type: 'dropped', execution, keptBytes: 0 })
    if (type !== 'run') return
    const end = { kind: 'returned', json: JSON.stringify({ results: [{ answer }] }) } as const
    post({ type: 'ended', execution, calls: [], fuelLeft: message.fuel, peakBytes: 0, keptBytes: 0, end })
  },
}))
