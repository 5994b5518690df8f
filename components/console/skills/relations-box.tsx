import type { RelatedSkill, SkillOrigin } from '#lib/console/model/console-install.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { ConsoleBox } from '../console-page.tsx'
import { ScrollBox } from '../console-table.tsx'

/** In units of the drawing, which are pixels. */
const box = { width: 168, height: 40, gapX: 56, gapY: 12 } as const

interface RelationsBoxProps {
  name: string
  origin: Pick<SkillOrigin, 'skills' | 'edges' | 'conflicts'>
}

/** The skills that one needs and that need it: as a picture, and the same as a list. */
export function RelationsBox({ name, origin: { skills, edges, conflicts } }: RelationsBoxProps) {
  if (edges.length === 0 && conflicts.length === 0) return null
  const known = new Map(skills.map((one) => [one.name, one]))
  return (
    <ConsoleBox title="Other skills" note={counted(skills.length - 1, 'skill')}>
      {edges.length > 0 && (
        <ScrollBox label="Picture of the dependencies">
          <Picture name={name} skills={skills} edges={edges} />
        </ScrollBox>
      )}
      <ul className="console-rows">
        {edges.map(({ from, to, range }) => (
          <li key={`${from} ${to}`}>
            <Named name={from} isHere={known.get(from)?.version != null && from !== name} /> needs{' '}
            <Named name={to} isHere={known.get(to)?.version != null && to !== name} />{' '}
            <span className="console-mono">{range ?? 'as its parent'}</span>
            <span className="console-quiet">. {hereText(known.get(to))}</span>
          </li>
        ))}
        {conflicts.map((other) => (
          <li key={`conflict ${other}`}>
            <b>{name}</b> cannot run beside <b>{other}</b>.
          </li>
        ))}
      </ul>
    </ConsoleBox>
  )
}

const hereText = (skill: RelatedSkill | undefined): string =>
  skill?.version == null ? 'It is not here.' : `Version ${skill.version} is here.`

const Named = ({ name, isHere }: { name: string; isHere: boolean }) =>
  isHere ? (
    <PageLink className="link" href={`/console/skills/${name}`}>
      {name}
    </PageLink>
  ) : (
    <b>{name}</b>
  )

type Placed = RelatedSkill & { readonly x: number; readonly y: number }

/** Each skill stands right of those that need it. The list beside it says the same to screen readers. */
function Picture({ name, skills, edges }: Pick<SkillOrigin, 'skills' | 'edges'> & { name: string }) {
  const columns = [...Map.groupBy(skills, ({ level }) => level)].sort(([a], [b]) => a - b)
  const rows = Math.max(...columns.map(([, column]) => column.length))
  const width = columns.length * (box.width + box.gapX) - box.gapX
  const height = rows * (box.height + box.gapY) - box.gapY
  const placed = new Map(
    columns.flatMap(([, column], x) =>
      column.map((skill, y): [string, Placed] => {
        // A short column stands in the middle.
        const top = (height - column.length * (box.height + box.gapY) + box.gapY) / 2
        return [skill.name, { ...skill, x: x * (box.width + box.gapX), y: top + y * (box.height + box.gapY) }]
      }),
    ),
  )
  return (
    <svg className="relations" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {edges.map(({ from, to }) => {
        const [one, other] = [placed.get(from), placed.get(to)]
        return one && other && <path key={`${from} ${to}`} className="relations-line" d={lineBetween(one, other)} />
      })}
      {[...placed.values()].map(({ name: each, version, x, y }) => (
        <g key={each} className={version === null ? 'is-missing' : each === name ? 'is-current' : undefined}>
          <rect x={x + 0.5} y={y + 0.5} width={box.width - 1} height={box.height - 1} rx="2" />
          <text x={x + 10} y={y + 17}>
            {shortened(each)}
          </text>
          <text x={x + 10} y={y + 31} className="relations-version">
            {version ?? 'not here'}
          </text>
        </g>
      ))}
    </svg>
  )
}

/** Leaves the one at its right side, and ends at the left side of the other. */
function lineBetween(one: Placed, other: Placed): string {
  const [x1, y1, x2, y2] = [one.x + box.width, one.y + box.height / 2, other.x, other.y + box.height / 2]
  const middle = (x1 + x2) / 2
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`
}

const maxLetters = 24
const shortened = (name: string): string => (name.length > maxLetters ? `${name.slice(0, maxLetters - 1)}…` : name)
