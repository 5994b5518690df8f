import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { sha256 } from '../../core/hash.ts'
import type { Log } from '../../core/ports.ts'
import { createBridgeNetworks } from './bridge/bridge-networks.ts'
import { createContainerWorker } from './container-worker.ts'
import { connectEngine } from './engine.ts'
import { createContainerGateway } from './gateway/container-gateway.ts'
import { createInstanceCa } from './gateway/instance-ca.ts'
import { loadInstanceCa } from './gateway/load-instance-ca.ts'
import { type FromWorker, ToWorker, WorkerData } from './messages.ts'
import { writeResolvFile } from './network.ts'
import { createSocketNetworks } from './socket-networks.ts'
import { userIdsOn } from './user-ids.ts'

/** What the container runtime's worker thread does. `worker-link.ts` passes its data. */

const port = parentPort
if (!port) throw new Error('This file runs as a worker thread only')
const data = WorkerData.parse(workerData)

const post = (message: FromWorker) => port.postMessage(message)
const write =
  (level: keyof Log) =>
  (message: string, fields: Record<string, unknown> = {}) =>
    post({ type: 'log', level, message, fields: plain(fields) })
const log: Log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }

const folder = join(data.socketRoot, data.instance)
await mkdir(folder, { recursive: true, mode: 0o700 })
const pems = await loadInstanceCa({
  directory: data.caFolder,
  now: Date.now,
  corrected: (sentence) => log.warn(sentence),
})
const ca = createInstanceCa(pems)
// Mounted into containers, whose unprivileged users must be able to read it.
const caFile = join(folder, 'ca.pem')
await writeFile(caFile, pems.certificatePem)
await chmod(caFile, 0o644)

const resolvFile = await writeResolvFile(folder)
const installation = sha256(pems.certificatePem).slice(0, 16)
const engine = connectEngine({ address: data.engine, timeoutMs: data.engineTimeoutMs })
const openGateway = (address: string) => createContainerGateway({ ca, address: { v4: address }, log })

const worker = createContainerWorker({
  ...data,
  installation,
  caFile,
  engine,
  userIds: userIdsOn(engine),
  networks: {
    socket: createSocketNetworks({
      folder,
      resolvFile,
      openGateway: () => openGateway('127.0.0.1'),
      newName: () => randomBytes(4).toString('hex'),
    }),
    bridge: createBridgeNetworks({
      ...{ engine, installation, instance: data.instance, resolvFile, ca, openGateway, now: Date.now, log },
      image: data.relayImage,
      pool: data.subnets,
      relayAnswerMs: data.engineTimeoutMs,
    }),
  },
  newName: () => `travel-${randomBytes(8).toString('hex')}`,
  now: Date.now,
  post,
})
port.on('message', (message: unknown) => {
  const asked = ToWorker.parse(message)
  // Another process took this one for dead and removed its containers, networks and sockets. The worker's replacement
  // makes new ones.
  if (asked.type === 'run' && !existsSync(caFile)) throw new Error(`another process removed ${folder}`)
  worker.handle(asked)
})
post({ type: 'ready' })

/** Errors lose fields when they are sent between threads, so they are sent as text. */
function plain(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value instanceof Error ? (value.stack ?? value.message) : value,
    ]),
  )
}
