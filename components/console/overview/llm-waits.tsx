import type { ConsoleOverview } from '#lib/console/model/console-overview.ts'
import { formatDuration } from '#lib/travel/model/format-duration.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { Clamped } from '../clamped.tsx'
import { ConsoleBox } from '../console-page.tsx'

/** The profiles whose scripts wait for the models of their agents. */
export function LlmWaits({ llm, until }: { llm: ConsoleOverview['llm']; until: string }) {
  const { waiting, counted, oldest_since: since, by_profile: profiles } = llm
  const rest = waiting - profiles.reduce((sum, one) => sum + one.waiting, 0)
  return (
    <ConsoleBox title="Waiting for an LLM" note={`${waiting} ${waiting === 1 ? 'execution' : 'executions'}`}>
      {waiting === 0 ? (
        <p className="console-empty">No script waits for an answer of its agent’s model.</p>
      ) : (
        <div className="overview-waits">
          <dl>
            {profiles.map((one) => (
              <div key={one.id}>
                <dt>
                  <TextLink href={`/console/profiles/${one.id}`}>
                    <Clamped>{one.name}</Clamped>
                  </TextLink>
                </dt>
                <dd>
                  {counted === 'oldest' && '≥ '}
                  {one.waiting}
                </dd>
              </div>
            ))}
            {rest > 0 && (
              <div>
                <dt>{counted === 'oldest' ? 'Others' : 'Other profiles'}</dt>
                <dd>{rest}</dd>
              </div>
            )}
          </dl>
          <p className="quiet">
            {since !== null &&
              `The oldest has waited ${formatDuration((Date.parse(until) - Date.parse(since)) / 60_000)}. `}
            They hold no sandbox while they wait.
          </p>
        </div>
      )}
    </ConsoleBox>
  )
}
