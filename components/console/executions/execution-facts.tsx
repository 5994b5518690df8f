import type { ReactNode } from 'react'
import type { ExecutionDetail } from '#lib/console/model/console-executions.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { actorWords } from '../actor-words.ts'
import { Moment } from '../moment.tsx'
import { FuelLeft } from './execution-status.tsx'
import { durationText, fuelText } from './execution-words.ts'

/** The facts at the top: the caller, the skill or script, the time, and the resources used. */
export function ExecutionFacts({ execution }: { execution: ExecutionDetail }) {
  const { skill, version, summary, by, trust, started_at, duration_ms, fuel_left, fuel_limit } = execution
  const { limits, runtime, data, hosts } = execution
  const profile = by.actor?.kind === 'profile' ? by.actor : undefined
  return (
    <dl className="console-box execution-facts">
      <Fact name="Skill">
        {profile ? (
          `${skill} ${version}`
        ) : (
          <TextLink href={`/console/skills/${skill}`}>{`${skill} ${version}`}</TextLink>
        )}
      </Fact>
      <Fact name="What was asked">{summary}</Fact>
      <Fact name="Asked by">
        {profile ? <TextLink href={`/console/profiles/${profile.id}`}>{actorWords(by)}</TextLink> : actorWords(by)}
        <span className="faint"> trust: {trust}</span>
      </Fact>
      <Fact name="Started">
        <Moment at={started_at} precision="second" />
      </Fact>
      {duration_ms !== null && (
        <Fact name="Time">
          {durationText(duration_ms)}
          {limits && <span className="faint"> of {durationText(limits.timeout_ms)}</span>}
        </Fact>
      )}
      {fuel_left !== null && fuel_limit !== null && (
        <Fact name="Fuel left">
          <FuelLeft left={fuel_left} limit={fuel_limit} />
          <span className="faint"> of {fuelText(fuel_limit)}</span>
        </Fact>
      )}
      {limits && <Fact name="Memory limit">{limits.memory_mb} MB</Fact>}
      {runtime && <Fact name="Runtime">{runtime}</Fact>}
      {data && <Fact name="Data">{data}</Fact>}
      <Fact name="May reach">{hosts.length === 0 ? 'No host' : hosts.join(', ')}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
