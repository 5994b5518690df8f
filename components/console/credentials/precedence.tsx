import type { ConsoleCredentials } from '#lib/console/model/console-credential.ts'
import { ConsoleBox } from '../console-page.tsx'

/** States which value applies if a name has several, and lists the names that the environment sets now. */
export function Precedence({ environment, unnamed }: Pick<ConsoleCredentials, 'environment' | 'unnamed'>) {
  const used = environment.filter(({ is_set, is_shadowed }) => is_set && !is_shadowed)
  const shadowed = environment.filter(({ is_set, is_shadowed }) => is_set && is_shadowed)
  return (
    <ConsoleBox title="Which value is used" note="when there is more than one">
      <ol className="console-rows precedence">
        <li>
          <b>The credential here</b>
          <span>Used for profiles and skills alike, also while it has no value or is expired.</span>
        </li>
        <li>
          <b>The environment</b>
          <span>
            Read only if no credential here has the name.{' '}
            {used.length > 0 ? (
              <>Now used: {names(used.map(({ name }) => name))}. </>
            ) : (
              'No name comes from there now. '
            )}
            {shadowed.length > 0 && (
              <>Set, but not used, because it is stored here: {names(shadowed.map(({ name }) => name))}. </>
            )}
            {unnamed.length > 0 && <>Set, but TRAVEL_CREDENTIALS names no hosts for it: {names(unnamed)}.</>}
          </span>
        </li>
        <li>
          <b>If neither has it</b>
          <span>The call is refused, and the error names what is missing.</span>
        </li>
      </ol>
    </ConsoleBox>
  )
}

const names = (all: readonly string[]) => <span className="mono">{all.join(', ')}</span>
