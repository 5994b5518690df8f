import { counted } from '#lib/platform/model/counted.ts'
import { dateTimeFormat } from '#lib/platform/model/formatters.ts'
import type { Task } from './console-overview.ts'

/** The identity of a task: the same for the same thing to do, however its words change. */
export function taskKey(task: Task): string {
  switch (task.kind) {
    case 'skills':
      return task.kind
    case 'profile':
      return `${task.kind} ${task.profile_id}`
    case 'proposal':
      return `${task.kind} ${task.profile_id} ${task.asks_for} ${task.asked}`
    case 'credential':
      return `${task.kind} ${task.name} ${task.expires_at}`
    case 'review':
      return `${task.kind} ${task.name} ${task.version}`
    case 'message':
      return `${task.kind} ${task.id}`
    case 'delivery':
      return `${task.kind} ${task.channel} ${task.error}`
    case 'trouble':
      // The numbers of a spike change all the time.
      return task.about === 'audit' || task.about === 'backup'
        ? `${task.kind} ${task.about} ${task.sentence}`
        : `${task.kind} ${task.about}`
  }
}

/** A task in words, with the page on which it is done. `detail`: may be empty. */
export function taskWords(task: Task, now: string, timeZone: string): { title: string; detail: string; href: string } {
  const day = (at: string) => {
    const year = at.slice(0, 4) === now.slice(0, 4) ? undefined : 'numeric'
    return dateTimeFormat('en-GB', { day: 'numeric', month: 'short', year, timeZone }).format(new Date(at))
  }
  switch (task.kind) {
    case 'skills': {
      const title = 'Approved skills are left out'
      return { title, detail: counted(task.problems, 'problem'), href: '/console/skills' }
    }
    case 'profile': {
      const { profile_id: id, name, missing } = task
      const detail = missing === 0 ? 'Ready to lock' : `${missing} ${missing === 1 ? 'key needs' : 'keys need'} a value`
      return { title: name, detail, href: `/console/profiles/${id}` }
    }
    case 'proposal': {
      const { profile_id: id, name, asks_for, asked, lapses_at } = task
      const detail = `${asked}, lapses ${day(lapses_at)}`
      return { title: `${name} asks for a ${asks_for}`, detail, href: `/console/profiles/${id}#proposals` }
    }
    case 'credential': {
      const { name, expires_at } = task
      const isExpired = expires_at <= now
      const title = `${name} ${isExpired ? 'expired' : 'expires'} ${day(expires_at)}`
      const detail = isExpired ? 'It is not used any more' : 'It is not used from then on'
      return { title, detail, href: `/console/credentials?text=${name}` }
    }
    case 'review': {
      const title = `${task.name} ${task.version}`
      return { title, detail: 'The gates ask for a review', href: `/console/skills/${task.name}` }
    }
    case 'message': {
      const title = `Urgent message of ${task.skill}`
      return { title, detail: `Noted ${day(task.noted_at)}, not delivered`, href: '/console/messages' }
    }
    case 'delivery': {
      const { channel, error, count } = task
      return {
        title: `${counted(count, 'message')} not delivered: ${channel}`,
        detail: error,
        href: '/console/messages',
      }
    }
    case 'trouble': {
      const href = {
        disk: '/health',
        audit: '/console/audit',
        errors: '/console/executions?state=failed',
        backup: '/console/backups',
      }[task.about]
      return { title: task.sentence, detail: '', href }
    }
  }
}
