import type { EngineAddress } from '../runner/runtimes/container/engine.ts'
import type { EgressMode } from '../runner/runtimes/container/messages.ts'
import { openDockerRun } from './container/docker-run.ts'
import { engineImage } from './container/engine-image.ts'
import { openOwnRuntime } from './container/own-runtime.ts'
import { type OwnSkill, ownSkills } from './container/own-skills.ts'
import type { ContainerSubject, Job } from './container/program.ts'
import { openSandboxRuntime } from './container/sandbox-runtime.ts'
import { gateway } from './gateway.ts'
import { absentLine, linesOf, type Measurement, timesOf, valuesOf } from './measure.ts'
import { medians } from './statistics.ts'

const bench = 'container'
const jobs: readonly Job[] = ['hello', 'one HTTPS call']
const rounds = 3
/** Sequential runs per round. */
const n = 8
/** Runs per round that measure the rate. `atOnce` of them run concurrently, which keeps two cores busy. */
const rateN = 16
const atOnce = 4

/** A subject, or the reason for its absence. */
type Opened = { readonly name: string } & ({ readonly subject: ContainerSubject } | { readonly absent: string })

/**
 * Measures one program in an ephemeral container from request to output: with Docker's command line, with this
 * project's runtime and with another project's sandbox. Also measures the gateway's overhead per request.
 */
export async function container(): Promise<Measurement[]> {
  await using closing = new AsyncDisposableStack()
  const subjects = await openSubjects(closing)
  const lines: Measurement[] = []
  for (const of of jobs) {
    const taking = subjects.filter((one) => 'absent' in one || one.subject.jobs.includes(of))
    lines.push(...(await measureJob(of, taking)))
  }
  return [...lines, ...(await gateway())]
}

async function openSubjects(closing: AsyncDisposableStack): Promise<Opened[]> {
  const engine: EngineAddress = { kind: 'socket', path: '/var/run/docker.sock' }
  const probe = await engineImage(engine).catch((error: unknown) => ({ absent: reasonOf(error) }))
  const open = async (name: string, opening: () => Promise<ContainerSubject>): Promise<Opened> => {
    try {
      return { name, subject: closing.use(await opening()) }
    } catch (error) {
      return { name, absent: reasonOf(error) }
    }
  }
  const ours = (name: string, egress: EgressMode, runs: OwnSkill, isAhead = false) =>
    open(name, () => {
      if ('absent' in probe) throw new Error(probe.absent)
      return openOwnRuntime(name, { engine, egress, probe, runs, isAhead })
    })
  const { program, sdk, bundle } = ownSkills
  return [
    await open('docker run --network none', () => {
      if ('absent' in probe) throw new Error(probe.absent)
      return openDockerRun(probe.tag)
    }),
    await ours('container', 'socket', program),
    await ours('container, bridge', 'bridge', program),
    await ours('container, pre-started', 'socket', program, true),
    await ours('container, SDK, pre-started', 'socket', sdk, true),
    await ours('container, bundle', 'socket', bundle),
    await ours('container, bundle, pre-started', 'socket', bundle, true),
    await open('sandbox-runtime', openSandboxRuntime),
  ]
}

/** The subjects take turns, so that a slow moment of the machine affects all of them. */
async function measureJob(of: Job, subjects: readonly Opened[]): Promise<Measurement[]> {
  const measured = new Map<string, Record<string, number>[]>()
  const failed = new Map<string, string>()
  for (let round = 0; round <= rounds; round += 1) {
    for (const one of subjects) {
      if ('absent' in one || failed.has(one.name)) continue
      try {
        const values = await measureRound(of, one.subject)
        // The first round is the warm-up.
        if (round > 0) measured.set(one.name, [...(measured.get(one.name) ?? []), values])
      } catch (error) {
        failed.set(one.name, reasonOf(error))
      }
    }
  }
  return subjects.flatMap((one) => {
    const row = { bench, subject: one.name, of }
    const absent = 'absent' in one ? one.absent : failed.get(one.name)
    if (absent !== undefined) return [absentLine(row, 'p50', absent)]
    return linesOf(row, n * rounds, medians(measured.get(one.name) ?? []))
  })
}

async function measureRound(of: Job, subject: ContainerSubject): Promise<Record<string, number>> {
  const run = () => subject.run(of)
  const { p50, p99 } = valuesOf(await timesOf(n, 1, run, subject.prepare))
  if (subject.prepare) return { p50, p99 }
  return { p50, p99, rate: valuesOf(await timesOf(rateN, atOnce, run)).rate }
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.split('\n', 1)[0] ?? text
}
