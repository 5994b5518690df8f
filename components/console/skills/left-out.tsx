import type { ConsoleSkills } from '#lib/console/model/console-skill.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { ConsoleBox } from '../console-page.tsx'

interface LeftOutProps {
  problems: ConsoleSkills['left_out']
  /** Whether no skill is left. */
  areAll: boolean
}

/** Why approved skills do not run: the problems of their folders, and of the list of approved skills. */
export function LeftOut({ problems, areAll }: LeftOutProps) {
  if (problems.length === 0) return null
  return (
    <ConsoleBox title="Left out" note={counted(problems.length, 'problem')}>
      <ul className="console-rows finding-list">
        <li>
          These entries and skills are left out. {areAll ? 'No skill runs.' : 'The others run.'} Restart the app after a
          correction.
        </li>
        {problems.map(({ file, line, column, path, message, remedy }) => (
          <li key={`${file}:${line}:${column} ${path} ${message}`}>
            <b className="console-mono">
              {file}:{line}
            </b>
            <p>
              {path !== '' && `${path} `}
              {message}. <span className="console-quiet">To mend: {remedy}.</span>
            </p>
          </li>
        ))}
      </ul>
    </ConsoleBox>
  )
}
