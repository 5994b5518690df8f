import type { ConsoleProfile, ConsoleProfilePage } from '#lib/agents/model/console-profile.ts'
import { momentOf } from '#lib/console/client/console-time.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { Icon } from '../../ui/icon.tsx'
import { ConsoleBox } from '../console-page.tsx'
import { useZone } from '../frame/zone.tsx'

/** When the profile can do this. Undefined: now. */
const notes: Readonly<Record<ConsoleProfile['state'], string | undefined>> = {
  unlocked: 'once locked',
  locked: undefined,
  expired: 'nothing now: it has expired',
  revoked: 'nothing any more: it is revoked',
}

/** What the profile allows once it is locked, and what no profile allows. */
export function WhatItMay({ page: { profile, default_limits } }: { page: ConsoleProfilePage }) {
  const { zone } = useZone()
  const { keys, hosts, limits, state, expires_at } = profile
  const isOver = state === 'expired' || state === 'revoked'
  const settings = keys.filter(({ credential }) => credential?.use.kind === 'setting')
  const secrets = keys.length - settings.length
  const atOnce = limits.concurrency ?? default_limits.concurrency
  const can = [
    `Run scripts its agent sends, ${atOnce} at the same time`,
    hosts.length === 0 ? 'Contact no host' : `Contact ${counted(hosts.length, 'host')} over HTTPS, and no other`,
    ...(secrets > 0 ? [`Use ${counted(secrets, 'secret')} without seeing ${secrets === 1 ? 'it' : 'them'}`] : []),
    ...(settings.length > 0
      ? [`Read ${counted(settings.length, 'setting')}: ${settings.map(({ name }) => name).join(', ')}`]
      : []),
    'Pause for its agent’s own LLM',
  ]
  const never = [
    'See a secret’s value',
    'Send a key to a host that is not listed for it',
    'Contact a private network',
    'Add keys or hosts by itself once locked',
    'See executions of other profiles',
    ...(expires_at === null ? [] : [`Run after ${momentOf(expires_at, 'minute', zone)}`]),
  ]
  return (
    <>
      <Marks title="What this profile can do" note={notes[state]} icon={isOver ? 'minus' : 'check'} texts={can} />
      <Marks title="It can never" icon="x" texts={never} />
    </>
  )
}

interface MarksProps {
  title: string
  note?: string | undefined
  icon: 'check' | 'minus' | 'x'
  texts: readonly string[]
}

const Marks = ({ title, note, icon, texts }: MarksProps) => (
  <ConsoleBox title={title} note={note}>
    <ul className="console-marks">
      {texts.map((text) => (
        <li key={text} className={icon === 'check' ? 'is-ok' : undefined}>
          <Icon name={icon} small />
          {text}
        </li>
      ))}
    </ul>
  </ConsoleBox>
)
