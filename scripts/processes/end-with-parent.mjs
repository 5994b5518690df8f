import { Socket } from 'node:net'

/**
 * Preloaded into each program that the project starts (see start-process.ts). Ends the program and its child processes
 * when the pipe to the parent closes. The operating system closes the pipe however the parent dies.
 */
const graceMs = 15_000
const pipe = Number(process.env.TRAVEL_PARENT_PIPE)
// The program's children and threads also load this file, but have no such pipe.
delete process.env.TRAVEL_PARENT_PIPE

if (pipe > 0) {
  // The program leads its own process group.
  const signalGroup = (signal) => process.kill(-process.pid, signal)
  const end = () => {
    signalGroup('SIGTERM')
    setTimeout(() => signalGroup('SIGKILL'), graceMs).unref()
  }
  new Socket({ fd: pipe, readable: true, writable: false })
    .on('error', () => {})
    .once('close', end)
    .resume()
    .unref()
  // Without a parent, nobody reads the output. An EPIPE error would end only the program and leave the rest of its
  // group running.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if (error.code !== 'EPIPE') throw error
      end()
    })
  }
  const parent = process.ppid
  process.once('exit', () => process.ppid === parent || signalGroup('SIGKILL'))
}
