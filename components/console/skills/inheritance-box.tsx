import type { ConsoleSkillPage } from '#lib/console/model/console-skill.ts'
import { ConsoleBox } from '../console-page.tsx'
import { TierBadge } from './verdict.tsx'

type Ancestors = ConsoleSkillPage['inherits']

/** The ancestors of a skill as a tree, with what each has and asks for itself. Nothing for a skill without parents. */
export function InheritanceBox({ ancestors }: { ancestors: Ancestors }) {
  if (ancestors.length === 0) return null
  return (
    <ConsoleBox title="What it inherits">
      <div className="console-text">
        <Branch ancestors={ancestors} level={1} />
      </div>
    </ConsoleBox>
  )
}

function Branch({ ancestors, level }: { ancestors: Ancestors; level: number }) {
  const parents = ancestors.flatMap((ancestor, at) => (ancestor.level === level ? [{ ancestor, at }] : []))
  if (parents.length === 0) return null
  return (
    <ul>
      {parents.map(({ ancestor, at }) => {
        const rest = ancestors.slice(at + 1)
        const end = rest.findIndex((next) => next.level <= level)
        const { name, version, tier, actions, permissions } = ancestor
        return (
          <li key={name}>
            <b>
              {name} {version}
            </b>{' '}
            <TierBadge tier={tier} />
            <p className="console-quiet">{[...actions, ...permissions].join(', ') || 'Only instructions.'}</p>
            <Branch ancestors={end === -1 ? rest : rest.slice(0, end)} level={level + 1} />
          </li>
        )
      })}
    </ul>
  )
}
