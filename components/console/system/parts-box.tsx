import type { ReactNode } from 'react'
import type { ConsoleSystem } from '#lib/console/model/console-system.ts'
import { Notice } from '../../ui/notice.tsx'
import { ConsoleBox, Facts } from '../console-page.tsx'
import { type Look, Status } from '../status.tsx'
import { megabytes } from './megabytes.ts'

const works: Look = { icon: 'check', tone: 'ok', text: 'Works' }
const fails: Look = { icon: 'warn', tone: 'stop', text: 'Failing' }
const off: Look = { icon: 'minus', tone: 'quiet', text: 'Off' }
const starting: Look = { icon: 'clock', tone: 'quiet', text: 'Starting' }
const lookOf = { ok: works, failing: fails, on: works, off, starting } as const

type Part = readonly [name: string, look: Look, note: ReactNode]

const runtimeNames: Readonly<Record<string, string>> = {
  quickjs: 'JavaScript',
  python: 'Embedded Python',
  steps: 'Steps',
}

const notes = { ok: 'every part works', failing: 'a part is failing', draining: 'this process is stopping' } as const

/** The health of each part. The parts of `/health` are the first four. */
export function PartsBox({ system }: { system: ConsoleSystem }) {
  const { health } = system
  return (
    <ConsoleBox title="Parts" note={notes[health.status]}>
      {health.problems?.map((problem) => (
        <Notice key={problem} tone="stop">
          {problem}
        </Notice>
      ))}
      <Facts
        facts={Object.fromEntries(
          partsOf(system).map(([name, look, note]) => [
            name,
            <>
              <Status {...look} /> {note}
            </>,
          ]),
        )}
      />
    </ConsoleBox>
  )
}

const memoryWords = { cgroup: 'the kernel limits their memory', measured: 'memory is measured' } as const

function partsOf({ health, database, disk, runtimes }: ConsoleSystem): Part[] {
  const { checks, containers, programs } = health
  const kind = database.is_built_in ? 'built in' : 'of DATABASE_URL'
  const free = disk.free_mb === null ? 'Free space unknown' : `${megabytes(disk.free_mb)} free`
  const engine =
    containers.status === 'on'
      ? `network through ${containers.egress}`
      : containers.status === 'off' && `${containers.reason}: ${containers.remedy}`
  const program = programs.status === 'on' ? memoryWords[programs.memory] : programs.status === 'off' && programs.reason
  const size = megabytes(database.bytes / 1_000_000)
  return [
    ['Database', lookOf[checks.database], `PostgreSQL ${database.version}, ${kind}, ${size}`],
    ['Disk', lookOf[checks.disk], `${free}; it needs ${megabytes(disk.needed_mb)}`],
    ['Gateway', lookOf[checks.gateway], 'the way of skills to the network'],
    ['Sandbox', lookOf[checks.runner], 'runs a trivial program'],
    ...runtimes.map(
      ({ name, unavailable }): Part => [
        runtimeNames[name] ?? name,
        unavailable === null ? works : fails,
        unavailable ?? 'can run',
      ],
    ),
    ['Container engine', lookOf[containers.status], engine],
    ['Programs', lookOf[programs.status], program],
  ]
}
