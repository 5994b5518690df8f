import type { ConsoleSkills } from '#lib/console/model/console-skill.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { ConsoleBox } from '../console-page.tsx'
import { Status } from '../status.tsx'

const looks = {
  configured: { icon: 'check', tone: 'ok', text: 'Configured' },
  'not configured': { icon: 'warn', tone: 'warn', text: 'Not configured' },
  'stand-in': { icon: 'info', tone: 'info', text: 'Sample data' },
} as const

/** The providers that enabled skills call, and what each still needs. */
export const Providers = ({ providers }: Pick<ConsoleSkills, 'providers'>) => (
  <ConsoleBox title="Providers" note="that enabled skills ask with credentials">
    <ul className="console-rows provider-list">
      {providers.map(({ skill, provider, state, missing }) => (
        <li key={skill}>
          <Status {...looks[state]} />
          <div>
            <b>{provider}</b> <span className="faint">{skill}</span>
            {missing.map((why) => (
              <p key={why} className="quiet">
                {why}.
              </p>
            ))}
          </div>
          {missing.length > 0 && (
            <TextLink href="/console/credentials?add=1">
              Add a credential<span className="sr-only"> for {provider}</span>
            </TextLink>
          )}
        </li>
      ))}
    </ul>
  </ConsoleBox>
)
