import type { ConsoleOverview } from '#lib/console/model/console-overview.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

const steps = [
  {
    done: 'has_credential',
    title: 'Store a credential',
    text: 'A key for an API. It is kept encrypted; skills and scripts use it without seeing its value.',
    href: '/console/credentials?add=1',
    action: 'Add a credential',
  },
  {
    done: 'has_profile',
    title: 'Let an agent ask for a profile',
    text: 'A profile says which credentials an agent’s scripts use and which hosts they reach. An agent reads at /skill.md how to ask for one; on another machine it needs the setup code.',
    href: '/console/profiles',
    action: 'Get the setup code',
  },
  {
    done: 'has_script',
    title: 'Run the first script',
    text: 'Fill in the profile’s values and lock it. From then on its agent can send scripts, as /skill.md says.',
    href: '/console/profiles',
    action: 'Lock the profile',
  },
] as const satisfies readonly {
  done: keyof ConsoleOverview['setup']
  title: string
  text: string
  href: string
  action: string
}[]

/** The first steps of a new instance: credential, profile and first script. Disappears once a script has run. */
export function FirstSteps({ setup }: { setup: ConsoleOverview['setup'] }) {
  if (setup.has_script) return null
  const next = steps.find(({ done }) => !setup[done])
  return (
    <section className="console-box overview-steps" aria-label="First steps">
      <h2>
        First steps <span>from a credential to the first script of an agent</span>
      </h2>
      <ol>
        {steps.map((step, index) => {
          const isDone = setup[step.done]
          return (
            <li key={step.done} aria-current={step === next ? 'step' : undefined}>
              <span className="overview-step-mark middle" aria-hidden="true">
                {isDone ? <Icon name="check" small /> : index + 1}
              </span>
              <div>
                <b>{step.title}</b>
                {isDone && <span className="sr-only"> (done)</span>}
                <p className="quiet">{step.text}</p>
              </div>
              <ButtonLink href={step.href} size="sm" variant={step === next ? 'accent' : 'plain'}>
                {step.action}
              </ButtonLink>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
