import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, describe, expect, it, vi } from 'vitest'

const soon = { timeout: 45_000, interval: 50 }
const started: ChildProcess[] = []
afterAll(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
const answers = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1')
  const connected = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false)
  socket.destroy()
  return connected
}

/** Starts a parent through a shell, as npm does. The parent's child listens on a port and has a child process, too. */
const startParent = async (...args: string[]) => {
  const parentScript = join(import.meta.dirname, 'testing', 'parent.ts')
  const command = `"${process.execPath}" "${parentScript}" ${args.join(' ')} & echo $!; wait`
  const shell = spawn('/bin/sh', ['-c', command], { stdio: ['ignore', 'pipe', 'ignore'] })
  started.push(shell)
  const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]()
  const parent = Number((await lines.next()).value)
  const [child = 0, grandchild = 0, port = 0] = String((await lines.next()).value)
    .split(' ')
    .map(Number)
  expect(await answers(port)).toBe(true)
  const expectAllGone = async () => {
    await vi.waitFor(() => expect([parent, child, grandchild].filter(isAlive)).toEqual([]), soon)
    expect(await answers(port)).toBe(false)
  }
  return { shell, parent, child, grandchild, expectAllGone }
}

describe.concurrent('the processes that a script started end', () => {
  it.each(['SIGKILL', 'SIGTERM', 'SIGHUP', 'SIGINT'] as const)('when the script dies of %s', async (signal) => {
    const { parent, expectAllGone } = await startParent()
    process.kill(parent, signal)
    await expectAllGone()
  })

  it('when the reader of the script’s output closes the pipe', async () => {
    const { shell, expectAllGone } = await startParent()
    shell.stdout?.destroy()
    await expectAllGone()
  })

  it('when the shell that started the script dies', async () => {
    const { shell, expectAllGone } = await startParent()
    shell.kill('SIGKILL')
    await expectAllGone()
  })

  it('when the started program dies', async () => {
    const { child, expectAllGone } = await startParent()
    process.kill(child, 'SIGKILL')
    await expectAllGone()
  })

  it('when npm is killed but the shell between npm and the script is not', async () => {
    const script = join(import.meta.dirname, 'testing', 'parent.ts')
    const likeNpm = 'require("node:child_process").spawn("sh", ["-c", process.argv[1]], { stdio: "inherit" })'
    const npm = spawn(process.execPath, ['-e', likeNpm, `"${process.execPath}" "${script}"; :`, 'npm'], {
      env: { ...process.env, npm_lifecycle_event: 'up' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    started.push(npm)
    const lines = createInterface({ input: npm.stdout })[Symbol.asyncIterator]()
    const [child = 0, grandchild = 0] = String((await lines.next()).value)
      .split(' ')
      .map(Number)
    npm.kill('SIGKILL')
    await vi.waitFor(() => expect([child, grandchild].filter(isAlive)).toEqual([]), soon)
  })

  it('when the script stops them itself', async () => {
    const { parent, expectAllGone } = await startParent('--stops')
    process.kill(parent, 'SIGTERM')
    await expectAllGone()
  })
})
