import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { z } from 'zod'
import { type FromWorker, ToWorker, WorkerData } from '../messages.ts'

/**
 * A worker thread of the container runtime without an engine. Each of its programs makes one host call when it starts,
 * and returns 1 when that is answered. Its probe succeeds at once. An instance owns nothing but its socket folder.
 */

const port = parentPort
if (!port) throw new Error('This file runs as a worker thread only')
const { socketRoot, instance } = WorkerData.parse(workerData)
const post = (message: z.input<typeof FromWorker>) => port.postMessage(message)

const answer = (request: number, answered: unknown) => post({ type: 'answered', request, answer: answered })
const ends = (execution: number, value: unknown) =>
  post({
    type: 'ended',
    execution,
    end: { kind: 'output', text: JSON.stringify({ kind: 'returned', value }) },
    lines: [],
  })

port.on('message', (message: unknown) => {
  const asked = ToWorker.parse(message)
  switch (asked.type) {
    case 'run':
      if (asked.run.id === 'probe') return ends(asked.execution, { call: 200, addresses: [], outside: 'ENETUNREACH' })
      return post({ type: 'call', execution: asked.execution, call: 0, op: 'time.offset', args: { pairs: [] } })
    case 'answer':
      return ends(asked.execution, 1)
    case 'drop':
      return post({ type: 'gone', execution: asked.execution })
    case 'describe':
      return answer(asked.request, { version: '1', cpus: 1, memoryMb: 1000, lacks: [] })
    case 'survey':
      return answer(
        asked.request,
        readdirSync(socketRoot).filter((name) => name !== instance),
      )
    case 'sweep':
      for (const dead of asked.dead) rmSync(join(socketRoot, dead), { recursive: true })
      return answer(asked.request, { containers: 0, networks: 0, folders: asked.dead.length })
    case 'close':
      return answer(asked.request, undefined)
  }
})
post({ type: 'ready' })
