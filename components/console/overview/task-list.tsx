import { type ConsoleOverview, type Task, type TaskKind, taskKinds } from '#lib/console/model/console-overview.ts'
import { taskKey, taskWords } from '#lib/console/model/task-words.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { moreIcons } from '../../ui/more-icons.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { Clamped } from '../actor.tsx'

interface TaskListProps {
  overview: Pick<ConsoleOverview, 'tasks' | 'tasks_total' | 'until' | 'time_zone'>
}

/** The tasks that only the operator can do. */
export function TaskList({ overview }: TaskListProps) {
  const { tasks, tasks_total: total } = overview
  const count = taskKinds.reduce((sum, kind) => sum + total[kind], 0)
  const left = taskKinds.flatMap((kind) => {
    const more = total[kind] - tasks.filter((task) => task.kind === kind).length
    return more > 0 ? [counted(more, looks[kind].noun)] : []
  })
  return (
    <section className="console-box" aria-label="Waits for you">
      <h2>Waits for you {count > 0 && <b className="overview-task-count">{count.toLocaleString('en')}</b>}</h2>
      {tasks.length === 0 && <p className="console-empty">Nothing needs a decision.</p>}
      {groups.map(({ name, kinds }) => {
        const listed = tasks.filter(({ kind }) => kinds.includes(kind))
        const all = kinds.reduce((sum, kind) => sum + total[kind], 0)
        return (
          listed.length > 0 && (
            <section key={name} aria-label={name}>
              <h3 className="overview-task-group">
                {name} <span>{all.toLocaleString('en')}</span>
              </h3>
              <ul className="console-rows overview-tasks">
                {listed.map((task) => (
                  <TaskRow key={taskKey(task)} task={task} overview={overview} />
                ))}
              </ul>
            </section>
          )
        )
      })}
      {left.length > 0 && <p className="overview-tasks-left soft-xs">Not listed: {left.join(', ')}</p>}
    </section>
  )
}

/** Tasks of like kind stand together. */
const groups: readonly { name: string; kinds: readonly TaskKind[] }[] = [
  { name: 'Wrong now', kinds: ['trouble'] },
  { name: 'Urgent messages', kinds: ['message'] },
  { name: 'Failed deliveries', kinds: ['delivery'] },
  { name: 'Skills', kinds: ['skills', 'review'] },
  { name: 'Profiles and proposals', kinds: ['profile', 'proposal'] },
  { name: 'Soon', kinds: ['credential'] },
]

const looks: Readonly<Record<TaskKind, { icon: IconName; action: string; noun: string }>> = {
  trouble: { icon: 'warn', action: 'Look', noun: 'fault' },
  message: { icon: moreIcons.message, action: 'Read', noun: 'message' },
  delivery: { icon: moreIcons.message, action: 'Look', noun: 'failure' },
  skills: { icon: 'warn', action: 'Review', noun: 'fault of skills' },
  review: { icon: moreIcons.code, action: 'Review', noun: 'review' },
  profile: { icon: moreIcons.agent, action: 'Review', noun: 'profile' },
  proposal: { icon: 'external', action: 'Decide', noun: 'proposal' },
  credential: { icon: 'clock', action: 'Replace', noun: 'credential' },
}

function TaskRow({ task, overview: { until, time_zone } }: TaskListProps & { task: Task }) {
  const { icon, action } = looks[task.kind]
  const { title, detail, href } = taskWords(task, until, time_zone)
  return (
    <li>
      <Icon name={task.kind === 'proposal' && task.asks_for === 'key' ? moreIcons.key : icon} small />
      <div>
        <b>
          <Clamped>{title}</Clamped>
        </b>
        {detail !== '' && (
          <p>
            <Clamped>{detail}</Clamped>
          </p>
        )}
      </div>
      <TextLink href={href}>
        {action}
        <span className="sr-only"> {title}</span>
      </TextLink>
    </li>
  )
}
