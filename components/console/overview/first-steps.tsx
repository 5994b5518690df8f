import type { Overview } from '#lib/shared/console-overview.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Leads a new instance to its first script. Nothing once that has run. */
export function FirstSteps({ setup: { has_credential, has_profile, has_script } }: { setup: Overview['setup'] }) {
  if (has_script) return null
  const steps = [
    {
      isDone: has_credential,
      title: 'Store a credential',
      text: 'Keep the key of an API here. Scripts use it without seeing its value.',
      action: { href: '/console/credentials', text: 'Add a credential' },
    },
    {
      isDone: has_profile,
      title: 'Lock a profile',
      text: 'An agent creates a profile and names the keys and hosts that it needs. You fill in the values and lock it.',
      action: { href: '/console/profiles', text: 'See the profiles' },
    },
    {
      isDone: has_script,
      title: 'Let the agent run its first script',
      text: 'The agent reads how from this address and sends a script. Its execution appears here.',
      action: { href: '/skill.md', text: 'Open skill.md' },
    },
  ]
  const next = steps.findIndex(({ isDone }) => !isDone)
  return (
    <section className="console-box first-steps" aria-label="First steps">
      <h2>Give an agent its first script</h2>
      <ol>
        {steps.map(({ isDone, title, text, action }, index) => (
          <li key={title} aria-current={index === next ? 'step' : undefined}>
            <span className="first-steps-mark">{isDone ? <Icon name="check" small /> : index + 1}</span>
            <div>
              <b>
                {title}
                {isDone && <span className="sr-only"> (done)</span>}
              </b>
              <p className="quiet">{text}</p>
              {index === next && (
                <ButtonLink size="sm" variant="accent" href={action.href}>
                  {action.text}
                </ButtonLink>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
