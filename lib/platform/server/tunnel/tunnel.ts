import {
  hindranceText,
  type TunnelHindrance,
  type TunnelProgram,
  type TunnelState,
  type TunnelView,
} from '../../model/tunnel-view.ts'
import { recordAct } from '../audit/record-act.ts'
import type { Context } from '../auth/context.ts'
import type { Env } from '../env/env.ts'
import { isLoopback } from '../http/client-address.ts'
import { type Outcome, refuse, refuseBecause } from '../http/outcome.ts'
import type { PlatformPorts } from '../ports.ts'
import { markVariable, openLeftProgram } from './left-program.ts'
import { type RunningProgram, runTunnelProgram } from './run-tunnel-program.ts'
import { openTunnelDoor, type TunnelDoor } from './tunnel-door.ts'
import { newTunnelPassword } from './tunnel-password.ts'
import { findTunnelProgram, findTunnelPrograms, tunnelPrograms } from './tunnel-programs.ts'

type TunnelPorts = PlatformPorts & {
  readonly env: Pick<Env, 'dataDir' | 'host' | 'port' | 'isDevelopment' | 'publicUrl' | 'role'>
  /** Of the program. */
  readonly environment: NodeJS.ProcessEnv
  /** Time for the program to get its address from its service. */
  readonly addressMs?: number
}

type Run = { readonly program: TunnelProgram; readonly door: TunnelDoor; readonly running: RunningProgram }

/** One tunnel at most, from a public address to this process, while an operator wants it. */
export function createTunnel(ports: TunnelPorts) {
  const { env, environment, addressMs = 60_000, db, audit, clock, randomBytes, log } = ports
  const left = openLeftProgram(env.dataDir)
  let now: TunnelState = { state: 'off' }
  let run: Run | undefined
  let isDisposed = false
  let last: Promise<unknown> = Promise.resolve()
  /** One change after the other. */
  const inTurn = <Value>(change: () => Promise<Value>): Promise<Value> => {
    const changed = last.then(change)
    last = changed.catch(() => {})
    return changed
  }

  const view = async (): Promise<TunnelView> => ({
    now,
    found: await findTunnelPrograms(environment.PATH),
    hindrance: hindranceOf(env) ?? null,
  })

  /** Ends the open tunnel, its door first, so that nobody gets in through what is left of it. */
  const end = async (next: TunnelState): Promise<void> => {
    const ending = run
    run = undefined
    now = next
    if (ending === undefined) return
    await ending.door.close()
    await ending.running.end()
    if ((await left.end()) !== 'ended') now = { state: 'failed', program: ending.program, why: 'left', said: '' }
  }

  /** For a tunnel that is still the open one. */
  const fail = (failing: Run, why: 'not_started' | 'no_address' | 'ended', said: string) =>
    inTurn(async () => {
      if (run !== failing) return
      log.warn('the tunnel has ended', { program: failing.program, why, said })
      await end({ state: 'failed', program: failing.program, why, said })
    }).catch((cause: unknown) => log.error('the tunnel did not end in order', { cause }))

  const start = async (program: TunnelProgram, path: string, host: string): Promise<void> => {
    const mark = hexOf(randomBytes(32))
    const id = hexOf(randomBytes(16))
    const password = newTunnelPassword(randomBytes)
    await left.record(mark)
    const door = await openTunnelDoor({ app: { host, port: env.port }, password })
    const { args, address } = tunnelPrograms[program]
    let waiting: NodeJS.Timeout | undefined
    const onLine = (line: string) => {
      const found = address.exec(line)?.[1]
      if (found === undefined || run !== started || now.state !== 'starting') return
      clearTimeout(waiting)
      const url = new URL(found)
      door.admit({ id, url })
      now = { state: 'on', program, url: url.origin, password }
    }
    const running = runTunnelProgram({
      ...{ path, args: args(door.port), onLine },
      env: { ...environment, [markVariable]: mark },
    })
    const started: Run = { program, door, running }
    run = started
    now = { state: 'starting', program }
    waiting = setTimeout(() => void fail(started, 'no_address', ''), addressMs)
    void running.ended.then((ended) => {
      clearTimeout(waiting)
      return fail(started, ended.started ? 'ended' : 'not_started', ended.said)
    })
  }

  const record = (context: Context, action: 'tunnel.opened' | 'tunnel.closed', subject: TunnelProgram) =>
    db.$transaction((tx) => recordAct({ audit, clock }, tx, context.principal, action, subject))

  return {
    view,
    /** Resolves when the program runs; its address comes later. CONFLICT with the reason if it cannot. */
    open: (context: Context, program: TunnelProgram) =>
      inTurn(async (): Promise<Outcome<TunnelView>> => {
        const hindrance = hindranceOf(env)
        const host = appHostOf(env.host)
        if (isDisposed) return refuseBecause('stopping')
        if (hindrance !== undefined || host === undefined) return conflict(hindranceText[hindrance ?? 'host'])
        if (run !== undefined) return conflict('A tunnel is open already. Close it first.')
        const path = await findTunnelProgram(program, environment.PATH)
        if (path === undefined) return conflict(`${program} is not on the PATH of the app. Install it, then try again.`)
        const ended = await left.end()
        if (ended !== 'ended') return conflict(leftText[ended])
        await record(context, 'tunnel.opened', program)
        await start(program, path, host)
        return { ok: true, value: await view() }
      }),
    close: (context: Context) =>
      inTurn(async (): Promise<Outcome<TunnelView>> => {
        // Ended before it is recorded: a database that does not answer keeps no tunnel open.
        const closing = run
        await end({ state: 'off' })
        if (closing !== undefined) await record(context, 'tunnel.closed', closing.program)
        return { ok: true, value: await view() }
      }),
    /** Ends what an app that was killed has left running. */
    endLeft: () =>
      inTurn(async () => {
        if ((await left.end()) === 'left') log.error('a program of an earlier tunnel could not be ended')
      }),
    async [Symbol.asyncDispose]() {
      isDisposed = true
      await inTurn(() => end({ state: 'off' }))
    },
  }
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const conflict = (message: string) => refuse('CONFLICT', { message })
const leftText = {
  in_use: 'Another app on this data folder has a tunnel open. Close it there first.',
  left: 'A program of an earlier tunnel still runs and could not be ended. End it, then try again.',
}

function hindranceOf({ isDevelopment, publicUrl, role, host }: TunnelPorts['env']): TunnelHindrance | undefined {
  if (isDevelopment) return 'development'
  if (publicUrl !== undefined) return 'public_url'
  if (role !== 'all') return 'role'
  return appHostOf(host) === undefined ? 'host' : undefined
}

/** Where this machine reaches the app: its address of this machine, because the app believes the door only from there. */
function appHostOf(host: string): string | undefined {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '::1'
  return host === 'localhost' || isLoopback(host) ? host : undefined
}
