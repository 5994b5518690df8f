import { useState } from 'react'
import * as z from 'zod'
import { useConsoleChange } from '#lib/console/client/use-console.ts'
import type { AgentSkillRow } from '#lib/console/model/console-agent-skills.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ConsoleForm } from '../console-form.tsx'
import { useDone } from '../console-page.tsx'

interface AgentSecretsProps {
  slug: string
  row: AgentSkillRow
}

/** The secrets that a skill asks for, each with a field for the value that only this agent has. */
export function AgentSecrets({ slug, row }: AgentSecretsProps) {
  const names = row.permissions.flatMap(({ permission, item }) => (permission === 'secrets' ? [item] : []))
  return names.map((name) => <AgentSecret key={name} slug={slug} row={row} name={name} />)
}

const Stored = z.object({ name: z.string(), has_value: z.boolean() })
type Secret = { readonly skill: string; readonly name: string; readonly value: string | null }

function AgentSecret({ slug, row, name }: AgentSecretsProps & { name: string }) {
  const set = useConsoleChange(Stored, (_: Secret) => `/agents/${slug}/secrets`)
  const say = useDone()
  const [value, setValue] = useState('')
  const hasValue = row.own_values.includes(name)
  const send = (next: string | null, said: string) => {
    if (set.isPending) return
    const onSuccess = () => {
      setValue('')
      say(said)
    }
    set.mutate({ skill: row.name, name, value: next }, { onSuccess })
  }
  return (
    <ConsoleForm
      label={`${name} for ${slug}`}
      onSubmit={() => send(value, `${slug} has a value of its own of ${name}.`)}
      submit={hasValue ? ['Replace value', 'Replace value'] : ['Set value', 'Set value']}
      variant="plain"
      isBusy={set.isPending}
      end={hasValue && <Button onClick={() => send(null, `${slug} gets no ${name}.`)}>Remove value</Button>}
    >
      <TextField
        label={`Its own ${name}`}
        type="password"
        autoComplete="off"
        spellCheck={false}
        className="field-input mono"
        hint={stateOf(slug, name, hasValue, row.rule?.own_secrets)}
        error={set.error ? (set.error.details.value ?? set.error.message) : undefined}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
    </ConsoleForm>
  )
}

function stateOf(slug: string, name: string, hasValue: boolean, own: readonly string[] = []): string {
  if (hasValue) return `Only ${slug} uses this value. It is never shown.`
  return own.includes(name)
    ? `${slug} gets no ${name}, until you set a value or remove the rule.`
    : `${slug} uses the value of the instance. A value that you set here is used by ${slug} alone.`
}
