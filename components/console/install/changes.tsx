import type { PlannedSkill } from '#lib/console/model/console-install.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { ConsoleBox } from '../console-page.tsx'

const kinds = [
  ['added', 'plus', 'New file'],
  ['removed', 'minus', 'Removed file'],
  ['changed', 'refresh', 'Changed file'],
] as const satisfies readonly (readonly [keyof PlannedSkill['files'], IconName, string])[]

/** What an update changes beside the permissions. */
export function Changes({ skill: { rules, files } }: { skill: PlannedSkill }) {
  const count = kinds.reduce((sum, [kind]) => sum + files[kind].length, 0)
  return (
    <ConsoleBox title="What else changes" note={`${rules.length} rules, ${count} files`}>
      <ul className="console-rows change-list">
        {rules.map(({ field, before, after }) => (
          <li key={field}>
            <b>{field}</b>
            <p className="console-mono">
              <del>{before || 'not set'}</del> <span className="sr-only">becomes</span> <ins>{after || 'not set'}</ins>
            </p>
          </li>
        ))}
        {kinds.flatMap(([kind, icon, text]) =>
          files[kind].map((path) => (
            <li key={`${kind} ${path}`} className="change-file">
              <Icon name={icon} small />
              <span className="sr-only">{text}</span>
              <span className="console-mono">{path}</span>
            </li>
          )),
        )}
        {rules.length + count === 0 && <li>No rule and no file.</li>}
      </ul>
    </ConsoleBox>
  )
}
