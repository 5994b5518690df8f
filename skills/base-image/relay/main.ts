import { createInterface } from 'node:readline'
import type { ToRelay } from '#runner/runtimes/container/bridge/uplink-protocol.ts'
import { createRelay } from './relay.ts'

/**
 * `node relay.mjs` joins the networks of executions to the app. Only the app writes its orders to stdin. When stdin
 * ends, the app is gone, and the relay exits.
 */
const relay = createRelay((message) => process.stdout.write(`${JSON.stringify(message)}\n`))
const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => {
  const message: ToRelay = JSON.parse(line)
  relay.handle(message)
})
lines.on('close', () => process.exit(0))
