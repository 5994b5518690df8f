import type { ReactNode } from 'react'
import type { ConsoleSystem } from '#lib/console/model/console-system.ts'
import { Notice } from '../../ui/notice.tsx'
import { ConsoleBox } from '../console-page.tsx'
import { type Look, Status } from '../status.tsx'
import { megabytes } from './megabytes.ts'

const works: Look = { icon: 'check', tone: 'ok', text: 'Works' }
const fails: Look = { icon: 'warn', tone: 'stop', text: 'Failing' }
const off: Look = { icon: 'minus', tone: 'quiet', text: 'Off' }
const starting: Look = { icon: 'clock', tone: 'quiet', text: 'Starting' }
const lookOf = { ok: works, failing: fails, on: works, off, starting } as const

type Part = { readonly name: string; readonly look: Look; readonly note: ReactNode }

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
      <dl className="console-facts">
        {partsOf(system).map(({ name, look, note }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Status {...look} /> {note}
            </dd>
          </div>
        ))}
      </dl>
    </ConsoleBox>
  )
}

const memoryWords = { cgroup: 'the kernel limits their memory', measured: 'memory is measured' } as const

function partsOf({ health, database, disk, runtimes }: ConsoleSystem): Part[] {
  const { checks, containers, programs } = health
  const kind = database.is_built_in ? 'built in' : 'of DATABASE_URL'
  const free = disk.free_mb === null ? 'Free space unknown' : `${megabytes(disk.free_mb)} free`
  return [
    {
      name: 'Database',
      look: lookOf[checks.database],
      note: `PostgreSQL ${database.version}, ${kind}, ${megabytes(database.bytes / 1_000_000)}`,
    },
    { name: 'Disk', look: lookOf[checks.disk], note: `${free}; it needs ${megabytes(disk.needed_mb)}` },
    { name: 'Gateway', look: lookOf[checks.gateway], note: 'the way of skills to the network' },
    { name: 'Sandbox', look: lookOf[checks.runner], note: 'runs a trivial program' },
    ...runtimes.map(({ name, unavailable }) => ({
      name: runtimeNames[name] ?? name,
      look: unavailable === null ? works : fails,
      note: unavailable ?? 'can run',
    })),
    {
      name: 'Container engine',
      look: lookOf[containers.status],
      note:
        containers.status === 'on'
          ? `network through ${containers.egress}`
          : containers.status === 'off' && `${containers.reason}: ${containers.remedy}`,
    },
    {
      name: 'Programs',
      look: lookOf[programs.status],
      note: programs.status === 'on' ? memoryWords[programs.memory] : programs.status === 'off' && programs.reason,
    },
  ]
}
