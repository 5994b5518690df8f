import type { ChangedChild, PlannedSkill } from '#lib/console/model/console-install.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { refreshIcon } from '../../ui/later-icons.ts'
import { ConsoleBox } from '../console-page.tsx'

const kinds = [
  ['added', 'plus', 'New file'],
  ['removed', 'minus', 'Removed file'],
  ['changed', refreshIcon, 'Changed file'],
] as const satisfies readonly (readonly [keyof PlannedSkill['files'], IconName, string])[]

/** What an update changes beside the permissions. */
export function Changes({ skill: { rules, files } }: { skill: PlannedSkill }) {
  const count = kinds.reduce((sum, [kind]) => sum + files[kind].length, 0)
  return (
    <ConsoleBox title="What else changes" note={`${counted(rules.length, 'rule')}, ${counted(count, 'file')}`}>
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

/** What the plan changes for the skills that inherit from it. */
export function ChangedChildren({ skills }: { skills: readonly ChangedChild[] }) {
  return (
    <ConsoleBox title="Skills that inherit from these" note={counted(skills.length, 'skill')}>
      <ul className="console-rows change-list">
        {skills.map(({ name, ...change }) => (
          <li key={name}>
            <b>{name}</b>
            {sentencesOf(change).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </li>
        ))}
      </ul>
    </ConsoleBox>
  )
}

function sentencesOf({ added, removed, lost_actions, tier }: Omit<ChangedChild, 'name'>): string[] {
  const sentences = [
    ...(tier === null ? [] : [`Its tier becomes ${tier}.`]),
    ...added.map((text) => `It asks for ${text}, and gets it only after you restore it on its own page.`),
    ...removed.map((text) => `It no longer asks for ${text}.`),
    ...lost_actions.map((action) => `It no longer has the action ${action}.`),
  ]
  return sentences.length === 0 ? ['What it may do stays the same.'] : sentences
}
