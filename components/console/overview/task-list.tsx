import type { ConsoleOverview, Task } from '#lib/console/model/console-overview.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { dateTimeFormat } from '#lib/platform/model/formatters.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Clamped } from '../clamped.tsx'

interface TaskListProps {
  overview: Pick<ConsoleOverview, 'tasks' | 'tasks_total' | 'until' | 'time_zone'>
}

const kinds = ['skills', 'profile', 'proposal', 'credential'] as const

/** The tasks that only the operator can do. */
export function TaskList({ overview }: TaskListProps) {
  const { tasks, tasks_total: total } = overview
  const count = kinds.reduce((sum, kind) => sum + total[kind], 0)
  const left = kinds.flatMap((kind) => {
    const more = total[kind] - tasks.filter((task) => task.kind === kind).length
    return more > 0 ? [counted(more, kind)] : []
  })
  return (
    <section className="console-box" aria-label="Waits for you">
      <h2>Waits for you {count > 0 && <b className="overview-task-count">{count.toLocaleString('en')}</b>}</h2>
      {tasks.length === 0 ? (
        <p className="console-empty">Nothing needs a decision.</p>
      ) : (
        <ul className="console-rows overview-tasks">
          {tasks.map((task) => {
            const { key, icon, title, detail, href, action } = linesOf(task, overview)
            return (
              <li key={key}>
                <Icon name={icon} small />
                <div>
                  <b>
                    <Clamped>{title}</Clamped>
                  </b>
                  <p>
                    <Clamped>{detail}</Clamped>
                  </p>
                </div>
                <TextLink href={href}>
                  {action}
                  <span className="sr-only"> {title}</span>
                </TextLink>
              </li>
            )
          })}
        </ul>
      )}
      {left.length > 0 && <p className="overview-tasks-left">Not listed: {left.join(', ')}</p>}
    </section>
  )
}

type Lines = { key: string; icon: IconName; title: string; detail: string; href: string; action: string }

function linesOf(task: Task, { until: now, time_zone }: TaskListProps['overview']): Lines {
  const day = (at: string) => {
    const year = at.slice(0, 4) === now.slice(0, 4) ? undefined : 'numeric'
    return dateTimeFormat('en-GB', { day: 'numeric', month: 'short', year, timeZone: time_zone }).format(new Date(at))
  }
  switch (task.kind) {
    case 'skills': {
      const title = 'Approved skills are left out'
      const detail = counted(task.problems, 'problem')
      return { key: task.kind, icon: 'warn', title, detail, href: '/console/skills', action: 'Review' }
    }
    case 'profile': {
      const { profile_id: id, name, missing } = task
      const detail = missing === 0 ? 'Ready to lock' : `${missing} ${missing === 1 ? 'key needs' : 'keys need'} a value`
      return { key: id, icon: 'agent', title: name, detail, href: `/console/profiles/${id}`, action: 'Review' }
    }
    case 'proposal': {
      const { profile_id: id, name, asks_for, asked, lapses_at } = task
      return {
        key: `${id} ${asked}`,
        icon: asks_for === 'key' ? 'key' : 'external',
        title: `${name} asks for a ${asks_for}`,
        detail: `${asked}, lapses ${day(lapses_at)}`,
        href: `/console/profiles/${id}#proposals`,
        action: 'Decide',
      }
    }
    case 'credential': {
      const { name, expires_at } = task
      const isExpired = expires_at <= now
      const title = `${name} ${isExpired ? 'expired' : 'expires'} ${day(expires_at)}`
      const detail = isExpired ? 'It is not used any more' : 'It is not used from then on'
      return { key: name, icon: 'clock', title, detail, href: `/console/credentials?text=${name}`, action: 'Replace' }
    }
  }
}
