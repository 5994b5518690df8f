import type { ReactNode } from 'react'
import type { ExecutionDetail, OperatorAct } from '#lib/console/model/console-executions.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { Actor } from '../actor.tsx'
import { Facts } from '../console-page.tsx'
import { Moment } from '../moment.tsx'
import { FuelLeft } from './execution-status.tsx'
import { durationText, fuelText } from './execution-words.ts'

/** The facts at the top: the caller, the skill or script, the time, and the resources used. */
export function ExecutionFacts({ execution }: { execution: ExecutionDetail }) {
  const { skill, version, summary, by, trust, started_at, duration_ms, fuel_left, fuel_limit } = execution
  const { limits, runtime, data, hosts, part_of, steps } = execution
  const rerun = actOf(execution, 'rerun')
  const ended = actOf(execution, 'cancelled')
  const release = `${skill} ${version}`
  return (
    <Facts
      className="console-box execution-facts"
      facts={{
        Skill:
          by.actor?.kind === 'profile' ? release : <TextLink href={`/console/skills/${skill}`}>{release}</TextLink>,
        'What was asked': summary,
        'Asked by': withFaint(<Asker execution={execution} />, ` trust: ${trust}`),
        Repeats: rerun?.of && <TextLink href={`/console/executions/${rerun.of}`}>{rerun.of}</TextLink>,
        'Ended by': ended && <Actor by={ended.by} />,
        Started: <Moment at={started_at} precision="second" />,
        Time:
          duration_ms !== null &&
          withFaint(durationText(duration_ms), limits && ` of ${durationText(limits.timeout_ms)}`),
        'Fuel left':
          fuel_left !== null &&
          fuel_limit !== null &&
          withFaint(<FuelLeft left={fuel_left} limit={fuel_limit} />, ` of ${fuelText(fuel_limit)}`),
        'Memory limit': limits && `${limits.memory_mb} MB`,
        Runtime: runtime,
        Data: data,
        Result: execution.script?.shows_lookalikes && 'May show text that only looks like a credential',
        'May reach': hosts.length === 0 ? 'No host' : hosts.join(', '),
        'Step of': part_of !== null && <TextLink href={`/console/executions/${part_of}`}>{part_of}</TextLink>,
        Steps: steps.length > 0 && (
          <ol>
            {steps.map(({ id, skill: of, action }) => (
              <li key={id}>
                <TextLink href={`/console/executions/${id}`}>
                  {action} of {of}
                </TextLink>
              </li>
            ))}
          </ol>
        ),
      }}
    />
  )
}

const actOf = ({ acts }: ExecutionDetail, act: OperatorAct['act']) => acts.find((one) => one.act === act)

/** A rerun runs in the operator's name, with the rules of the profile. */
function Asker({ execution }: { execution: ExecutionDetail }) {
  const rerun = actOf(execution, 'rerun')
  if (!rerun) return <Actor by={execution.by} />
  return (
    <>
      <Actor by={rerun.by} />, with the rules of <Actor by={execution.by} />
    </>
  )
}

/** A value and, fainter, what belongs to it. */
const withFaint = (value: ReactNode, rest: string | null) => (
  <>
    {value}
    {rest && <span className="faint">{rest}</span>}
  </>
)
