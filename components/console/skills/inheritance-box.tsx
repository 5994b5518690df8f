import type { ConsoleSkillPage } from '#lib/console/model/console-skill.ts'
import { ConsoleBox } from '../console-page.tsx'
import { TierBadge } from './verdict.tsx'

type Nodes = ConsoleSkillPage['inherits']

/** What a skill is made of, as trees: its parents or its steps, with what each has and asks for itself. */
export function InheritanceBox({
  skill: { inherits, steps },
}: {
  skill: Pick<ConsoleSkillPage, 'inherits' | 'steps'>
}) {
  return (
    <>
      <Tree title="What it inherits" nodes={inherits} />
      <Tree title="Its steps" nodes={steps} />
    </>
  )
}

function Tree({ title, nodes }: { title: string; nodes: Nodes }) {
  if (nodes.length === 0) return null
  return (
    <ConsoleBox title={title}>
      <div className="console-text">
        <Branch nodes={nodes} level={1} />
      </div>
    </ConsoleBox>
  )
}

function Branch({ nodes, level }: { nodes: Nodes; level: number }) {
  const own = nodes.flatMap((node, at) => (node.level === level ? [{ node, at }] : []))
  if (own.length === 0) return null
  return (
    <ul>
      {own.map(({ node, at }) => {
        const rest = nodes.slice(at + 1)
        const end = rest.findIndex((next) => next.level <= level)
        const { name, version, tier, actions, permissions } = node
        return (
          <li key={at}>
            <b>
              {name} {version}
            </b>{' '}
            <TierBadge tier={tier} />
            <p className="console-quiet">{[...actions, ...permissions].join(', ') || 'Only instructions.'}</p>
            <Branch nodes={end === -1 ? rest : rest.slice(0, end)} level={level + 1} />
          </li>
        )
      })}
    </ul>
  )
}
