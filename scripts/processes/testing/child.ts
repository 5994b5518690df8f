import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import { Worker } from 'node:worker_threads'

/** For tests: starts a process and a thread, listens on a port and repeatedly prints `pid grandchild port`. */
if (process.argv[2] === 'grandchild') {
  process.send?.('here')
  setInterval(() => {}, 1000)
} else {
  const grandchild = fork(import.meta.filename, ['grandchild'])
  const thread = new Worker('setInterval(() => {}, 1000); require("node:worker_threads").parentPort.postMessage(0)', {
    eval: true,
  })
  await Promise.all([
    new Promise((resolve) => grandchild.once('message', resolve)),
    new Promise((resolve) => thread.once('message', resolve)),
  ])
  const server = createServer().listen(0, '127.0.0.1', () => {
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    setInterval(() => process.stdout.write(`${process.pid} ${grandchild.pid} ${port}\n`), 20)
  })
}
